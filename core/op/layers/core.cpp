// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/einsum.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/quantized.h"

#include <algorithm>

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

/// act(x·W + b) along the last axis.
void dense(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input(2);
    const int64_t units = c.positive("units", 0);
    if (c.failed())
        return;
    const ActivationSpec activation = c.activation("activation");
    const Shape size{b.shape(x)[-1], units};
    const ValueId bias = c.flag("use_bias", true) ? quantizedBias(c, "bias", {units}) : -1;
    if (c.find("quantization")) {
        ValueId y = quantizedMatMul(c, x, "", size, {units}, units);
        if (bias >= 0)
            y = b.binary(Binary::Add, y, b.alignLeft(bias, b.rank(x)));
        return c.set(c.finish(b.unary(y, activation.simple), activation));
    }
    const ValueId kernel = c.weight("kernel", size);
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
    return c.build.alignLeft(quantizedBias(c, "bias", size), out.rank());
}

/// The kernel's sizes, from the input and from the configured output; unknownDim where neither tells.
Shape einsumKernel(LayerContext& c, const EinsumEquation& equation, const Shape& x)
{
    const Labels &from = equation.operands[0], &to = equation.result;
    const nlohmann::json* written = c.find("output_shape");
    const nlohmann::json out = !written ? nlohmann::json::array()
        : written->is_array()           ? *written
                                        : nlohmann::json::array({*written});
    Shape size;
    for (const int label : equation.operands[1]) {
        const auto found = std::find(from.begin(), from.end(), label);
        const auto end = std::distance(std::find(to.begin(), to.end(), label), to.end());
        const nlohmann::json* last =
            end > 0 && size_t(end) <= out.size() ? &out[out.size() - size_t(end)] : nullptr;
        if (found != from.end())
            size.dims.push_back(x[int(found - from.begin())]);
        else
            size.dims.push_back(last && last->is_number_integer() ? last->get<int64_t>() : unknownDim);
    }
    return size;
}

/// The rounded input, and its scale over the axes that the sum leaves, spread in the order of the result.
Quantized scaledEinsumInput(LayerContext& c, const EinsumEquation& equation, ValueId x)
{
    ProgramBuilder& b = c.build;
    const Labels &from = equation.operands[0], &to = equation.result;
    std::vector<int> summed, order;
    for (size_t i = 0; i < from.size(); ++i)
        if (std::find(to.begin(), to.end(), from[i]) == to.end())
            summed.push_back(int(i));
    const Quantized q = quantizedInput(c, x, summed);
    Shape spread(std::vector<int64_t>(to.size(), 1));
    for (size_t i = 0; i < to.size(); ++i)
        if (const auto at = std::find(from.begin(), from.end(), to[i]) - from.begin();
            at < std::ptrdiff_t(from.size())) {
            order.push_back(int(at));
            spread[int(i)] = b.shape(q.scale)[int(at)];
        }
    order.insert(order.end(), summed.begin(), summed.end());
    return {q.x, b.reshape(b.transpose(q.scale, order), spread)};
}

ValueId einsumOfBytes(LayerContext& c, const EinsumEquation& equation, ValueId x, ValueId kernel)
{
    ProgramBuilder& b = c.build;
    const Labels &held = equation.operands[1], &to = equation.result;
    const Quantized q = scaledEinsumInput(c, equation, x);
    const ValueId y = einsum(b, equation, q.x, kernel);
    if (c.failed())
        return -1;
    Shape stored = b.shape(y);
    for (size_t i = 0; i < to.size(); ++i)
        if (std::find(held.begin(), held.end(), to[i]) == held.end())
            stored[int(i)] = 1;
    return b.binary(Binary::Divide, y, b.binary(Binary::Multiply, q.scale, c.weight("kernel_scale", stored)));
}

/// How a kernel is flattened: int4 takes the summed axes as rows; GPTQ and AWQ split where the largest is.
int64_t einsumRows(LayerContext& c, const EinsumEquation& equation, const Shape& size)
{
    const std::string mode = c.text("quantization", "");
    const Labels &from = equation.operands[0], &kernel = equation.operands[1];
    int64_t rows = 1;
    if (mode.starts_with("int4") || mode == "float8") {
        for (int i = 0; i < size.rank(); ++i)
            if (std::find(from.begin(), from.end(), kernel[size_t(i)]) != from.end())
                rows = c.build.times(rows, size[i]);
        return rows;
    }
    const auto largest = std::max_element(size.dims.begin(), size.dims.end()) - size.dims.begin();
    return size.rank() == 3 && largest != 0 ? c.build.times(size[0], size[1]) : size[0];
}

ValueId quantizedEinsum(LayerContext& c, const EinsumEquation& equation, ValueId x, const Shape& size)
{
    ProgramBuilder& b = c.build;
    const std::string mode = c.text("quantization", "");
    if (mode.starts_with("int8"))
        return einsumOfBytes(c, equation, x, c.weight("kernel", size));
    if (!size.known() || size.rank() < 1) {
        b.fail(Text(msg("core", "its option \"%1\" cannot be read"), "output_shape"));
        return -1;
    }
    const int64_t rows = einsumRows(c, equation, size);
    const ValueId flat = plainKernel(c, "", rows, size.product(0, size.rank()) / rows, size);
    const ValueId kernel = b.derived(DerivedKind::Reshape, {flat}, size);
    if (mode != "int4_inputs")
        return einsum(b, equation, plainInput(c, "", x), kernel);
    const auto [rounded, inputs] = scaledEinsumInput(c, equation, x);
    return b.binary(Binary::Divide, einsum(b, equation, rounded, kernel), inputs);
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
    const Shape size = einsumKernel(c, *equation, b.shape(x));
    const ActivationSpec activation = c.activation("activation");
    ValueId y = c.find("quantization") ? quantizedEinsum(c, *equation, x, size)
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
    ValueId y = -1;
    if (c.find("quantization"))
        y = quantizedRows(c, x, rows, width);
    else
        y = b.add(OpKind::Gather, {c.weight("embeddings", {rows, width}), x}, out, NoAttributes{});
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
    ValueId logits = -1;
    if (c.find("quantization")) {
        logits = quantizedReverse(c, x, rows, width, tied);
    } else {
        const ValueId table =
            tied ? c.weight("embeddings", {rows, width}) : c.weight("reverse_embeddings", {width, rows});
        logits = b.matMul(x, table, -1, {false, tied, {}});
    }
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
