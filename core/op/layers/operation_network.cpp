// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"
#include "core/op/layers/spatial.h"

#include <algorithm>
#include <cmath>

/// Convolutions, attention and normalisations whose kernels are operands.
namespace kerascope {
namespace {

/// Sizes and padding of a convolution whose kernel [k…, in, out] is an operand.
struct Windows {
    ConvAttributes attributes;
    Shape out;
    bool channelsFirst = false;
};

std::optional<Windows> windowsOf(LayerContext& c, ValueId& x, const Shape& kernel)
{
    ProgramBuilder& b = c.build;
    const int rank = kernel.rank() - 2;
    if (c.failed() || rank < 1 || rank > 3 || b.rank(x) != rank + 2) {
        b.fail(unreadable());
        return std::nullopt;
    }
    Windows w;
    w.channelsFirst = c.channelsFirst();
    x = toChannelsLast(b, x, w.channelsFirst);
    w.attributes.spatialRank = rank;
    w.attributes.stride = c.spatial("strides", rank, 1);
    w.attributes.dilation = c.spatial("dilation_rate", rank, 1);
    if (c.failed())
        return std::nullopt;
    const Shape in = b.shape(x);
    w.out = {in[0]};
    for (int i = 0; i < rank && !c.failed(); ++i) {
        const size_t k = size_t(i);
        const WindowPlace place = placeWindow(c, c.text("padding", "valid"), in[1 + i], kernel[i],
            w.attributes.stride[k], w.attributes.dilation[k]);
        w.attributes.padBefore[k] = place.before;
        w.attributes.padAfter[k] = place.after;
        w.out.dims.push_back(place.out);
    }
    w.out.dims.push_back(kernel[-1]);
    return c.failed() ? std::nullopt : std::optional(w);
}

void convolve(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "inputs");
    const ValueId kernel = arguments.operand(1, "kernel");
    if (c.failed())
        return;
    const Shape size = b.shape(kernel);
    auto w = windowsOf(c, x, size);
    if (!w)
        return;
    const int64_t channels = b.shape(x)[-1];
    if (channels % size[-2] != 0 || size[-1] % (channels / size[-2]) != 0)
        return b.misfit(unreadable());
    w->attributes.groups = channels / size[-2];
    c.set(toChannelsFirst(b, b.add(OpKind::Conv, {x, kernel}, w->out, w->attributes), w->channelsFirst));
}

/// Depthwise, and with a second kernel [1…, in·m, out] separable.
template <bool separable> void convolveDepthwise(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "inputs");
    ValueId kernel = arguments.operand(1, separable ? "depthwise_kernel" : "kernel");
    const ValueId point = separable ? arguments.operand(2, "pointwise_kernel") : -1;
    if (c.failed())
        return;
    Shape size = b.shape(kernel);
    auto w = windowsOf(c, x, size);
    if (!w)
        return;
    const int64_t channels = b.shape(x)[-1];
    if (size[-2] != channels)
        return b.misfit(unreadable());
    size[-1] = b.times(size[-1], channels);
    size[size.rank() - 2] = 1;
    w->attributes.groups = channels;
    w->out[-1] = size[-1];
    ValueId y = b.add(OpKind::Conv, {x, b.reshape(kernel, size)}, w->out, w->attributes);
    if (separable && !c.failed()) {
        const Shape outer = b.shape(point);
        if (outer.rank() != size.rank() || outer[-2] != size[-1])
            return b.misfit(unreadable());
        ConvAttributes plain;
        plain.spatialRank = w->attributes.spatialRank;
        w->out[-1] = outer[-1];
        y = b.add(OpKind::Conv, {y, point}, w->out, plain);
    }
    c.set(toChannelsFirst(b, y, w->channelsFirst));
}

void convolveTransposed(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "inputs");
    const ValueId kernel = arguments.operand(1, "kernel"); // [k…, out, in]
    if (c.failed())
        return;
    const Shape size = b.shape(kernel);
    const int rank = size.rank() - 2;
    if (rank < 1 || rank > 3 || b.rank(x) != rank + 2)
        return b.fail(unreadable());
    const bool first = c.channelsFirst();
    x = toChannelsLast(b, x, first);
    const auto extra = c.integers("output_padding");
    ConvTransposeAttributes attributes{
        rank, c.spatial("strides", rank, 1), c.spatial("dilation_rate", rank, 1), {0, 0, 0}, {}};
    if (c.failed())
        return;
    const Shape in = b.shape(x);
    if (in[-1] != size[-1])
        return b.misfit(unreadable());
    Shape out{in[0]};
    for (int i = 0; i < rank && !c.failed(); ++i) {
        const size_t k = size_t(i);
        const auto more = extra.empty() ? std::nullopt : std::optional(extra[extra.size() > k ? k : 0]);
        const TransposedPlace place = placeTransposed(c, c.text("padding", "valid"), in[1 + i], size[i],
            attributes.stride[k], attributes.dilation[k], more);
        attributes.cropBefore[k] = place.crop;
        out.dims.push_back(place.out);
    }
    out.dims.push_back(size[-2]);
    if (!c.failed())
        c.set(toChannelsFirst(b, b.add(OpKind::ConvTranspose, {x, kernel}, out, attributes), first));
}

/// An operand that may be absent, placed on one axis of a tensor of that rank; −1 if absent.
ValueId onAxis(LayerContext& c, size_t position, const char* name, int axis, int rank)
{
    OperationArguments arguments(c);
    const nlohmann::json* written = arguments.find(position, name);
    if (!written || c.failed())
        return -1;
    const ValueId value = arguments.value(*written);
    if (c.failed())
        return -1;
    Shape size(std::vector<int64_t>(size_t(rank), 1));
    size[axis] = c.build.shape(value).product(0, c.build.rank(value));
    return c.build.reshape(value, size);
}

