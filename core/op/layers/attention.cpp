// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/quantized.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace kerascope {
namespace {

/// Query, value and key, by position or by name; the key is the value where it is not given.
struct Operands {
    ValueId query = -1, value = -1, key = -1;
};

Operands operandsOf(LayerContext& c, int minRank, int maxRank)
{
    const auto listed = c.positional();
    const auto find = [&](const char* name, size_t position) {
        const auto named = c.named(name);
        return !named.empty() ? named[0] : position < listed.size() ? listed[position] : -1;
    };
    Operands all{find("query", 0), find("value", 1), find("key", 2)};
    if (all.key < 0)
        all.key = all.value;
    if (all.query < 0 || all.value < 0) {
        c.build.fail(Text(msg("core", "it needs at least %1 inputs"), 2));
        return all;
    }
    for (const ValueId value : {all.query, all.value, all.key})
        if (c.build.rank(value) < minRank || c.build.rank(value) > maxRank)
            c.build.misfit(
                Text(msg("core", "an input of shape %1 does not fit"), c.build.shape(value).text()));
    return all;
}

/// Places where `allowed(row, column)`, as a mask [1, rows, columns].
ValueId literalMask(
    ProgramBuilder& b, int64_t rows, int64_t columns, const std::function<bool(int64_t, int64_t)>& allowed)
{
    constexpr int64_t most = int64_t(1) << 26;
    if (b.times(rows, columns) > most) {
        b.misfit(Text(msg("core", "a mask of shape %1 does not fit"), Shape{1, rows, columns}.text()));
        return -1;
    }
    std::vector<float> numbers;
    numbers.reserve(size_t(rows * columns));
    for (int64_t row = 0; row < rows; ++row)
        for (int64_t column = 0; column < columns; ++column)
            numbers.push_back(allowed(row, column) ? 1.0F : 0.0F);
    return b.literal(std::move(numbers), {1, rows, columns});
}

ValueId both(ProgramBuilder& b, ValueId mask, ValueId other)
{
    if (mask < 0 || other < 0)
        return mask < 0 ? other : mask;
    return b.binary(Binary::And, mask, other);
}

/// A mask [B, n] as [B, 1, n] (of keys) or [B, n, 1] (of queries); −1 if there is none.
ValueId maskAlong(LayerContext& c, const char* role, bool keys)
{
    const auto named = c.named(role);
    if (named.empty())
        return -1;
    const Shape size = c.build.shape(named[0]);
    if (size.rank() != 2) {
        c.build.misfit(Text(msg("core", "a mask of shape %1 does not fit"), size.text()));
        return -1;
    }
    return c.build.reshape(named[0], keys ? Shape{size[0], 1, size[1]} : Shape{size[0], size[1], 1});
}

ValueId scalarWeight(LayerContext& c, const char* role, int rank)
{
    return c.build.reshape(c.weight(role, Shape{}), Shape(std::vector<int64_t>(size_t(rank), 1)));
}

/// Σ tanh(q + k) over the features, with a scale of the class's kind: [B, T, S].
ValueId additiveScores(LayerContext& c, const Operands& in, bool concat)
{
    ProgramBuilder& b = c.build;
    const Shape q = b.shape(in.query), k = b.shape(in.key);
    const bool scaled = c.flag("use_scale", !concat);
    ValueId sum = b.binary(
        Binary::Add, b.reshape(in.query, {q[0], q[1], 1, q[2]}), b.reshape(in.key, {k[0], 1, k[1], k[2]}));
    if (concat && scaled)
        sum = b.binary(Binary::Multiply, sum, scalarWeight(c, "scale", 4));
    ValueId bent = b.unary(sum, {Unary::Tanh});
    if (!concat && scaled)
        bent = b.binary(Binary::Multiply, bent, b.reshape(c.weight("scale", {q[2]}), {1, 1, 1, q[2]}));
    const ValueId scores = b.reduce(ReduceKind::Sum, bent, {3}, false);
    return concat ? b.binary(Binary::Multiply, scores, scalarWeight(c, "concat_score_weight", 3)) : scores;
}

ValueId dotScores(LayerContext& c, const Operands& in)
{
    ProgramBuilder& b = c.build;
    const ValueId scores = b.matMul(in.query, in.key, -1, {false, true, {}});
    return c.flag("use_scale", false) ? b.binary(Binary::Multiply, scores, scalarWeight(c, "scale", 3))
                                      : scores;
}

/// Attention and AdditiveAttention: softmax(scores)·value. Masked keys get −1e9, as Keras has it; rows of
/// masked queries become 0.
void attention(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const Operands in = operandsOf(c, 3, 3);
    if (c.failed())
        return;
    const bool additive = c.type == "AdditiveAttention";
    const bool concat = !additive && c.text("score_mode", "dot") == "concat";
    ValueId scores = additive || concat ? additiveScores(c, in, concat) : dotScores(c, in);
    ValueId mask = maskAlong(c, "value_mask", true);
    if (c.failed())
        return;
    const Shape size = b.shape(scores);
    if (c.callFlag("use_causal_mask") || c.flag("causal", false))
        mask = both(b, mask, literalMask(b, size[1], size[2], std::greater_equal<>()));
    if (mask >= 0)
        scores = b.binary(Binary::Add, scores, b.linear(b.cast(mask, DType::Float32), 1e9F, -1e9F));
    const ValueId weights = b.softmax(SoftmaxKind::Softmax, scores, {2});
    ValueId out = b.matMul(weights, in.value, -1, {});
    if (const ValueId queries = maskAlong(c, "query_mask", false); queries >= 0)
        out = b.binary(Binary::Multiply, out, b.cast(queries, DType::Float32));
    c.set(out);
    if (c.callFlag("return_attention_scores"))
        c.outputs.push_back(weights);
}

/// Which axes of [B, …, features] attend to each other; all others between are apart like the batch.
struct AttentionAxes {
    std::vector<int> attended, apart;
};

AttentionAxes axesOf(LayerContext& c, int rank)
{
    AttentionAxes axes;
    const auto given = c.integers("attention_axes");
    for (int axis = 1; axis < rank - 1; ++axis) {
        const bool named = std::any_of(
            given.begin(), given.end(), [&](int64_t one) { return one == axis || one + rank == axis; });
        (given.empty() || named ? axes.attended : axes.apart).push_back(axis);
    }
    if (axes.attended.empty())
        c.build.fail(Text(msg("core", "its option \"%1\" cannot be read"), "attention_axes"));
    return axes;
}

/// x·W + b with kernel and bias flattened to `width` columns; `scales` is the shape of int8's scales.
ValueId times(LayerContext& c, ValueId x, const std::string& part, const Shape& kernel, const Shape& scales,
    const Shape& bias, int64_t width)
{
    ProgramBuilder& b = c.build;
    const bool biased = c.flag("use_bias", true);
    const ValueId added = biased ? b.reshape(quantizedBias(c, part + "/bias", bias), {width}) : -1;
    if (!c.find("quantization")) {
        const int64_t rows = b.shape(x)[-1];
        return b.matMul(x, b.reshape(c.weight(part + "/kernel", kernel), {rows, width}), added, {});
    }
    const ValueId y = quantizedMatMul(c, x, part + "/", kernel, scales, width);
    return biased && !c.failed() ? b.binary(Binary::Add, y, b.alignLeft(added, b.rank(y))) : y;
}

/// x·W + b for each head: [B, …, d] → [B, …, heads, size].
ValueId project(LayerContext& c, ValueId x, const std::string& part, int64_t heads, int64_t size,
    const Activation& activation = {})
{
    ProgramBuilder& b = c.build;
    Shape out = b.shape(x);
    const int64_t width = b.times(heads, size);
    const Shape kernel{out[-1], heads, size};
    Shape scales(std::vector<int64_t>(out.dims.size() - 1, 1));
    out[-1] = heads;
    out.dims.push_back(size);
    scales.dims.insert(scales.dims.end(), {heads, size});
    const ValueId y = times(c, x, part, kernel, scales, {heads, size}, width);
    return b.reshape(b.unary(y, activation), std::move(out));
}

/// How [B, …, heads, size] is turned into [B, apart…, heads, attended…, size].
std::vector<int> headsFirst(const AttentionAxes& axes, int rank)
{
    std::vector<int> permutation{0};
    permutation.insert(permutation.end(), axes.apart.begin(), axes.apart.end());
    permutation.push_back(rank - 2);
    permutation.insert(permutation.end(), axes.attended.begin(), axes.attended.end());
    permutation.push_back(rank - 1);
    return permutation;
}

/// [B, …, heads, size] → [B, apart…, heads, attended, size], the attended axes taken as one.
ValueId byHead(ProgramBuilder& b, ValueId x, const AttentionAxes& axes)
{
    const ValueId turned = b.transpose(x, headsFirst(axes, b.rank(x)));
    if (b.failed())
        return -1;
    const Shape size = b.shape(turned);
    const int first = 2 + int(axes.apart.size());
    Shape flat(std::vector<int64_t>(size.dims.begin(), size.dims.begin() + first));
    flat.dims.push_back(size.product(first, size.rank() - 1));
    flat.dims.push_back(size[-1]);
    return b.reshape(turned, std::move(flat));
}

/// [B, (apart…, heads,) T…, S…] as [B, apart…, heads, T, S] or with axes of size 1; the heads may be left
/// out.
ValueId alignedMask(LayerContext& c, ValueId mask, const AttentionAxes& axes, const Shape& scores)
{
    ProgramBuilder& b = c.build;
    const Shape have = b.shape(mask);
    const int pairs = 2 * int(axes.attended.size()), before = have.rank() - pairs;
    const int wanted = scores.rank() - 2;
    Shape shape(std::vector<int64_t>(have.dims.begin(), have.dims.begin() + std::max(before, 0)));
    const int64_t rows = before < 1 ? 0 : have.product(before, before + pairs / 2);
    const int64_t columns = before < 1 ? 0 : have.product(before + pairs / 2, have.rank());
    const auto fits = [](int64_t size, int64_t whole) { return size == 1 || size == whole; };
    if (before < 1 || before > wanted || !fits(rows, scores[-2]) || !fits(columns, scores[-1])) {
        b.misfit(Text(msg("core", "a mask of shape %1 does not fit"), have.text()));
        return -1;
    }
    shape.dims.resize(size_t(wanted), 1);
    shape.dims.push_back(rows);
    shape.dims.push_back(columns);
    return b.reshape(mask, std::move(shape));
}

/// All masks of a call and its options joined, or −1.
ValueId wholeMask(LayerContext& c, const AttentionAxes& axes, const Shape& scores)
{
    ProgramBuilder& b = c.build;
    ValueId mask = both(b, maskAlong(c, "query_mask", false), maskAlong(c, "value_mask", true));
    if (!c.named("key").empty() || c.positional().size() > 2)
        mask = both(b, mask, maskAlong(c, "key_mask", true));
    const int64_t rows = scores[-2], columns = scores[-1];
    if (c.callFlag("use_causal_mask"))
        mask = both(b, mask, literalMask(b, rows, columns, std::greater_equal<>()));
    if (const int64_t window = c.integer("sliding_window", 0); window > 0)
        mask = both(b, mask, literalMask(b, rows, columns, [window](int64_t row, int64_t column) {
            return std::abs(row - column) < window;
        }));
    if (mask >= 0)
        mask = alignedMask(c, mask, axes, scores);
    for (const ValueId given : c.named("attention_mask"))
        mask = both(b, alignedMask(c, given, axes, scores), mask);
    return mask;
}

/// Masked places count as −∞. A row of masked places alone: Keras's product of softmax and mask gives 0
/// there, its fused path (no dropout configured, scores not asked for) the mean.
ValueId maskedSoftmax(ProgramBuilder& b, ValueId scores, ValueId mask, bool zeros)
{
    if (mask >= 0)
        scores = b.select(mask, scores, b.scalar(-3.0e38F, b.rank(scores)));
    const ValueId weights = b.softmax(SoftmaxKind::Softmax, scores, {b.rank(scores) - 1});
    return mask >= 0 && zeros ? b.select(mask, weights, b.scalar(0, b.rank(scores))) : weights;
}

/// The output's sizes after [B, …]: output_shape, else the features of the query.
Shape outputSizes(LayerContext& c, int64_t features)
{
    Shape sizes;
    if (const auto given = c.integers("output_shape"); !given.empty())
        sizes.dims = given;
    else
        sizes.dims = {features};
    return sizes;
}

/// [B, …, heads, size] · W[heads, size, out…] + b.
ValueId projectBack(LayerContext& c, ValueId context, const Shape& sizes)
{
    ProgramBuilder& b = c.build;
    const Shape have = b.shape(context);
    const int64_t inner = b.times(have[-2], have[-1]), outer = sizes.product(0, sizes.rank());
    Shape kernelSize{have[-2], have[-1]};
    kernelSize.dims.insert(kernelSize.dims.end(), sizes.dims.begin(), sizes.dims.end());
    Shape flat(std::vector<int64_t>(have.dims.begin(), have.dims.end() - 2));
    Shape out = flat, scales(std::vector<int64_t>(flat.dims.size(), 1));
    flat.dims.push_back(inner);
    out.dims.insert(out.dims.end(), sizes.dims.begin(), sizes.dims.end());
    scales.dims.insert(scales.dims.end(), sizes.dims.begin(), sizes.dims.end());
    const ValueId x = b.reshape(context, std::move(flat));
    return b.reshape(times(c, x, "attention_output", kernelSize, scales, sizes, outer), std::move(out));
}

/// [B, apart…, heads, T, size] → [B, …, heads, size] with the axes of the query.
ValueId withQueryAxes(ProgramBuilder& b, ValueId x, const AttentionAxes& axes, const Shape& projected)
{
    const std::vector<int> turned = headsFirst(axes, projected.rank());
    Shape size;
    std::vector<int> back(turned.size());
    for (size_t i = 0; i < turned.size(); ++i) {
        size.dims.push_back(projected[turned[i]]);
        back[size_t(turned[i])] = int(i);
    }
    size[-1] = b.shape(x)[-1];
    return b.transpose(b.reshape(x, std::move(size)), back);
}

/// Both multi-head layers; the grouped one has fewer heads of keys and values, each used several times.
void multiHead(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const bool grouped = c.type != "MultiHeadAttention";
    const Operands in = operandsOf(c, 3, grouped ? 3 : 6);
    const int64_t width = c.positive(grouped ? "head_dim" : "key_dim", 0);
    const int64_t heads = c.positive(grouped ? "num_query_heads" : "num_heads", 0);
    const int64_t keyHeads = grouped ? c.positive("num_key_value_heads", 0) : heads;
    const int64_t valueWidth = grouped || !c.find("value_dim") ? width : c.positive("value_dim", 0);
    if (c.failed())
        return;
    if (heads % keyHeads != 0) {
        b.fail(Text(msg("core", "its option \"%1\" cannot be read"), "num_key_value_heads"));
        return;
    }
    const AttentionAxes axes = axesOf(c, b.rank(in.query));
    const ValueId query = project(c, in.query, "query", heads, width);
    ValueId key = project(c, in.key, "key", keyHeads, width);
    ValueId value = project(c, in.value, "value", keyHeads, valueWidth);
    if (keyHeads != heads) {
        key = b.repeat(key, 2, heads / keyHeads);
        value = b.repeat(value, 2, heads / keyHeads);
    }
    const ValueId scaled = b.linear(query, float(1.0 / std::sqrt(double(width))), 0);
    const ValueId scores = b.matMul(byHead(b, scaled, axes), byHead(b, key, axes), -1, {false, true, {}});
    if (c.failed())
        return;
    const bool wantsScores = c.callFlag("return_attention_scores");
    const bool explicitScores =
        wantsScores || c.number("dropout", 0) > 0 || b.rank(in.query) != 3; // Keras's other path
    const Shape size = b.shape(scores); // a copy: new values move the old ones
    const ValueId mask = wholeMask(c, axes, size);
    const ValueId weights = maskedSoftmax(b, scores, mask, explicitScores);
    ValueId context = b.matMul(weights, byHead(b, value, axes), -1, {});
    if (c.failed())
        return;
    context = withQueryAxes(b, context, axes, Shape(b.shape(query)));
    if (c.flag("use_gate", false))
        context = b.binary(
            Binary::Multiply, context, project(c, in.query, "gate", heads, valueWidth, {Unary::Sigmoid}));
    c.set(projectBack(c, context, outputSizes(c, b.shape(grouped ? in.value : in.query)[-1])));
    if (!wantsScores || c.failed())
        return;
    Shape whole = size; // [B, apart…, heads] + the attended axes of query and key
    whole.dims.resize(whole.dims.size() - 2);
    for (const ValueId side : {in.query, in.key})
        for (const int axis : axes.attended)
            whole.dims.push_back(b.shape(side)[axis]);
    c.outputs.push_back(b.reshape(weights, std::move(whole)));
}

} // namespace

void addAttentionLayers(LayerTable& table)
{
    table.emplace("Attention", attention);
    table.emplace("AdditiveAttention", attention);
    for (const char* name : {"MultiHeadAttention", "GroupedQueryAttention", "GroupQueryAttention"})
        table.emplace(name, multiHead);
}

} // namespace kerascope
