// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/einsum.h"
#include "core/op/layers/layer_table.h"

#include <algorithm>
#include <limits>

namespace kerascope {
namespace {

/// Layers that do nothing at inference, and InputLayers inside a nested model.
void pass(LayerContext& c)
{
    if (c.callFlag("training") && c.type != "InputLayer" && c.type != "Identity"
        && c.type != "ActivityRegularization") {
        c.build.fail(Text(msg("core", "it is called with training=True, so that its result is random")));
        return;
    }
    const auto values = c.positional();
    if (values.empty())
        c.build.fail(Text(msg("core", "it has no input")));
    else
        c.set(values[0]);
}

/// Augmentation works in training only; Keras writes its default, training=True, into the call all the same.
void augmentation(LayerContext& c) { c.set(c.input()); }

struct Quantized {
    ValueId x = -1, scale = -1;
};

/// keras.quantizers.AbsMaxQuantizer: rounded to [−127, 127] by the largest magnitude over `axes`; with
/// "int8_weights" the input stays as it is, at a scale of 1.
Quantized quantizedInput(LayerContext& c, ValueId x, const std::vector<int>& axes)
{
    ProgramBuilder& b = c.build;
    constexpr float most = 127, epsilon = 1e-7F, infinity = std::numeric_limits<float>::infinity();
    if (c.failed() || c.text("quantization", "") == "int8_weights")
        return {x, b.scalar(1, b.rank(x))};
    const ValueId largest = b.reduce(ReduceKind::Maximum, b.unary(x, {Unary::Abs}), axes, true);
    const ValueId scale = b.binary(Binary::Divide, b.scalar(most, b.rank(x)),
        b.unary(b.linear(largest, 1, epsilon), {Unary::Clip, epsilon, infinity, 0}));
    const ValueId rounded = b.unary(b.binary(Binary::Multiply, x, scale), {Unary::Round});
    return {b.unary(rounded, {Unary::Clip, -most, most, 0}), scale};
}

/// act(x·W + b) along the last axis.
void dense(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2);
    const int64_t units = c.positive("units", 0);
    if (c.failed())
        return;
    const ActivationSpec activation = c.activation("activation");
    const ValueId kernel = c.weight("kernel", {b.shape(x)[-1], units});
    const ValueId bias = c.flag("use_bias", true) ? c.weight("bias", {units}) : -1;
    if (c.find("quantization")) {
        const Quantized q = quantizedInput(c, x, {b.rank(x) - 1});
        const ValueId scale =
            b.binary(Binary::Multiply, q.scale, b.alignLeft(c.weight("kernel_scale", {units}), b.rank(x)));
        ValueId y = b.binary(Binary::Divide, b.matMul(q.x, kernel, -1, {}), scale);
        if (bias >= 0)
            y = b.binary(Binary::Add, y, b.alignLeft(bias, b.rank(x)));
        return c.set(c.finish(b.unary(y, activation.simple), activation));
    }
    c.set(c.finish(b.matMul(x, kernel, bias, {false, false, activation.simple}), activation));
}

/// The bias has the output's axes from its first letter on, 1 where a letter is not named.
ValueId einsumBias(LayerContext& c, const std::string& equation, const Labels& result, const Shape& out)
{
    const std::string letters = c.text("bias_axes", "");
    const std::string written = equation.substr(equation.find("->") + 2);
    const bool elidedRight = written.size() > 3 && written.ends_with("...");
    size_t first = result.size();
    for (size_t i = 0; i < result.size(); ++i)
        if (letters.find(char(result[i])) != std::string::npos)
            first = std::min(first, i);
    Shape size;
    for (size_t i = first; i < result.size(); ++i) {
        const bool letter = result[i] < 128;
        if (letter || elidedRight)
            size.dims.push_back(
                letter && letters.find(char(result[i])) != std::string::npos ? out[int(i)] : 1);
    }
    return c.build.alignLeft(c.weight("bias", size), out.rank());
}

/// The input's scale stands over the axes that the sum leaves, spread in the order of the result.
ValueId quantizedEinsum(LayerContext& c, const EinsumEquation& equation, ValueId x, ValueId kernel)
{
    ProgramBuilder& b = c.build;
    const Labels &from = equation.operands[0], &to = equation.result;
    const auto place = [](const Labels& labels, int label) {
        return std::find(labels.begin(), labels.end(), label) - labels.begin();
    };
    std::vector<int> summed, order;
    for (size_t i = 0; i < from.size(); ++i)
        if (place(to, from[i]) == std::ptrdiff_t(to.size()))
            summed.push_back(int(i));
    const Quantized q = quantizedInput(c, x, summed);
    const ValueId y = einsum(b, equation, q.x, kernel);
    if (c.failed())
        return -1;
    Shape spread(std::vector<int64_t>(to.size(), 1));
    for (size_t i = 0; i < to.size(); ++i)
        if (const auto at = place(from, to[i]); at < std::ptrdiff_t(from.size())) {
            order.push_back(int(at));
            spread[int(i)] = b.shape(q.scale)[int(at)];
        }
    order.insert(order.end(), summed.begin(), summed.end());
    const ValueId inputs = b.reshape(b.transpose(q.scale, order), spread);
    Shape stored = b.shape(y);
    for (size_t i = 0; i < to.size(); ++i)
        if (place(equation.operands[1], to[i]) == std::ptrdiff_t(equation.operands[1].size()))
            stored[int(i)] = 1;
    return b.binary(Binary::Divide, y, b.binary(Binary::Multiply, inputs, c.weight("kernel_scale", stored)));
}

/// act(einsum(equation, x, W) + b).
void einsumDense(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(1);
    const std::string text = c.text("equation", "");
    if (c.failed())
        return;
    const size_t comma = text.find(','), arrow = text.find("->");
    const bool parts = comma != std::string::npos && arrow != std::string::npos && comma < arrow;
    const int kernelRank = parts ? int(arrow - comma) - 1 : 0;
    const auto equation = readEinsum(text, {b.rank(x), kernelRank});
    if (!equation) {
        b.fail(Text(msg("core", "its option \"%1\" cannot be read"), "equation"));
        return;
    }
    Shape size;
    for (const int label : equation->operands[1]) {
        const Labels& of = equation->operands[0];
        const auto found = std::find(of.begin(), of.end(), label);
        size.dims.push_back(found == of.end() ? unknownDim : b.shape(x)[int(found - of.begin())]);
    }
    const ActivationSpec activation = c.activation("activation");
    ValueId y = c.find("quantization") ? quantizedEinsum(c, *equation, x, c.weight("kernel", size))
                                       : einsum(b, *equation, x, c.weight("kernel", size));
    if (c.failed())
        return;
    if (c.find("bias_axes"))
        y = b.binary(Binary::Add, y, einsumBias(c, text, equation->result, Shape(b.shape(y))));
    if (!activation.simple.none())
        y = b.unary(y, activation.simple);
    c.set(c.finish(y, activation));
}

void embedding(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(1, ProgramBuilder::maxRank - 1);
    const int64_t rows = c.positive("input_dim", 0), width = c.positive("output_dim", 0);
    if (c.failed())
        return;
    Shape out = b.shape(x);
    out.dims.push_back(width);
    const ValueId table = c.weight("embeddings", {rows, width});
    if (c.failed())
        return;
    ValueId y = b.add(OpKind::Gather, {table, x}, out, NoAttributes{});
    if (c.find("quantization")) {
        Shape column = b.shape(x);
        column.dims.push_back(1);
        const ValueId scales = b.reshape(c.weight("embeddings_scale", {rows}), {rows, 1});
        y = b.binary(Binary::Divide, y, b.add(OpKind::Gather, {scales, x}, column, NoAttributes{}));
    }
    c.set(y);
    if (c.wantsMask && c.flag("mask_zero", false))
        c.mask = b.binary(Binary::NotEqual, x, b.scalar(0, b.rank(x)));
}

/// An embedding whose table also turns features into logits (`reverse`).
void reversibleEmbedding(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    if (!c.callFlag("reverse"))
        return embedding(c);
    const ValueId x = c.input(2);
    const int64_t rows = c.positive("input_dim", 0), width = c.positive("output_dim", 0);
    const double cap = c.number("logit_soft_cap", 0);
    if (c.failed())
        return;
    const bool tied = c.flag("tie_weights", true);
    const ValueId table =
        tied ? c.weight("embeddings", {rows, width}) : c.weight("reverse_embeddings", {width, rows});
    ValueId logits = b.matMul(x, table, -1, {false, tied, {}});
    if (cap > 0)
        logits = b.linear(b.unary(b.linear(logits, float(1 / cap), 0), {Unary::Tanh}), float(cap), 0);
    c.set(logits);
}

/// Steps whose features all equal mask_value become 0 and are masked.
void masking(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2);
    const double value = c.number("mask_value", 0);
    if (c.failed())
        return;
    const int last = b.rank(x) - 1;
    const ValueId differs = b.binary(Binary::NotEqual, x, b.scalar(float(value), b.rank(x)));
    const ValueId kept = b.reduce(ReduceKind::Any, differs, {last}, true);
    c.set(b.binary(Binary::Multiply, x, b.cast(kept, DType::Float32)));
    Shape steps = b.shape(x);
    steps.dims.pop_back();
    if (c.wantsMask)
        c.mask = b.reshape(kept, std::move(steps));
}

} // namespace

void addCoreLayers(LayerTable& table)
{
    for (const char* name :
        {"InputLayer", "Identity", "Dropout", "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D",
            "GaussianDropout", "GaussianNoise", "AlphaDropout", "ActivityRegularization"})
        table.emplace(name, pass);
    for (const char* name : {"RandomBrightness", "RandomColorDegeneration", "RandomColorJitter",
             "RandomContrast", "RandomElasticTransform", "RandomErasing", "RandomFlip", "RandomGaussianBlur",
             "RandomGrayscale", "RandomHeight", "RandomHue", "RandomInvert", "RandomPerspective",
             "RandomPosterization", "RandomRotation", "RandomSaturation", "RandomSharpness", "RandomShear",
             "RandomTranslation", "RandomWidth", "RandomZoom", "AugMix", "CutMix", "MixUp", "RandAugment",
             "Solarization", "Equalization"})
        table.emplace(name, augmentation);
    table.emplace("Dense", dense);
    table.emplace("EinsumDense", einsumDense);
    table.emplace("Embedding", embedding);
    table.emplace("Masking", masking);
    table.emplace("ReversibleEmbedding", reversibleEmbedding);
}

} // namespace kerascope
