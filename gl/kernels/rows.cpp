// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/kernels/fold_axes.h"
#include "gl/kernels/step_builder.h"

#include <algorithm>
#include <bit>

namespace kerascope {
namespace {

/// Threads of which each takes at most `softTurns` of `size` numbers; 1 if a single one may.
int softTeam(int64_t size)
{
    int team = 1;
    while (team < 1024 && size / team > softTurns)
        team *= 2;
    return team;
}

/// Threads that work on one row of `size` numbers.
int teamFor(const KernelProfile& profile, int64_t size, int64_t rows)
{
    if (!profile.hardware || !profile.sharedRows)
        return softTeam(size);
    if (size < 16 || (size < 64 && rows > profile.units * 64))
        return 1;
    int team = 32;
    while (team < 256 && team * 4 < size)
        team *= 2;
    return team;
}

void spreadRows(StepBuilder& step, KernelCall& call, int64_t rows, int64_t size)
{
    const int team = teamFor(step.profile(), size, rows);
    if (!step.profile().hardware && size / team > softTurns)
        step.fail({msg("gl", "a row of %1 numbers is too long for a software renderer"), size});
    call.define("TEAM", team);
    call.add("rows", rows);
    call.add("size", size);
    step.spread(call, rows, team > 1 ? 1 : 32);
}

struct Lanes {
    int outputs = 32, reduced = 1;
    bool outputsFirst = true;
};

/// Neighbouring threads read neighbouring numbers: outputs where the innermost axis is kept, else the
/// reduction.
Lanes lanesFor(const KernelProfile& profile, int64_t outputs, int64_t count, bool reducesInnermost)
{
    Lanes lanes;
    if (!profile.hardware && count > softTurns)
        return {1, softTeam(count), false};
    if (!profile.hardware || count < 8)
        return lanes;
    const bool many = outputs >= profile.units * 1024;
    if (reducesInnermost) {
        lanes.reduced = count >= 1024 ? 256 : count >= 128 ? 64 : 32;
        lanes.outputs = std::max(256 / lanes.reduced, 1);
        lanes.outputsFirst = false;
    } else if (!many) {
        lanes.reduced = count >= 64 ? 16 : 8;
        lanes.outputs = 16;
    }
    return lanes;
}

} // namespace

void buildSoftmax(StepBuilder& step)
{
    const Operation& op = step.operation();
    const SoftmaxKind kind = op.as<SoftmaxAttributes>().kind;
    const Shape shape = step.shape(op.input(0));
    const int64_t size = shape.rank() > 0 ? shape[-1] : 1;
    const int64_t rows = shape.elements().value_or(0) / size;
    KernelCall& call = step.call(kind == SoftmaxKind::Sparsemax ? "sparsemax.comp" : "softmax.comp");
    if (kind == SoftmaxKind::Sparsemax) {
        const int team = size <= 64 ? 1 : int(std::min<int64_t>(1024, roundUp(size, 64) / 64 * 64));
        if (!step.profile().hardware && size * divideUp(size, team) > 2 * softTurns)
            step.fail({msg("gl", "a row of %1 numbers is too long for a software renderer"), size});
        call.define("TEAM", std::bit_floor(unsigned(team)));
        call.add("rows", rows);
        call.add("size", size);
        step.spread(call, rows, team > 1 ? 1 : 32);
    } else {
        call.define("KIND", int64_t(kind));
        spreadRows(step, call, rows, size);
    }
    call.read("x", step.value(op.input(0)), 1);
    call.write("y", step.value(op.outputs[0]), 1);
}

void buildNormalize(StepBuilder& step)
{
    const Operation& op = step.operation();
    const auto& attributes = op.as<NormalizeAttributes>();
    const Shape shape = step.shape(op.input(0));
    const int64_t size = shape.product(shape.rank() - attributes.axes, shape.rank());
    KernelCall& call = step.call("normalize.comp");
    call.define("KIND", int64_t(attributes.kind));
    spreadRows(step, call, shape.elements().value_or(0) / size, size);
    call.addReal("epsilon", attributes.epsilon);
    call.define("HAS_GAMMA", step.has(1) ? 1 : 0);
    call.define("HAS_BETA", step.has(2) ? 1 : 0);
    call.read("x", step.value(op.input(0)), 1);
    if (step.has(1))
        call.read("gamma", step.value(op.input(1)), 1);
    if (step.has(2))
        call.read("beta", step.value(op.input(2)), 1);
    call.write("y", step.value(op.outputs[0]), 1);
}

void buildReduce(StepBuilder& step)
{
    const Operation& op = step.operation();
    const auto& attributes = op.as<ReduceAttributes>();
    const Shape in = step.shape(op.input(0));
    const std::vector<int64_t> steps = rowMajorSteps(in.dims);
    Axes kept, reduced;
    bool reducesInnermost = false;
    for (size_t axis = 0; axis < steps.size(); ++axis) {
        const bool out =
            std::find(attributes.axes.begin(), attributes.axes.end(), int(axis)) != attributes.axes.end();
        (out ? reduced : kept).list.push_back({in.dims[axis], {steps[axis]}, false, 0, 0});
        if (in.dims[axis] > 1)
            reducesInnermost = out;
    }
    for (Axes* axes : {&kept, &reduced})
        axes->fold(1);
    const int64_t items = kept.items(), count = reduced.items();
    const Lanes lanes = lanesFor(step.profile(), items, count, reducesInnermost);
    if (!step.profile().hardware && count / lanes.reduced > 2 * softTurns)
        step.fail({msg("gl", "a row of %1 numbers is too long for a software renderer"), count});
    KernelCall& call = step.call("reduce.comp");
    call.define("KIND", int64_t(attributes.kind));
    call.define("KEPT", int64_t(kept.list.size()));
    call.define("REDUCED", int64_t(reduced.list.size()));
    call.define("LANES_OUT", lanes.outputs);
    call.define("LANES_RED", lanes.reduced);
    call.define("LANES_OUT_FIRST", lanes.outputsFirst ? 1 : 0);
    call.addArray("kept_size", kept.sizes());
    call.addArray("kept_step", kept.steps(0));
    call.addArray("reduced_size", reduced.sizes());
    call.addArray("reduced_step", reduced.steps(0));
    call.add("items", items);
    call.add("count", count);
    call.read("x", step.value(op.input(0)), 1);
    call.write("y", step.value(op.outputs[0]), 1);
    step.spread(call, items, lanes.outputs);
}

} // namespace kerascope
