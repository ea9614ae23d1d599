// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/spatial.h"

#include <algorithm>

namespace kerascope {
namespace {

void flatten(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input();
    const bool first = c.channelsFirst();
    if (c.failed())
        return;
    x = toChannelsLast(b, x, first && b.rank(x) > 2);
    if (c.failed())
        return;
    const Shape shape = b.shape(x);
    c.set(b.reshape(x, {shape[0], shape.product(1, shape.rank())}));
}

void reshapeLayer(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input();
    const auto target = c.integers("target_shape");
    if (c.failed())
        return;
    Shape out{b.shape(x)[0]};
    int64_t known = 1;
    int open = -1;
    for (const int64_t dim : target) {
        if (dim == -1 && open < 0)
            open = out.rank();
        else if (dim > 0)
            known = b.times(known, dim);
        else
            b.fail(Text(msg("core", "its option \"%1\" must be positive, not %2"), "target_shape", dim));
        out.dims.push_back(dim);
    }
    if (c.failed())
        return;
    const int64_t elements = b.shape(x).product(1, b.rank(x));
    if (open >= 0)
        out[open] = elements / known;
    c.set(b.reshape(x, std::move(out)));
}

/// dims count from 1, without the batch axis.
void permute(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input();
    std::vector<int> permutation{0};
    for (const int64_t dim : c.integers("dims"))
        permutation.push_back(int(dim));
    if (c.failed())
        return;
    std::vector<int> sorted = permutation;
    std::sort(sorted.begin(), sorted.end());
    bool good = int(sorted.size()) == b.rank(x);
    for (size_t i = 0; good && i < sorted.size(); ++i)
        good = sorted[i] == int(i);
    if (good)
        c.set(b.transpose(x, permutation));
    else
        b.fail(Text(
            msg("core", "its option \"%1\" does not fit an input of shape %2"), "dims", b.shape(x).text()));
}

void repeatVector(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2, 2);
    const int64_t n = c.positive("n", 0);
    if (c.failed())
        return;
    const Shape shape = b.shape(x);
    c.set(b.broadcast(b.reshape(x, {shape[0], 1, shape[1]}), {shape[0], n, shape[1]}));
}

template <int rank> void zeroPadding(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(rank + 2, rank + 2);
    const auto borders = c.borders("padding", rank);
    const size_t at = c.channelsFirst() ? 2 : 1;
    std::vector<int64_t> before(rank + 2, 0), after(rank + 2, 0);
    for (size_t i = 0; i < rank; ++i) {
        before[at + i] = borders[i][0];
        after[at + i] = borders[i][1];
    }
    c.set(b.pad(x, std::move(before), std::move(after)));
}

template <int rank> void cropping(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input(rank + 2, rank + 2);
    const auto borders = c.borders("cropping", rank);
    const int at = c.channelsFirst() ? 2 : 1;
    for (int i = 0; i < rank && !c.failed(); ++i) {
        const auto& cut = borders[size_t(i)];
        x = b.sliceAxis(x, at + i, cut[0], b.shape(x)[at + i] - cut[0] - cut[1]);
    }
    c.set(x);
}

ValueId resized(LayerContext& c, ValueId x, const std::string& how, const Spatial& factor, bool first)
{
    ProgramBuilder& b = c.build;
    x = toChannelsLast(b, x, first);
    if (c.failed())
        return -1;
    const Shape size = b.shape(x);
    return toChannelsFirst(
        b, resizePicture(c, x, how, b.times(size[1], factor[0]), b.times(size[2], factor[1])), first);
}

template <int rank> void upSampling(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input(rank + 2, rank + 2);
    const Spatial factor = c.spatial("size", rank, 2);
    const bool first = c.channelsFirst();
    const std::string how = rank == 2 ? c.text("interpolation", "nearest") : "nearest";
    if (c.failed())
        return;
    if (how != "nearest") {
        c.set(resized(c, x, how, factor, first));
        return;
    }
    for (int i = 0; i < rank; ++i)
        x = b.repeat(x, (first ? 2 : 1) + i, factor[size_t(i)]);
    c.set(x);
}

} // namespace

void addShapeLayers(LayerTable& table)
{
    table.emplace("Flatten", flatten);
    table.emplace("Reshape", reshapeLayer);
    table.emplace("Permute", permute);
    table.emplace("RepeatVector", repeatVector);
    table.emplace("ZeroPadding1D", zeroPadding<1>);
    table.emplace("ZeroPadding2D", zeroPadding<2>);
    table.emplace("ZeroPadding3D", zeroPadding<3>);
    table.emplace("Cropping1D", cropping<1>);
    table.emplace("Cropping2D", cropping<2>);
    table.emplace("Cropping3D", cropping<3>);
    table.emplace("UpSampling1D", upSampling<1>);
    table.emplace("UpSampling2D", upSampling<2>);
    table.emplace("UpSampling3D", upSampling<3>);
}

} // namespace kerascope
