// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/host/host_step.h"
#include "gl/kernels/gemm.h"

#include <algorithm>

namespace kerascope {
namespace {

constexpr int64_t groupKernelBytes = 400 << 10; // recurrent weights that one multiprocessor reads fast enough
constexpr int maxKeptVectors = 8; // weights of a thread in registers

/// Everything that the kernels of one recurrent layer share.
struct RecurrentLayer {
    explicit RecurrentLayer(StepBuilder& builder)
        : step(builder)
        , attributes(builder.operation().as<RecurrentAttributes>())
        , places(builder.operation())
    {
    }
    StepBuilder& step;
    const RecurrentAttributes& attributes;
    RecurrentInputs places;
    int64_t batch = 0, time = 0, features = 0, units = 0, columns = 0, ld = 0;
    Operand projections, recurrent, secondBias, mask;
    Operand now, next, reset;

    int64_t cells() const { return batch * units; }
    Operand input(int place) const
    {
        return place < 0 ? Operand() : step.value(step.operation().inputs[size_t(place)]);
    }
    Operand output(size_t index) const
    {
        const std::vector<ValueId>& outputs = step.operation().outputs;
        return index < outputs.size() && outputs[index] >= 0 ? step.value(outputs[index]) : Operand();
    }
};

/// All time steps' products of inputs and kernel, with the bias, as one matrix product.
void project(RecurrentLayer& layer)
{
    StepBuilder& step = layer.step;
    const Operation& op = step.operation();
    GemmSpec spec;
    spec.m = layer.batch * layer.time;
    spec.n = layer.columns;
    spec.k = layer.features;
    spec.lda = layer.features;
    spec.ldc = layer.columns;
    const bool constant = step.isConstant(op.input(1));
    spec.b = step.value(op.input(1), constant ? Packing::Columns4 : Packing::Plain);
    spec.ldb = constant ? roundUp(layer.columns, 4) : layer.columns;
    spec.a = step.value(op.input(0));
    if (layer.places.bias >= 0) {
        const ValueId bias = op.inputs[size_t(layer.places.bias)];
        spec.bias = step.value(bias);
        if (step.shape(bias).rank() > 1 && step.shape(bias)[0] > 1) {
            layer.secondBias = spec.bias;
            layer.secondBias.offset += uint64_t(layer.columns) * sizeof(float);
            layer.secondBias.bytes = uint64_t(layer.columns) * sizeof(float);
        }
    }
    layer.projections = step.workspace(spec.m * spec.n);
    spec.c = layer.projections;
    addGemm(step, spec);
}

void addStart(RecurrentLayer& layer)
{
    KernelCall& call = layer.step.call("recurrent_start.comp");
    const int slot = layer.attributes.stateSlot;
    Operand h = layer.input(layer.places.state0), c = layer.input(layer.places.state1);
    if (!h && slot >= 0)
        h = layer.step.state(slot);
    if (!c && slot >= 0 && layer.attributes.cell == CellKind::Lstm)
        c = layer.step.state(slot + 1);
    call.define("HAS_H", h ? 1 : 0);
    call.define("HAS_C", c ? 1 : 0);
    call.add("cells", layer.cells());
    if (h)
        call.read("h", h, 1);
    if (c)
        call.read("c", c, 1);
    call.write("state", layer.now, 1);
    layer.step.spread(call, layer.cells(), 64);
}

void addEnd(RecurrentLayer& layer)
{
    const int slot = layer.attributes.stateSlot;
    const bool lstm = layer.attributes.cell == CellKind::Lstm;
    struct Target {
        const char *define, *name;
        Operand operand;
    };
    const std::array<Target, 5> targets{{
        {"HAS_LAST", "last", layer.attributes.returnSequences ? Operand() : layer.output(0)},
        {"HAS_H", "h", layer.output(1)},
        {"HAS_C", "c", layer.output(2)},
        {"HAS_SLOT_H", "slot_h", slot >= 0 ? layer.step.state(slot) : Operand()},
        {"HAS_SLOT_C", "slot_c", slot >= 0 && lstm ? layer.step.state(slot + 1) : Operand()},
    }};
    if (std::none_of(
            targets.begin(), targets.end(), [](const Target& target) { return bool(target.operand); }))
        return;
    KernelCall& call = layer.step.call("recurrent_end.comp");
    call.add("cells", layer.cells());
    call.read("state", layer.now, 1);
    for (const Target& target : targets) {
        call.define(target.define, target.operand ? 1 : 0);
        if (target.operand)
            call.write(target.name, target.operand, 1);
    }
    layer.step.spread(call, layer.cells(), 64);
}

void addCommon(RecurrentLayer& layer, KernelCall& call, bool sequence)
{
    const RecurrentAttributes& attributes = layer.attributes;
    call.define("CELL", int64_t(attributes.cell));
    call.define("HAS_BIAS2", layer.secondBias ? 1 : 0);
    call.define("HAS_MASK", layer.mask ? 1 : 0);
    call.define("ZERO_MASKED", attributes.zeroOutputForMask ? 1 : 0);
    call.define("SEQUENCE", sequence ? 1 : 0);
    call.add("units", layer.units);
    call.add("time", layer.time);
    call.add("cells", layer.cells());
    layer.step.activation(call, attributes.activation);
    layer.step.gate(call, attributes.recurrentActivation);
    call.read("proj", layer.projections, 1);
    if (layer.secondBias)
        call.read("bias2", layer.secondBias, 1);
    if (layer.mask)
        call.read("mask", layer.mask, 1);
    call.read("state", layer.now, 1);
}

void addStep(RecurrentLayer& layer, int64_t t, int phase)
{
    const bool sequence = layer.attributes.returnSequences && phase == 1;
    const int teams = layer.step.profile().hardware ? 32 : 1;
    const int units = layer.step.profile().hardware ? 8 : 32;
    KernelCall& call = layer.step.call("recurrent_step.comp");
    call.define("PHASE", phase);
    call.define("UNITS", units);
    call.define("TEAMS", teams);
    addCommon(layer, call, sequence);
    call.add("ld", layer.ld);
    call.addDynamic("step_index", t);
    call.addDynamic("from", layer.attributes.goBackwards ? layer.time - 1 - t : t);
    call.read("recurrent", layer.recurrent, 1);
    if (layer.attributes.cell == CellKind::Gru) {
        if (phase == 0)
            call.write("reset", layer.reset, 1);
        else
            call.read("reset", layer.reset, 1);
    }
    if (phase == 1)
        call.write("next", layer.next, 1);
    if (sequence)
        call.write("y", layer.output(0), 1);
    call.groups = {divideUp(layer.cells(), units), 1, 1};
    call.flops = 2.0 * double(layer.cells()) * double(layer.columns);
}

void addSteps(RecurrentLayer& layer)
{
    for (int64_t t = 0; t < layer.time; ++t) {
        if (layer.attributes.cell == CellKind::Gru)
            addStep(layer, t, 0);
        addStep(layer, t, 1);
        std::swap(layer.now, layer.next);
    }
}

/// Whether one workgroup can hold the layer's state and reads its weights fast enough.
bool suitsGroup(const RecurrentLayer& layer)
{
    const KernelProfile& profile = layer.step.profile();
    const int64_t shared = (4 * layer.units + layer.ld) * 4 + 16 * 1024;
    return profile.hardware && layer.step.isConstant(layer.step.operation().input(2))
        && layer.units * layer.ld * 4 <= groupKernelBytes && shared <= profile.sharedBytes
        && profile.groupThreads >= 1024 && layer.batch <= profile.maxGroups;
}

void addGroup(RecurrentLayer& layer)
{
    const int64_t columns4 = layer.ld / 4;
    const int64_t columnThreads = std::min<int64_t>(columns4, 1024);
    const int64_t teams =
        std::max<int64_t>(std::min<int64_t>(1024 / columnThreads, divideUp(layer.units, 4)), 1);
    const bool kept = layer.attributes.cell != CellKind::Gru && columns4 <= columnThreads
        && divideUp(layer.units, teams) <= maxKeptVectors;
    KernelCall& call = layer.step.call("recurrent_group.comp");
    call.specialise = true;
    call.define("THREADS", roundUp(columnThreads * teams, 32));
    call.define("UNITS", layer.units);
    call.define("COLUMNS4", columns4);
    call.define("COLUMN_THREADS", columnThreads);
    call.define("TEAMS", teams);
    call.define("KEEP_WEIGHTS", kept ? 1 : 0);
    call.define("BACKWARDS", layer.attributes.goBackwards ? 1 : 0);
    addCommon(layer, call, layer.attributes.returnSequences);
    call.read("recurrent", layer.recurrent, 4);
    call.write("next", layer.next, 1);
    if (layer.attributes.returnSequences)
        call.write("y", layer.output(0), 1);
    call.groups = {layer.batch, 1, 1};
    call.flops = 2.0 * double(layer.cells()) * double(layer.columns) * double(layer.time);
    std::swap(layer.now, layer.next);
}

} // namespace

void buildRecurrent(StepBuilder& step)
{
    RecurrentLayer layer(step);
    const Operation& op = step.operation();
    const Shape x = step.shape(op.input(0)), recurrent = step.shape(op.input(2));
    layer.batch = x[0];
    layer.time = x[1];
    layer.features = x[2];
    layer.units = layer.attributes.units;
    layer.columns = recurrent[1];
    const bool constant = step.isConstant(op.input(2));
    layer.recurrent = step.value(op.input(2), constant ? Packing::Columns4 : Packing::Plain);
    layer.ld = constant ? roundUp(layer.columns, 4) : layer.columns;
    layer.mask = layer.input(layer.places.mask);
    project(layer);
    layer.now = step.workspace(3 * layer.cells());
    layer.next = step.workspace(3 * layer.cells());
    if (layer.attributes.cell == CellKind::Gru)
        layer.reset = step.workspace(layer.cells());
    addStart(layer);
    if (suitsGroup(layer))
        addGroup(layer);
    else
        addSteps(layer);
    addEnd(layer);
}

} // namespace kerascope
