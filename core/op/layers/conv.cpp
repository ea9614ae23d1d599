// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/spatial.h"

namespace kerascope {
namespace {

struct ConvolutionOptions {
    int rank = 2;
    Spatial kernel{1, 1, 1};
    bool channelsFirst = false, bias = true;
    ConvAttributes attributes;
};

std::optional<ConvolutionOptions> readOptions(LayerContext& c, int rank)
{
    ConvolutionOptions o;
    o.rank = rank;
    o.kernel = c.spatial("kernel_size", rank, 0);
    o.channelsFirst = c.channelsFirst();
    o.bias = c.flag("use_bias", true);
    o.attributes.spatialRank = rank;
    o.attributes.stride = c.spatial("strides", rank, 1);
    o.attributes.dilation = c.spatial("dilation_rate", rank, 1);
    if (c.failed())
        return std::nullopt;
    return o;
}

/// Puts the padding of "valid", "same" or "causal" into the attributes; gives the output's spatial sizes.
Spatial placeWindows(LayerContext& c, const Shape& x, ConvolutionOptions& o)
{
    const std::string padding = c.text("padding", "valid");
    Spatial out{1, 1, 1};
    if (padding == "causal" && o.rank != 1)
        c.build.fail(Text(msg("core", "the padding \"%1\" is not known"), padding));
    for (int i = 0; i < o.rank && !c.failed(); ++i) {
        const size_t k = size_t(i);
        const WindowPlace place =
            placeWindow(c, padding, x[1 + i], o.kernel[k], o.attributes.stride[k], o.attributes.dilation[k]);
        o.attributes.padBefore[k] = place.before;
        o.attributes.padAfter[k] = place.after;
        out[k] = place.out;
    }
    return out;
}

Shape outputShape(const Shape& x, const Spatial& spatial, int rank, int64_t channels)
{
    Shape out{x[0]};
    for (int i = 0; i < rank; ++i)
        out.dims.push_back(spatial[size_t(i)]);
    out.dims.push_back(channels);
    return out;
}

std::vector<ValueId> withBias(ValueId x, ValueId kernel, ValueId bias)
{
    std::vector<ValueId> inputs{x, kernel};
    if (bias >= 0)
        inputs.push_back(bias);
    return inputs;
}

/// Cross-correlation; filters are grouped contiguously.
template <int rank> void convolution(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input(rank + 2, rank + 2);
    const int64_t filters = c.positive("filters", 0), groups = c.positive("groups", 1);
    auto o = readOptions(c, rank);
    if (!o)
        return;
    x = toChannelsLast(b, x, o->channelsFirst);
    const Shape in = b.shape(x);
    if (c.failed())
        return;
    if (in[-1] % groups != 0 || filters % groups != 0) {
        b.misfit(Text(msg("core", "%1 channels and %2 filters cannot be divided into %3 groups"), in[-1],
            filters, groups));
        return;
    }
    const Spatial spatial = placeWindows(c, in, *o);
    const ActivationSpec activation = c.activation("activation");
    o->attributes.groups = groups;
    o->attributes.activation = activation.simple;
    const ValueId kernel = c.weight("kernel", kernelShape(o->kernel, rank, in[-1] / groups, filters));
    const ValueId bias = o->bias ? c.weight("bias", {filters}) : -1;
    if (c.failed())
        return;
    ValueId y = b.add(
        OpKind::Conv, withBias(x, kernel, bias), outputShape(in, spatial, rank, filters), o->attributes);
    // softmax and the like run along the last axis as stored, so the order is put back first
    y = toChannelsFirst(b, y, o->channelsFirst);
    c.set(c.finish(y, activation));
}

/// Every channel by itself; output channel c·multiplier + j is filter j of channel c.
ValueId depthwisePart(
    LayerContext& c, ValueId x, ConvolutionOptions& o, const char* role, ValueId bias, Activation activation)
{
    ProgramBuilder& b = c.build;
    const int64_t multiplier = c.positive("depth_multiplier", 1);
    const Shape in = b.shape(x);
    if (c.failed())
        return -1;
    const Spatial spatial = placeWindows(c, in, o);
    const int64_t channels = b.times(in[-1], multiplier);
    ValueId kernel = c.weight(role, kernelShape(o.kernel, o.rank, in[-1], multiplier));
    kernel = b.reshape(kernel, kernelShape(o.kernel, o.rank, 1, channels));
    if (c.failed())
        return -1;
    o.attributes.groups = in[-1];
    o.attributes.activation = activation;
    return b.add(
        OpKind::Conv, withBias(x, kernel, bias), outputShape(in, spatial, o.rank, channels), o.attributes);
}

template <int rank> void depthwise(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input(rank + 2, rank + 2);
    auto o = readOptions(c, rank);
    if (!o)
        return;
    x = toChannelsLast(b, x, o->channelsFirst);
    const int64_t channels = c.failed() ? 1 : b.times(b.shape(x)[-1], c.positive("depth_multiplier", 1));
    const ActivationSpec activation = c.activation("activation");
    const ValueId bias = o->bias ? c.weight("bias", {channels}) : -1;
    ValueId y = depthwisePart(
        c, x, *o, c.hasWeight("depthwise_kernel") ? "depthwise_kernel" : "kernel", bias, activation.simple);
    y = toChannelsFirst(b, y, o->channelsFirst);
    c.set(c.finish(y, activation));
}

/// Depthwise without bias, then 1×1 with bias and activation.
template <int rank> void separable(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input(rank + 2, rank + 2);
    const int64_t filters = c.positive("filters", 0);
    auto o = readOptions(c, rank);
    if (!o)
        return;
    x = toChannelsLast(b, x, o->channelsFirst);
    const ValueId deep = depthwisePart(c, x, *o, "depthwise_kernel", -1, {});
    if (c.failed())
        return;
    ConvolutionOptions point;
    point.rank = rank;
    point.attributes.spatialRank = rank;
    const ActivationSpec activation = c.activation("activation");
    point.attributes.activation = activation.simple;
    Shape out = b.shape(deep);
    const ValueId kernel =
        c.weight("pointwise_kernel", kernelShape(point.kernel, point.rank, out[-1], filters));
    const ValueId bias = o->bias ? c.weight("bias", {filters}) : -1;
    if (c.failed())
        return;
    out[-1] = filters;
    ValueId y = b.add(OpKind::Conv, withBias(deep, kernel, bias), out, point.attributes);
    y = toChannelsFirst(b, y, o->channelsFirst);
    c.set(c.finish(y, activation));
}

/// The gradient of a convolution.
template <int rank> void transposed(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input(rank + 2, rank + 2);
    const int64_t filters = c.positive("filters", 0);
    auto o = readOptions(c, rank);
    const std::vector<int64_t> given = c.integers("output_padding"), whole = c.integers("output_size");
    if (!o || c.failed())
        return;
    x = toChannelsLast(b, x, o->channelsFirst);
    const Shape in = b.shape(x);
    const std::string padding = c.text("padding", "valid");
    const ActivationSpec activation = c.activation("activation");
    ConvTransposeAttributes attributes{
        rank, o->attributes.stride, o->attributes.dilation, {0, 0, 0}, activation.simple};
    Spatial spatial{1, 1, 1};
    for (int i = 0; i < rank && !c.failed(); ++i) {
        const size_t k = size_t(i);
        std::optional<int64_t> extra;
        if (!given.empty())
            extra = given[given.size() > k ? k : 0];
        const TransposedPlace place = whole.size() > k
            ? placeTransposedInto(
                c, padding, in[1 + i], o->kernel[k], attributes.stride[k], attributes.dilation[k], whole[k])
            : placeTransposed(
                c, padding, in[1 + i], o->kernel[k], attributes.stride[k], attributes.dilation[k], extra);
        spatial[k] = place.out;
        attributes.cropBefore[k] = place.crop;
    }
    const ValueId kernel = c.weight("kernel", kernelShape(o->kernel, rank, filters, c.failed() ? 1 : in[-1]));
    const ValueId bias = o->bias ? c.weight("bias", {filters}) : -1;
    if (c.failed())
        return;
    ValueId y = b.add(OpKind::ConvTranspose, withBias(x, kernel, bias),
        outputShape(in, spatial, rank, filters), attributes);
    y = toChannelsFirst(b, y, o->channelsFirst);
    c.set(c.finish(y, activation));
}

} // namespace

void addConvolutionLayers(LayerTable& table)
{
    table.emplace("Conv1D", convolution<1>);
    table.emplace("Conv2D", convolution<2>);
    table.emplace("Conv3D", convolution<3>);
    table.emplace("Conv1DTranspose", transposed<1>);
    table.emplace("Conv2DTranspose", transposed<2>);
    table.emplace("Conv3DTranspose", transposed<3>);
    table.emplace("DepthwiseConv1D", depthwise<1>);
    table.emplace("DepthwiseConv2D", depthwise<2>);
    table.emplace("SeparableConv1D", separable<1>);
    table.emplace("SeparableConv2D", separable<2>);
}

} // namespace kerascope
