// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/einsum.h"
#include "core/op/layers/categories.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"

#include <algorithm>
#include <limits>

/// Operations of Keras (and those of TensorFlow, which the importer turns into them) that are made of several
/// primitives: statistics, sums along an axis, products, indices.
namespace kerascope {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

template <bool root> void variance(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto axes = arguments.axes(1, b.rank(x));
    if (c.failed())
        return;
    const ValueId centred = b.binary(Binary::Subtract, x, b.reduce(ReduceKind::Mean, x, axes, true));
    const ValueId out = b.reduce(
        ReduceKind::Mean, b.unary(centred, {Unary::Square}), axes, arguments.flag(2, "keepdims", false));
    c.set(root ? b.unary(out, {Unary::Sqrt}) : out);
}

void logSumExp(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto axes = arguments.axes(1, b.rank(x));
    if (c.failed())
        return;
    const ValueId top = b.reduce(ReduceKind::Maximum, x, axes, true);
    const ValueId sum =
        b.reduce(ReduceKind::Sum, b.unary(b.binary(Binary::Subtract, x, top), {Unary::Exp}), axes, true);
    const ValueId out = b.binary(Binary::Add, b.unary(sum, {Unary::Log}), top);
    c.set(c.failed() || arguments.flag(2, "keepdims", false) ? out
                                                             : b.reduce(ReduceKind::Sum, out, axes, false));
}

void spread(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto axes = arguments.axes(1, b.rank(x));
    const bool keep = arguments.flag(2, "keepdims", false);
    c.set(b.binary(Binary::Subtract, b.reduce(ReduceKind::Maximum, x, axes, keep),
        b.reduce(ReduceKind::Minimum, x, axes, keep)));
}

/// The first place of the largest (or smallest) element.
template <ReduceKind kind> void argument(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const auto [x, axis] = arguments.along(1);
    if (c.failed())
        return;
    const int rank = b.rank(x);
    const int64_t size = b.shape(x)[axis];
    const ValueId best = b.binary(Binary::Equal, x, b.reduce(kind, x, {axis}, true));
    const ValueId places = b.select(best, counting(b, size, axis, rank), b.scalar(float(size), rank));
    c.set(b.cast(
        b.reduce(ReduceKind::Minimum, places, {axis}, arguments.flag(2, "keepdims", false)), DType::Int32));
}

/// Sums of all elements up to each, by a product with a triangle of ones.
void cumulativeSum(LayerContext& c)
{
    constexpr int64_t longest = 4096;
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const auto [x, axis] = arguments.along(1);
    if (c.failed())
        return;
    const int last = b.rank(x) - 1;
    const int64_t size = b.shape(x)[axis];
    if (size > longest) {
        b.fail(Text(msg("core", "the operation %1 cannot be computed yet"), c.type));
        return;
    }
    std::vector<float> triangle(static_cast<size_t>(size * size), 0.0F);
    for (int64_t i = 0; i < size; ++i)
        for (int64_t k = i; k < size; ++k)
            triangle[size_t(i * size + k)] = 1;
    ValueId moved = b.moveAxis(x, axis, last);
    const Shape shape = b.shape(moved);
    moved = b.reshape(moved, {shape.product(0, last), size});
    c.set(b.moveAxis(
        b.reshape(b.matMul(moved, b.literal(std::move(triangle), {size, size}), -1, {}), shape), last, axis));
}

/// What lies above (or below) the k-th diagonal becomes 0.
template <bool lower> void triangle(LayerContext& c)
{
    constexpr int64_t most = int64_t(1) << 24;
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto k = arguments.integers(1, "k");
    const Shape size = b.shape(x);
    if (c.failed() || size.rank() < 2 || b.times(size[-2], size[-1]) > most) {
        b.fail(unreadable());
        return;
    }
    const int64_t diagonal = k && !k->empty() ? (*k)[0] : 0;
    std::vector<float> mask;
    mask.reserve(size_t(size[-2] * size[-1]));
    for (int64_t i = 0; i < size[-2]; ++i)
        for (int64_t j = 0; j < size[-1]; ++j)
            mask.push_back((lower ? j - i <= diagonal : j - i >= diagonal) ? 1.0F : 0.0F);
    const ValueId ones = b.alignLeft(b.literal(std::move(mask), {size[-2], size[-1]}), size.rank());
    c.set(b.binary(Binary::Multiply, x, ones));
}

void einsumOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const nlohmann::json* written = c.find("subscripts");
    const auto tensors = c.positional();
    if (!written || !written->is_string() || tensors.empty() || tensors.size() > 2) {
        b.fail(unreadable());
        return;
    }
    std::vector<int> ranks;
    ranks.reserve(tensors.size());
    for (const ValueId one : tensors)
        ranks.push_back(b.rank(one));
    std::string text = written->get<std::string>();
    std::erase(text, ' ');
    const auto equation = readEinsum(text, ranks);
    if (!equation) {
        b.fail(Text(msg("core", "its option \"%1\" cannot be read"), "subscripts"));
        return;
    }
    if (tensors.size() == 2) {
        c.set(einsum(b, *equation, tensors[0], tensors[1]));
        return;
    }
    const Labels& from = equation->operands[0];
    std::vector<int> gone, order;
    Labels rest;
    for (size_t i = 0; i < from.size(); ++i)
        if (std::find(equation->result.begin(), equation->result.end(), from[i]) == equation->result.end())
            gone.push_back(int(i));
        else
            rest.push_back(from[i]);
    for (const int label : equation->result)
        order.push_back(int(std::find(rest.begin(), rest.end(), label) - rest.begin()));
    c.set(b.transpose(gone.empty() ? tensors[0] : b.reduce(ReduceKind::Sum, tensors[0], gone, false), order));
}

