// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"

#include <limits>

/// Layers of Keras 1 and 2 that Keras 3 no longer has. Formulas: keras 1.2.2, keras/layers/core.py,
/// advanced_activations.py, engine/topology.py; keras 2.15, kernelized.py.
namespace kerascope {
namespace {

/// y = t·act(x·W + b) + (1 − t)·x with t = σ(x·Wc + bc).
void highway(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2, 2);
    if (c.failed())
        return;
    const int64_t size = b.shape(x)[-1];
    const bool hasBias = c.flag("use_bias", true);
    const ActivationSpec activation = c.activation("activation");
    const auto product = [&](const char* kernel, const char* bias, Activation function) {
        return b.matMul(x, c.weight(kernel, {size, size}), hasBias ? c.weight(bias, {size}) : -1,
            {false, false, function});
    };
    const ValueId carry = product("carry_kernel", "carry_bias", {Unary::Sigmoid});
    const ValueId made = c.finish(product("kernel", "bias", activation.simple), activation);
    c.set(b.binary(Binary::Add, b.binary(Binary::Multiply, carry, made),
        b.binary(Binary::Multiply, b.linear(carry, -1, 1), x)));
}

/// The largest of nb_feature linear layers, unit by unit.
void maxoutDense(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2, 2);
    const int64_t units = c.positive("units", 0), features = c.positive("nb_feature", 4);
    if (c.failed())
        return;
    const int64_t size = b.shape(x)[-1], batch = b.shape(x)[0];
    const ValueId kernel = b.transpose(c.weight("kernel", {features, size, units}), {1, 0, 2});
    const ValueId flat = b.reshape(kernel, {size, b.times(features, units)});
    const ValueId bias =
        c.flag("use_bias", true) ? b.reshape(c.weight("bias", {features, units}), {features * units}) : -1;
    const ValueId all = b.reshape(b.matMul(x, flat, bias, {}), {batch, features, units});
    c.set(c.failed() ? -1 : b.reduce(ReduceKind::Maximum, all, {1}, false));
}

/// A parameter with the input's dims without the batch, 1 on the shared axes, spread over the input.
ValueId perElement(LayerContext& c, ValueId x, const char* role)
{
    ProgramBuilder& b = c.build;
    if (c.failed())
        return -1;
    Shape size = b.shape(x);
    for (const int64_t shared : c.integers("shared_axes"))
        size[c.axis(shared, b.rank(x))] = 1;
    size[0] = 1;
    return b.reshape(
        c.weight(role, Shape(std::vector<int64_t>(size.dims.begin() + 1, size.dims.end()))), size);
}

/// alpha·softplus(beta·x).
void parametricSoftplus(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2);
    const ValueId inner = b.binary(Binary::Multiply, x, perElement(c, x, "beta"));
    c.set(b.binary(Binary::Multiply, b.unary(inner, {Unary::Softplus}), perElement(c, x, "alpha")));
}

/// Linear between t_left and t_left + |t_right|, with slopes a_left and a_right outside.
void sRelu(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2);
    const ValueId left = perElement(c, x, "t_left");
    const ValueId width = b.unary(perElement(c, x, "t_right"), {Unary::Abs});
    const ValueId right = b.binary(Binary::Add, left, width);
    const Activation relu{Unary::Relu, 0, std::numeric_limits<float>::infinity(), 0};
    const ValueId above = b.binary(Binary::Subtract, x, left);
    const ValueId inside = b.binary(Binary::Minimum, b.unary(above, relu), width);
    const ValueId below =
        b.binary(Binary::Multiply, b.unary(b.linear(above, -1, 0), relu), perElement(c, x, "a_left"));
    const ValueId beyond = b.binary(
        Binary::Multiply, b.unary(b.binary(Binary::Subtract, x, right), relu), perElement(c, x, "a_right"));
    c.set(b.binary(
        Binary::Add, b.binary(Binary::Add, left, b.binary(Binary::Subtract, inside, below)), beyond));
}

/// cos(x·W/scale + b).
void randomFourierFeatures(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2, 2);
    const int64_t units = c.positive("output_dim", 0);
    if (c.failed())
        return;
    const ValueId product = b.matMul(x, c.weight("kernel", {b.shape(x)[-1], units}), -1, {});
    const ValueId scaled =
        b.binary(Binary::Divide, product, b.reshape(c.weight("kernel_scale", {1}), {1, 1}));
    const ValueId moved = b.binary(Binary::Add, scaled, b.reshape(c.weight("bias", {units}), {1, units}));
    c.set(b.unary(moved, {Unary::Cos}));
}

/// Merge of mode "cos": x·y/max(√(x·x · y·y), 1e-7) along the last axis of each, with a further axis of 1.
/// The other modes have become layers of their own.
void mergeCosine(LayerContext& c)
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
    const bool vectors = b.rank(values[0]) == 2 && b.shape(values[0]) == b.shape(values[1])
        && c.axis(axes[0], 2) == 1 && c.axis(axes[1], 2) == 1;
    if (!vectors) {
        b.fail(Text(msg("core", "a Merge layer of mode '%1' is not supported"), "cos"));
        return;
    }
    const auto product = [&](ValueId x, ValueId y) {
        return b.reduce(ReduceKind::Sum, b.binary(Binary::Multiply, x, y), {1}, true);
    };
    const ValueId x = values[0], y = values[1];
    const ValueId squares = b.binary(Binary::Multiply, product(x, x), product(y, y));
    const ValueId lengths = b.unary(
        b.unary(squares, {Unary::Sqrt}), {Unary::Clip, 1e-7F, std::numeric_limits<float>::infinity(), 0});
    const ValueId cosine = b.binary(Binary::Divide, product(x, y), lengths);
    c.set(c.failed() ? -1 : b.reshape(cosine, {b.shape(x)[0], 1, 1}));
}

} // namespace

void addLegacyLayers(LayerTable& table)
{
    table.emplace("Highway", highway);
    table.emplace("MaxoutDense", maxoutDense);
    table.emplace("ParametricSoftplus", parametricSoftplus);
    table.emplace("SReLU", sRelu);
    table.emplace("RandomFourierFeatures", randomFourierFeatures);
    table.emplace("Merge", mergeCosine);
}

} // namespace kerascope
