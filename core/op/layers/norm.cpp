// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"

#include <algorithm>
#include <numeric>

namespace kerascope {
namespace {

/// Dims of x on `axes`, and 1 elsewhere: how a parameter over those axes is spread over x.
Shape spreadShape(const Shape& x, const std::vector<int>& axes)
{
    Shape out(std::vector<int64_t>(size_t(x.rank()), 1));
    for (const int axis : axes)
        out[axis] = x[axis];
    return out;
}

Shape picked(const Shape& x, const std::vector<int>& axes)
{
    Shape out;
    for (const int axis : axes)
        out.dims.push_back(x[axis]);
    return out;
}

/// x·scale + shift with parameters along one axis, as an Affine on the last axis.
ValueId affineAlong(ProgramBuilder& b, ValueId x, int axis, ValueId scale, ValueId shift)
{
    const int last = b.rank(x) - 1;
    const ValueId moved = b.moveAxis(x, axis, last);
    if (b.failed())
        return -1;
    std::vector<ValueId> inputs{moved, scale};
    if (shift >= 0)
        inputs.push_back(shift);
    const ValueId y = b.add(OpKind::Affine, std::move(inputs), b.shape(moved), AffineAttributes{});
    return b.moveAxis(y, last, axis);
}

/// Keras 1's mode 1 (each sample by itself, along the last axis) and mode 2 (the batch's own statistics).
void batchNormalizationOfMode(LayerContext& c, ValueId x, int64_t mode)
{
    ProgramBuilder& b = c.build;
    const int last = b.rank(x) - 1;
    const int axis = mode == 1 ? last : c.axis(c.integer("axis", -1), b.rank(x));
    if (mode != 1 && mode != 2)
        b.fail(Text(msg("core", "BatchNormalization of mode %1 is not supported"), mode));
    if (c.failed())
        return;
    std::vector<int> over;
    for (int i = 0; i <= last; ++i)
        if (mode == 1 ? i == last : i != axis)
            over.push_back(i);
    const auto epsilon = float(c.number("epsilon", 1e-3));
    const ValueId centred = b.binary(Binary::Subtract, x, b.reduce(ReduceKind::Mean, x, over, true));
    const ValueId variance = b.reduce(ReduceKind::Mean, b.unary(centred, {Unary::Square}), over, true);
    ValueId deviation = b.unary(b.linear(variance, 1, epsilon), {Unary::Sqrt});
    if (mode == 1) // keras 1.2.2 adds it a second time
        deviation = b.linear(deviation, 1, epsilon);
    const ValueId y = b.binary(Binary::Divide, centred, deviation);
    if (!c.failed())
        c.set(affineAlong(
            b, y, axis, c.weight("gamma", {b.shape(x)[axis]}), c.weight("beta", {b.shape(x)[axis]})));
}

/// γ·(x − μ)/√(σ² + ε) + β with the moving statistics, as one multiply and add.
void batchNormalization(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2);
    if (c.failed())
        return;
    if (const int64_t mode = c.integer("mode", 0); mode != 0)
        return batchNormalizationOfMode(c, x, mode);
    std::vector<int> axes = c.axes("axis", b.rank(x), {-1});
    std::sort(axes.begin(), axes.end());
    const Shape size = picked(b.shape(x), axes);
    std::vector<ValueId> forScale{c.weight("moving_variance", size)};
    if (c.flag("scale", true))
        forScale.push_back(c.weight("gamma", size));
    const ValueId scale =
        b.derived(DerivedKind::BatchNormScale, forScale, size, float(c.number("epsilon", 1e-3)));
    std::vector<ValueId> forShift{c.weight("moving_mean", size), scale};
    if (c.flag("center", true))
        forShift.push_back(c.weight("beta", size));
    const ValueId shift = b.derived(DerivedKind::BatchNormShift, forShift, size);
    if (c.failed())
        return;
    if (axes.size() == 1) {
        c.set(affineAlong(b, x, axes[0], scale, shift));
        return;
    }
    const Shape spread = spreadShape(b.shape(x), axes);
    c.set(b.binary(
        Binary::Add, b.binary(Binary::Multiply, x, b.reshape(scale, spread)), b.reshape(shift, spread)));
}

/// Normalises over `axes` taken as one row; parameters have the dims of the sorted axes.
ValueId normalizeOver(ProgramBuilder& b, ValueId x, std::vector<int> axes, NormalizeAttributes attributes,
    ValueId gamma, ValueId beta)
{
    if (b.failed())
        return -1;
    std::sort(axes.begin(), axes.end());
    std::vector<int> permutation;
    for (int axis = 0; axis < b.rank(x); ++axis)
        if (!std::binary_search(axes.begin(), axes.end(), axis))
            permutation.push_back(axis);
    permutation.insert(permutation.end(), axes.begin(), axes.end());
    std::vector<int> back(permutation.size());
    for (size_t i = 0; i < permutation.size(); ++i)
        back[size_t(permutation[i])] = int(i);
    attributes.axes = int(axes.size());
    std::vector<ValueId> inputs{b.transpose(x, permutation)};
    if (gamma >= 0 || beta >= 0)
        inputs.push_back(gamma);
    if (beta >= 0)
        inputs.push_back(beta);
    if (b.failed())
        return -1;
    const Shape out = b.shape(inputs[0]);
    return b.transpose(b.add(OpKind::Normalize, std::move(inputs), out, attributes), back);
}

void layerNormalization(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2);
    if (c.failed())
        return;
    std::vector<int> axes = c.axes("axis", b.rank(x), {-1});
    std::sort(axes.begin(), axes.end());
    const Shape size = picked(b.shape(x), axes);
    const bool rms = c.flag("rms_scaling", false);
    NormalizeAttributes attributes;
    attributes.kind = rms ? NormalizeKind::VarianceOnly : NormalizeKind::MeanVariance;
    attributes.epsilon = float(c.number("epsilon", 1e-3));
    const ValueId gamma = rms || c.flag("scale", true) ? c.weight("gamma", size) : -1;
    const ValueId beta = !rms && c.flag("center", true) ? c.weight("beta", size) : -1;
    c.set(normalizeOver(b, x, axes, attributes, gamma, beta));
}