/// (x − mean)/√(variance + ε)·scale + offset
void batchNorm(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto along = arguments.integers(99, "axis");
    if (c.failed() || (along && along->size() != 1))
        return b.fail(unreadable());
    const int rank = b.rank(x), axis = c.axis(along ? (*along)[0] : -1, rank);
    const ValueId mean = onAxis(c, 1, "mean", axis, rank), variance = onAxis(c, 2, "variance", axis, rank);
    const ValueId offset = onAxis(c, 3, "offset", axis, rank), scale = onAxis(c, 4, "scale", axis, rank);
    const auto epsilon = float(arguments.number(99, "epsilon", 1e-3));
    ValueId factor = b.unary(b.linear(variance, 1, epsilon), {Unary::Rsqrt});
    if (scale >= 0)
        factor = b.binary(Binary::Multiply, factor, scale);
    ValueId y = b.binary(Binary::Multiply, b.binary(Binary::Subtract, x, mean), factor);
    if (offset >= 0)
        y = b.binary(Binary::Add, y, offset);
    c.set(y);
}

void moments(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto given = arguments.integers(99, "axes");
    const bool keep = arguments.flag(99, "keepdims", false);
    if (c.failed() || !given)
        return b.fail(unreadable());
    std::vector<int> axes;
    for (const int64_t axis : *given)
        axes.push_back(c.axis(axis, b.rank(x)));
    if (c.failed())
        return;
    std::sort(axes.begin(), axes.end());
    const ValueId centred = b.binary(Binary::Subtract, x, b.reduce(ReduceKind::Mean, x, axes, true));
    c.outputs = {b.reduce(ReduceKind::Mean, x, axes, keep),
        b.reduce(ReduceKind::Mean, b.unary(centred, {Unary::Square}), axes, keep)};
}

/// Attention of [B, T, heads, size]; bias and mask [B, heads, T, S] or with axes of size 1.
void dotProductAttention(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId query = arguments.operand(0, "query"), key = arguments.operand(1, "key"),
                  value = arguments.operand(2, "value");
    if (c.failed() || b.rank(query) != 4 || b.rank(key) != 4 || b.rank(value) != 4)
        return b.fail(unreadable());
    const std::vector<int> byHead{0, 2, 1, 3};
    const int64_t heads = b.shape(query)[2];
    const auto spread = [&](ValueId x) {
        const int64_t have = b.shape(x)[2];
        return have == heads || heads % have != 0 ? x : b.repeat(x, 2, heads / have);
    };
    const double scale = arguments.number(5, "scale", 1.0 / std::sqrt(double(b.shape(query)[3])));
    ValueId scores = b.matMul(b.transpose(b.linear(query, float(scale), 0), byHead),
        b.transpose(spread(key), byHead), -1, {false, true, {}});
    if (const nlohmann::json* bias = arguments.find(3, "bias"))
        scores = b.binary(Binary::Add, scores, arguments.value(*bias));
    if (const double cap = arguments.number(99, "attn_logits_soft_cap", 0); cap > 0)
        scores = b.linear(b.unary(b.linear(scores, float(1 / cap), 0), {Unary::Tanh}), float(cap), 0);
    if (c.failed())
        return;
    const int64_t rows = b.shape(scores)[2], columns = b.shape(scores)[3];
    const auto masked = [&](ValueId mask) { return b.select(mask, scores, b.scalar(-3.0e38F, 4)); };
    if (arguments.flag(99, "is_causal", false)) {
        if (b.times(rows, columns) > (int64_t(1) << 24))
            return b.fail(Text(msg("core", "the operation %1 cannot be computed yet"), c.type));
        std::vector<float> below;
        for (int64_t row = 0; row < rows; ++row)
            for (int64_t column = 0; column < columns; ++column)
                below.push_back(column <= row ? 1.0F : 0.0F);
        scores = masked(b.cast(b.literal(std::move(below), {1, 1, rows, columns}), DType::Bool));
    }
    if (const nlohmann::json* mask = arguments.find(4, "mask"))
        scores = masked(arguments.value(*mask));
    const ValueId weights = b.softmax(SoftmaxKind::Softmax, scores, {3});
    c.set(b.transpose(b.matMul(weights, b.transpose(spread(value), byHead), -1, {}), byHead));
}

/// x[begin …] of that many elements on each axis; −1 in TensorFlow's size takes the rest.
void slice(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "inputs");
    const auto begin = arguments.integers(1, "start_indices"), size = arguments.integers(2, "shape");
    if (c.failed() || !begin || !size || int(begin->size()) != b.rank(x) || begin->size() != size->size())
        return b.fail(unreadable());
    for (int axis = 0; axis < b.rank(x) && !c.failed(); ++axis) {
        const int64_t whole = b.shape(x)[axis], from = (*begin)[size_t(axis)];
        const int64_t taken = (*size)[size_t(axis)] == -1 ? whole - from : (*size)[size_t(axis)];
        if (from != 0 || taken != whole)
            x = b.sliceAxis(x, axis, from, taken);
    }
    c.set(x);
}

} // namespace

void addNetworkOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"Conv", convolve},
        {"DepthwiseConv", convolveDepthwise<false>}, {"SeparableConv", convolveDepthwise<true>},
        {"ConvTranspose", convolveTransposed}, {"BatchNorm", batchNorm}, {"Moments", moments},
        {"DotProductAttention", dotProductAttention}, {"Slice", slice}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