/// NumPy's dot: the last axis of x with the last but one of y.
void dotOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x1"), y = arguments.operand(1, "x2");
    if (c.failed())
        return;
    if (b.rank(x) == 0 || b.rank(y) == 0) {
        const int rank = std::max(b.rank(x), b.rank(y));
        c.set(b.binary(Binary::Multiply, b.alignLeft(x, rank), b.alignLeft(y, rank)));
        return;
    }
    const Shape left = b.shape(x), right = b.shape(y);
    const int along = std::max(b.rank(y) - 2, 0);
    const ValueId moved = b.moveAxis(y, along, 0);
    if (c.failed() || left[-1] != b.shape(moved)[0]) {
        b.misfit(Text(
            msg("core", "its inputs of shapes %1 and %2 do not fit together"), left.text(), right.text()));
        return;
    }
    Shape out(std::vector<int64_t>(left.dims.begin(), left.dims.end() - 1));
    for (int i = 0; i < right.rank(); ++i)
        if (i != along)
            out.dims.push_back(right[i]);
    const ValueId product = b.matMul(b.reshape(x, {left.product(0, left.rank() - 1), left[-1]}),
        b.reshape(moved, {left[-1], right.product(0, right.rank()) / left[-1]}), -1, {});
    c.set(b.reshape(product, std::move(out)));
}

void outer(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = flattened(b, arguments.operand(0, "x1")), y = flattened(b, arguments.operand(1, "x2"));
    if (!c.failed())
        c.set(b.binary(Binary::Multiply, b.reshape(x, {b.shape(x)[0], 1}), b.reshape(y, {1, b.shape(y)[0]})));
}

/// Rows of one axis by indices that are written in the config or made while running.
void take(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const nlohmann::json* written = arguments.find(1, "indices");
    const auto [from, axis] = arguments.along(2);
    if (c.failed() || !written) {
        b.fail(Text(msg("core", "its argument \"%1\" is missing"), "indices"));
        return;
    }
    ValueId indices = arguments.value(*written);
    const ValueId x = b.moveAxis(from, axis, 0);
    if (c.failed())
        return;
    const Shape whole = b.shape(x), at = b.shape(indices);
    const ValueId below = b.binary(Binary::Less, indices, b.scalar(0, at.rank()));
    indices = b.select(below, b.linear(b.cast(indices, DType::Float32), 1, float(whole[0])), indices);
    const int64_t width = whole.product(1, whole.rank());
    Shape picked = at;
    picked.dims.push_back(width);
    ValueId y = b.add(OpKind::Gather, {b.reshape(x, {whole[0], width}), indices}, picked, NoAttributes{});
    Shape out = at;
    out.dims.insert(out.dims.end(), whole.dims.begin() + 1, whole.dims.end());
    y = b.reshape(y, out);
    // the axes of the indices stand where the axis was
    std::vector<int> order;
    order.reserve(at.dims.size() + whole.dims.size());
    for (int i = 0; i < axis; ++i)
        order.push_back(at.rank() + i);
    for (int i = 0; i < at.rank(); ++i)
        order.push_back(i);
    for (int i = axis; i + 1 < whole.rank(); ++i)
        order.push_back(at.rank() + i);
    c.set(c.failed() ? -1 : b.transpose(y, order));
}

void oneHotOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto classes = arguments.integers(1, "num_classes");
    if (c.failed() || !classes || classes->size() != 1 || !depthFits(c, (*classes)[0]))
        return b.fail(unreadable());
    const int rank = b.rank(x) + 1;
    Shape column = b.shape(x);
    column.dims.push_back(1);
    const ValueId hot =
        b.cast(b.binary(Binary::Equal, b.reshape(x, column), counting(b, (*classes)[0], rank - 1, rank)),
            DType::Float32);
    const int axis = arguments.axis(2, rank, -1);
    c.set(c.failed() ? -1 : b.moveAxis(hot, rank - 1, axis));
}

/// x/√(max(Σx², ε²)) along an axis.
void normalizeOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    if (arguments.number(2, "order", 2) != 2)
        b.fail(Text(msg("core", "its option \"%1\" is not supported"), "order"));
    const auto epsilon = float(arguments.number(3, "epsilon", 1e-7));
    const int axis = arguments.axis(1, b.rank(x), -1);
    if (c.failed())
        return;
    const ValueId sum = b.reduce(ReduceKind::Sum, b.unary(x, {Unary::Square}), {axis}, true);
    c.set(b.binary(Binary::Multiply, x,
        b.unary(b.unary(sum, {Unary::Clip, epsilon * epsilon, infinity, 0}), {Unary::Rsqrt})));
}

void countNonzero(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto axes = arguments.axes(1, b.rank(x));
    const ValueId other = b.cast(b.cast(x, DType::Bool), DType::Float32);
    c.set(b.cast(b.reduce(ReduceKind::Sum, other, axes, false), DType::Int32));
}

} // namespace

void addComposedOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"Var", variance<false>}, {"Std", variance<true>},
        {"Logsumexp", logSumExp}, {"Ptp", spread}, {"Argmax", argument<ReduceKind::Maximum>},
        {"Argmin", argument<ReduceKind::Minimum>}, {"Cumsum", cumulativeSum}, {"Tril", triangle<true>},
        {"Triu", triangle<false>}, {"Einsum", einsumOperation}, {"Dot", dotOperation}, {"Outer", outer},
        {"Take", take}, {"OneHot", oneHotOperation}, {"Normalize", normalizeOperation},
        {"CountNonzero", countNonzero}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
