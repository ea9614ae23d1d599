// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"

namespace kerascope {
namespace {

/// Layers that do nothing at inference, and InputLayers inside a nested model.
void pass(LayerContext& c)
{
    const auto training = c.arguments.is_object() ? c.arguments.find("training") : c.arguments.end();
    if (c.arguments.is_object() && training != c.arguments.end() && training->is_boolean()
        && training->get<bool>() && c.type != "InputLayer" && c.type != "Identity"
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
    c.set(c.finish(b.matMul(x, kernel, bias, {false, false, activation.simple}), activation));
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
    c.set(b.add(OpKind::Gather, {table, x}, std::move(out), NoAttributes{}));
    if (c.wantsMask && c.flag("mask_zero", false))
        c.mask = b.binary(Binary::NotEqual, x, b.scalar(0, b.rank(x)));
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
    table.emplace("Dense", dense);
    table.emplace("Embedding", embedding);
    table.emplace("Masking", masking);
}

} // namespace kerascope
