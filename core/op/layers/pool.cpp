// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/spatial.h"

namespace kerascope {
namespace {

template <int rank, bool maximum> void pooling(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input(rank + 2, rank + 2);
    PoolAttributes attributes;
    attributes.maximum = maximum;
    attributes.spatialRank = rank;
    attributes.window = c.spatial("pool_size", rank, 2);
    attributes.stride = c.find("strides") ? c.spatial("strides", rank, 1) : attributes.window;
    const bool first = c.channelsFirst();
    const std::string padding = c.text("padding", "valid");
    x = toChannelsLast(b, x, first);
    if (c.failed())
        return;
    if (padding == "causal") {
        b.fail(Text(msg("core", "the padding \"%1\" is not known"), padding));
        return;
    }
    Shape out = b.shape(x);
    for (int i = 0; i < rank; ++i) {
        const size_t k = size_t(i);
        const WindowPlace place =
            placeWindow(c, padding, out[1 + i], attributes.window[k], attributes.stride[k], 1);
        attributes.padBefore[k] = place.before;
        attributes.padAfter[k] = place.after;
        out[1 + i] = place.out;
    }
    if (!c.failed())
        c.set(toChannelsFirst(b, b.add(OpKind::Pool, {x}, std::move(out), attributes), first));
}

/// Mean over the steps that are not masked; a sample without any gives NaN, as in Keras.
ValueId maskedMean(LayerContext& c, ValueId x, ValueId mask, int steps, bool keepDims)
{
    ProgramBuilder& b = c.build;
    Shape spread = b.shape(mask);
    if (spread.rank() != 2) {
        b.misfit(Text(msg("core", "a mask of shape %1 does not fit"), spread.text()));
        return -1;
    }
    spread.dims.insert(spread.dims.begin() + (steps == 1 ? 2 : 1), 1);
    const ValueId weights = b.reshape(b.cast(mask, DType::Float32), spread);
    const ValueId sum = b.reduce(ReduceKind::Sum, b.binary(Binary::Multiply, x, weights), {steps}, keepDims);
    return b.binary(Binary::Divide, sum, b.reduce(ReduceKind::Sum, weights, {steps}, keepDims));
}

template <int rank, bool maximum> void globalPooling(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(rank + 2, rank + 2);
    const bool first = c.channelsFirst(), keep = c.flag("keepdims", false);
    std::vector<int> axes;
    axes.reserve(rank);
    for (int i = 0; i < rank; ++i)
        axes.push_back((first ? 2 : 1) + i);
    const ValueId mask = !maximum && rank == 1 ? c.incomingMask() : -1;
    if (c.failed())
        return;
    c.set(mask >= 0 ? maskedMean(c, x, mask, axes[0], keep)
                    : b.reduce(maximum ? ReduceKind::Maximum : ReduceKind::Mean, x, axes, keep));
}

/// Each output covers [⌊i·n/out⌋, ⌈(i+1)·n/out⌉) of its axis; one axis after the other.
template <int rank, bool maximum> void adaptivePooling(LayerContext& c)
{
    constexpr int64_t most = 4096; // the windows are written out one by one
    ProgramBuilder& b = c.build;
    ValueId x = c.input(rank + 2, rank + 2);
    const Spatial wanted = c.spatial("output_size", rank, 0);
    const int start = c.channelsFirst() ? 2 : 1;
    for (int i = 0; i < rank && !c.failed(); ++i) {
        const int axis = start + i;
        const int64_t size = b.shape(x)[axis], out = wanted[size_t(i)];
        if (out > most) {
            b.misfit(Text(msg("core", "it would make a tensor of shape %1"), Shape{out}.text()));
            return;
        }
        std::vector<ValueId> windows;
        for (int64_t k = 0; k < out; ++k) {
            const int64_t begin = k * size / out, end = ((k + 1) * size + out - 1) / out;
            windows.push_back(b.reduce(maximum ? ReduceKind::Maximum : ReduceKind::Mean,
                b.sliceAxis(x, axis, begin, end - begin), {axis}, true));
        }
        x = b.concat(windows, axis);
    }
    c.set(x);
}

template <int rank> void addRank(LayerTable& table, const std::string& suffix)
{
    table.emplace("MaxPooling" + suffix, pooling<rank, true>);
    table.emplace("AveragePooling" + suffix, pooling<rank, false>);
    table.emplace("AdaptiveMaxPooling" + suffix, adaptivePooling<rank, true>);
    table.emplace("AdaptiveAveragePooling" + suffix, adaptivePooling<rank, false>);
    table.emplace("GlobalMaxPooling" + suffix, globalPooling<rank, true>);
    table.emplace("GlobalAveragePooling" + suffix, globalPooling<rank, false>);
}

} // namespace

void addPoolingLayers(LayerTable& table)
{
    addRank<1>(table, "1D");
    addRank<2>(table, "2D");
    addRank<3>(table, "3D");
}

} // namespace kerascope
