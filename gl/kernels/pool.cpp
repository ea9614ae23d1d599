// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/resize_weights.h"
#include "gl/kernels/spatial.h"
#include "gl/kernels/step_builder.h"

namespace kerascope {

void buildPool(StepBuilder& step)
{
    const Operation& op = step.operation();
    const auto& attributes = op.as<PoolAttributes>();
    const Shape in = step.shape(op.input(0)), out = step.shape(op.outputs[0]);
    const int width = in[-1] % 4 == 0 ? 4 : 1;
    const int64_t items = out.elements().value_or(0) / width;
    const Extent window = innermost(attributes.window, attributes.spatialRank, 1);
    // llvmpipe ends loops after 65,535 turns.
    if (!step.profile().hardware && window[0] * window[1] * window[2] > 32768)
        step.fail({msg("gl", "the pooling window is too large for a software renderer")});
    KernelCall& call = step.call("pool.comp");
    call.specialise = step.profile().hardware;
    call.define("MAXIMUM", attributes.maximum ? 1 : 0);
    addExtent(call, "in", spatialSizes(in));
    addExtent(call, "out", spatialSizes(out));
    addExtent(call, "k", window);
    addExtent(call, "stride", innermost(attributes.stride, attributes.spatialRank, 1));
    addExtent(call, "pad", innermost(attributes.padBefore, attributes.spatialRank, 0));
    call.add("channels", in[-1] / width);
    call.add("items", items);
    call.read("x", step.value(op.input(0)), width);
    call.write("y", step.value(op.outputs[0]), width);
    step.spread(call, items, 64);
}

namespace {

/// First position and weights, output by output.
std::vector<float> axisTable(const ResizeAxis& axis)
{
    std::vector<float> table;
    for (size_t i = 0; i < axis.first.size(); ++i) {
        table.push_back(float(axis.first[i]));
        for (int tap = 0; tap < axis.taps; ++tap)
            table.push_back(axis.weights[i * size_t(axis.taps) + size_t(tap)]);
    }
    return table;
}

} // namespace

void buildResize(StepBuilder& step)
{
    const Operation& op = step.operation();
    const Shape in = step.shape(op.input(0)), out = step.shape(op.outputs[0]);
    const ResizeKind kind = op.as<ResizeAttributes>().kind;
    const ResizeAxis rows = resizeAxis(kind, in[1], out[1]), columns = resizeAxis(kind, in[2], out[2]);
    const int width = in[-1] % 4 == 0 ? 4 : 1;
    const int64_t items = out.elements().value_or(0) / width;
    KernelCall& call = step.call("resize.comp");
    call.add("in_h", in[1]);
    call.add("in_w", in[2]);
    call.add("out_h", out[1]);
    call.add("out_w", out[2]);
    call.add("taps_h", rows.taps);
    call.add("taps_w", columns.taps);
    call.add("channels", in[-1] / width);
    call.add("items", items);
    call.read("x", step.value(op.input(0)), width);
    call.read("rows", step.table(axisTable(rows)), 1);
    call.read("columns", step.table(axisTable(columns)), 1);
    call.write("y", step.value(op.outputs[0]), width);
    step.spread(call, items, 64);
}

void buildGather(StepBuilder& step)
{
    const Operation& op = step.operation();
    const Shape table = step.shape(op.input(0));
    const int width = table[1] % 4 == 0 ? 4 : 1;
    const int64_t items = step.shape(op.outputs[0]).elements().value_or(0) / width;
    if (int64_t(packedBytes(table, Packing::Plain)) > step.profile().storageBlockBytes
        && step.profile().hardware)
        step.fail({msg("gl", "a table of shape %1 is larger than this driver's limit"), table.text()});
    KernelCall& call = step.call("gather.comp");
    call.add("rows", table[0]);
    call.add("columns", table[1] / width);
    call.add("table_ld", table[1] / width);
    call.add("items", items);
    call.read("table", step.value(op.input(0)), width);
    call.read("index", step.value(op.input(1)), 1);
    call.write("y", step.value(op.outputs[0]), width);
    step.spread(call, items, 64);
}

} // namespace kerascope