void rmsNormalization(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2);
    if (c.failed())
        return;
    std::vector<int> axes = c.axes("axis", b.rank(x), {-1});
    std::sort(axes.begin(), axes.end());
    NormalizeAttributes attributes;
    attributes.kind = NormalizeKind::RootMeanSquare;
    attributes.epsilon = float(c.number("epsilon", 1e-6));
    c.set(normalizeOver(b, x, axes, attributes, c.weight("scale", picked(b.shape(x), axes)), -1));
}

void unitNormalization(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2);
    if (c.failed())
        return;
    NormalizeAttributes attributes;
    attributes.kind = NormalizeKind::UnitLength;
    attributes.epsilon = 1e-12F;
    c.set(normalizeOver(b, x, c.axes("axis", b.rank(x), {-1}), attributes, -1, -1));
}

/// Channels in contiguous groups, each normalised over its channels and all other axes but the batch.
void groupNormalization(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2, ProgramBuilder::maxRank - 1);
    if (c.failed())
        return;
    const int axis = c.axis(c.integer("axis", -1), b.rank(x));
    const int64_t channels = b.shape(x)[axis];
    int64_t groups = c.integer("groups", 32);
    groups = groups == -1 ? channels : groups;
    if (groups < 1 || channels % groups != 0 || axis == 0) {
        b.fail(Text(msg("core", "%1 channels cannot be divided into %2 groups"), channels, groups));
        return;
    }
    const ValueId moved = b.moveAxis(x, axis, 1); // [N, C, rest]
    const ValueId gamma = c.flag("scale", true) ? c.weight("gamma", {channels}) : -1;
    const ValueId beta = c.flag("center", true) ? c.weight("beta", {channels}) : -1;
    if (c.failed())
        return;
    const Shape whole = b.shape(moved);
    const Shape grouped{whole[0], groups, channels / groups * whole.product(2, whole.rank())};
    NormalizeAttributes attributes;
    attributes.epsilon = float(c.number("epsilon", 1e-3));
    ValueId y = b.reshape(normalizeOver(b, b.reshape(moved, grouped), {2}, attributes, -1, -1), whole);
    y = b.moveAxis(y, 1, axis);
    const ValueId scale =
        gamma >= 0 || beta < 0 ? gamma : b.literal(std::vector<float>(size_t(channels), 1), {channels});
    c.set(scale >= 0 ? affineAlong(b, y, axis, scale, beta) : y);
}

/// keras/src/applications/convnext.py: x·gamma along the last axis. Built into Keras, though no public layer.
void layerScale(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input();
    if (c.failed())
        return;
    const int axis = b.rank(x) - 1;
    const ValueId gamma = c.weight("gamma", {b.shape(x)[axis]});
    if (!c.failed())
        c.set(affineAlong(b, x, axis, gamma, -1));
}

} // namespace

void addNormalizationLayers(LayerTable& table)
{
    table.emplace("BatchNormalization", batchNormalization);
    table.emplace("LayerNormalization", layerNormalization);
    table.emplace("LayerScale", layerScale);
    table.emplace("RMSNormalization", rmsNormalization);
    table.emplace("UnitNormalization", unitNormalization);
    table.emplace("GroupNormalization", groupNormalization);
}

} // namespace kerascope
