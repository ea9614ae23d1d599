// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"

#include <algorithm>

namespace kerascope {
namespace {

/// Lower ranks get axes of size 1 after the batch axis (keras/src/layers/merging/base_merge.py).
std::vector<ValueId> equalRanks(LayerContext& c, size_t atLeast)
{
    ProgramBuilder& b = c.build;
    std::vector<ValueId> values = c.positional();
    if (values.size() < atLeast) {
        b.fail(Text(msg("core", "it needs at least %1 inputs"), atLeast));
        return {};
    }
    int rank = 1;
    for (const ValueId value : values)
        rank = std::max(rank, b.rank(value));
    for (ValueId& value : values) {
        Shape shape = b.shape(value);
        if (shape.rank() == 0 || shape.rank() == rank)
            continue;
        shape.dims.insert(shape.dims.begin() + 1, size_t(rank - shape.rank()), 1);
        value = b.reshape(value, std::move(shape));
    }
    return values;
}

template <Binary function> void elementwise(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto values = equalRanks(c, function == Binary::Subtract ? 2 : 1);
    if (c.failed())
        return;
    if (function == Binary::Subtract && values.size() != 2) {
        b.fail(Text(msg("core", "it needs exactly 2 inputs")));
        return;
    }
    ValueId out = values[0];
    for (size_t i = 1; i < values.size(); ++i)
        out = b.binary(function, out, values[i]);
    c.set(out);
}

void average(LayerContext& c)
{
    elementwise<Binary::Add>(c);
    if (!c.failed())
        c.set(c.build.linear(c.outputs[0], 1.0F / float(c.positional().size()), 0));
}

/// Which input each incoming mask belongs to: arguments["masked"], else one each.
std::vector<ValueId> maskPerInput(LayerContext& c, size_t inputs)
{
    std::vector<ValueId> out(inputs, -1);
    const auto masks = c.named("mask");
    const auto listed = c.arguments.is_object() ? c.arguments.find("masked") : c.arguments.end();
    const bool given = c.arguments.is_object() && listed != c.arguments.end() && listed->is_array();
    for (size_t i = 0; i < masks.size(); ++i) {
        const bool fits =
            given ? i < listed->size() && (*listed)[i].is_number_integer() : masks.size() == inputs;
        const size_t at = !fits ? inputs : given ? (*listed)[i].get<size_t>() : i;
        if (at < inputs)
            out[at] = masks[i];
        else
            c.build.fail(Text(msg("core", "its masks do not fit its inputs")));
    }
    return out;
}

/// Masks are joined as their tensors are; an input without one counts as not masked. Along a feature axis
/// every part must be valid.
ValueId joinedMask(LayerContext& c, const std::vector<ValueId>& values, int axis)
{
    ProgramBuilder& b = c.build;
    const auto masks = maskPerInput(c, values.size());
    std::vector<ValueId> parts;
    int rank = 0; // of a mask
    for (const ValueId mask : masks)
        rank = std::max(rank, b.rank(mask));
    for (size_t i = 0; i < values.size() && !c.failed(); ++i) {
        Shape size = b.shape(values[i]);
        for (int k = rank; k < size.rank(); ++k)
            if (k != axis)
                size[k] = 1;
        ValueId part = masks[i] >= 0 ? masks[i] : b.scalar(1, size.rank());
        Shape column = b.shape(part);
        column.dims.resize(size_t(size.rank()), 1);
        parts.push_back(b.broadcast(b.reshape(part, column), size));
    }
    const ValueId whole = b.concat(parts, axis);
    std::vector<int> features;
    for (int k = rank; k < b.rank(whole); ++k)
        features.push_back(k);
    return features.empty() || c.failed() ? whole : b.reduce(ReduceKind::All, whole, features, false);
}

void concatenate(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto values = c.positional();
    if (values.empty()) {
        b.fail(Text(msg("core", "it has no input")));
        return;
    }
    const int axis = c.axis(c.integer("axis", -1), b.rank(values[0]));
    if (c.failed())
        return;
    c.set(b.concat(values, axis));
    if (c.wantsMask && !c.failed())
        c.mask = joinedMask(c, values, axis);
}

/// Divides by the length along an axis; Keras caps 1/length at 1e7 or so.
ValueId unitLength(ProgramBuilder& b, ValueId x, int axis)
{
    NormalizeAttributes attributes;
    attributes.kind = NormalizeKind::UnitLength;
    attributes.epsilon = 1e-7F;
    const int last = b.rank(x) - 1;
    const ValueId moved = b.moveAxis(x, axis, last);
    if (b.failed())
        return -1;
    return b.moveAxis(b.add(OpKind::Normalize, {moved}, b.shape(moved), attributes), last, axis);
}

/// batch_dot of keras/src/layers/merging/dot.py: the contracted axes drop out, the others of x come first.
void dot(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto values = c.positional();
    auto axes = c.integers("axes");
    if (axes.size() == 1)
        axes.push_back(axes[0]);
    if (values.size() != 2 || axes.size() != 2) {
        b.fail(Text(msg("core", "it needs exactly 2 inputs")));
        return;
    }
    ValueId x = values[0], y = values[1];
    const int a = c.axis(axes[0], b.rank(x)), d = c.axis(axes[1], b.rank(y));
    if (c.failed())
        return;
    if (a == 0 || d == 0 || b.shape(x)[a] != b.shape(y)[d] || b.shape(x)[0] != b.shape(y)[0]) {
        b.misfit(Text(msg("core", "its inputs of shapes %1 and %2 do not fit together"), b.shape(x).text(),
            b.shape(y).text()));
        return;
    }
    if (c.flag("normalize", false)) {
        x = unitLength(b, x, a);
        y = unitLength(b, y, d);
    }
    x = b.moveAxis(x, a, b.rank(x) - 1);
    y = b.moveAxis(y, d, 1);
    if (c.failed())
        return;
    const Shape left = b.shape(x), right = b.shape(y);
    Shape out(std::vector<int64_t>(left.dims.begin(), left.dims.end() - 1));
    out.dims.insert(out.dims.end(), right.dims.begin() + 2, right.dims.end());
    if (out.rank() == 1)
        out.dims.push_back(1);
    x = b.reshape(x, {left[0], left.product(1, left.rank() - 1), left[-1]});
    y = b.reshape(y, {right[0], right[1], right.product(2, right.rank())});
    c.set(b.reshape(b.matMul(x, y, -1, {}), std::move(out)));
}

} // namespace

void addMergeLayers(LayerTable& table)
{
    table.emplace("Add", elementwise<Binary::Add>);
    table.emplace("Subtract", elementwise<Binary::Subtract>);
    table.emplace("Multiply", elementwise<Binary::Multiply>);
    table.emplace("Maximum", elementwise<Binary::Maximum>);
    table.emplace("Minimum", elementwise<Binary::Minimum>);
    table.emplace("Average", average);
    table.emplace("Concatenate", concatenate);
    table.emplace("Dot", dot);
}

} // namespace kerascope
