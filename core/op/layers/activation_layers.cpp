// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/activation.h"
#include "core/op/layers/layer_table.h"

#include <limits>

namespace kerascope {
namespace {

void activationLayer(LayerContext& c)
{
    const ValueId x = c.input();
    const nlohmann::json* written = c.find("activation");
    if (!c.failed())
        c.set(written ? applyActivation(c, x, *written) : x);
}

void relu(LayerContext& c)
{
    const ValueId x = c.input();
    const auto limit = c.number("max_value", std::numeric_limits<double>::infinity());
    c.set(c.build.unary(x,
        {Unary::Relu, float(c.number("negative_slope", 0)), float(limit), float(c.number("threshold", 0))}));
}

void leakyRelu(LayerContext& c)
{
    c.set(c.build.unary(c.input(),
        {Unary::Relu, float(c.number("negative_slope", 0.3)), std::numeric_limits<float>::infinity(), 0}));
}

void elu(LayerContext& c)
{
    c.set(c.build.unary(c.input(), {Unary::Elu, float(c.number("alpha", 1)), 0, 0}));
}

/// x where x > theta, else 0.
void thresholdedRelu(LayerContext& c)
{
    c.set(c.build.unary(c.input(), {Unary::Threshold, float(c.number("theta", 1)), 0, 0}));
}

/// alpha has the input's dims without the batch, 1 on the shared axes.
void prelu(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2);
    if (c.failed())
        return;
    Shape size = b.shape(x);
    for (const int64_t shared : c.integers("shared_axes"))
        size[c.axis(shared, b.rank(x))] = 1;
    size[0] = 1;
    const Shape alpha(std::vector<int64_t>(size.dims.begin() + 1, size.dims.end()));
    c.set(b.binary(Binary::Prelu, x, b.reshape(c.weight("alpha", alpha), size)));
}

/// Masked places count as −∞ and come out as 0. The mask is aligned at the right, as NumPy does.
void softmax(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input();
    if (c.failed())
        return;
    const std::vector<int> axes = c.axes("axis", b.rank(x), {-1});
    ValueId mask = c.incomingMask();
    if (mask >= 0) {
        mask = b.alignLeft(mask, b.rank(x));
        x = b.select(mask, x, b.scalar(-3.0e38F, b.rank(x)));
    }
    ValueId y = b.softmax(SoftmaxKind::Softmax, x, axes);
    if (mask >= 0 && !c.failed())
        y = b.select(mask, y, b.scalar(0, b.rank(y)));
    c.set(y);
}

} // namespace

void addActivationLayers(LayerTable& table)
{
    table.emplace("Activation", activationLayer);
    table.emplace("ReLU", relu);
    table.emplace("LeakyReLU", leakyRelu);
    table.emplace("ELU", elu);
    table.emplace("ThresholdedReLU", thresholdedRelu);
    table.emplace("PReLU", prelu);
    table.emplace("Softmax", softmax);
}

} // namespace kerascope
