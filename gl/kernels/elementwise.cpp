// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/kernels/fold_axes.h"
#include "gl/kernels/step_builder.h"

#include <algorithm>

namespace kerascope {
namespace {

constexpr std::array<const char*, 3> names{"a", "b", "c"};
constexpr std::array<const char*, 3> stepNames{"step_a", "step_b", "step_c"};
constexpr int castToWhole = 100, castToTruth = 101; // ACT of activation.glsl

/// Steps of an operand within the output's axes: 0 where it repeats. Shapes are aligned at the last axis.
std::vector<int64_t> broadcastSteps(const Shape& operand, const Shape& output)
{
    std::vector<int64_t> own = rowMajorSteps(operand.dims);
    std::vector<int64_t> steps(size_t(output.rank()), 0);
    const int missing = output.rank() - operand.rank();
    for (int axis = 0; axis < operand.rank(); ++axis)
        if (operand[axis] != 1)
            steps[size_t(axis) + size_t(missing)] = own[size_t(axis)];
    return steps;
}

/// Adds one call over `inputs` (their shapes broadcast to the output's).
KernelCall& addCall(StepBuilder& step, int mode, const std::vector<ValueId>& inputs)
{
    const ValueId result = step.operation().outputs[0];
    const Shape output = step.shape(result);
    Axes axes;
    axes.list.resize(size_t(output.rank()));
    for (size_t axis = 0; axis < axes.list.size(); ++axis)
        axes.list[axis].size = output.dims[axis];
    for (const ValueId input : inputs) {
        const std::vector<int64_t> steps = broadcastSteps(step.shape(input), output);
        for (size_t axis = 0; axis < axes.list.size(); ++axis)
            axes.list[axis].steps.push_back(steps[axis]);
    }
    axes.fold(inputs.size());
    Axes::Axis& last = axes.list.back();
    const bool flat = axes.list.size() == 1;
    // Storage is padded to whole vec4s, so a flat array needs no tail.
    const bool vector = (flat || last.size % 4 == 0)
        && std::all_of(axes.list.begin(), axes.list.end() - 1, [](const Axes::Axis& axis) {
               return std::all_of(axis.steps.begin(), axis.steps.end(), [](int64_t s) { return s % 4 == 0; });
           });
    KernelCall& call = step.call("elementwise.comp");
    call.define("OP", mode);
    call.define("RANK", int64_t(axes.list.size()));
    call.define("OPERANDS", int64_t(inputs.size()));
    for (size_t i = 0; i < inputs.size(); ++i) {
        std::vector<int64_t> steps = axes.steps(i);
        const int width = vector && steps.back() == 1 ? 4 : 1;
        if (width == 4)
            std::transform(steps.begin(), steps.end() - 1, steps.begin(), [](int64_t s) { return s / 4; });
        call.addArray(stepNames[i], steps);
        call.read(names[i], step.value(inputs[i]), width);
    }
    const int width = vector ? 4 : 1;
    last.size = divideUp(last.size, width);
    call.addArray("size", axes.sizes());
    call.add("items", axes.items());
    call.write("y", step.value(result), width);
    step.spread(call, axes.items(), 64);
    return call;
}

void buildCast(StepBuilder& step)
{
    const Operation& op = step.operation();
    KernelCall& call = addCall(step, 0, {op.input(0)});
    const DType type = step.program().values[size_t(op.outputs[0])].dtype;
    call.define("ACT", type == DType::Bool ? castToTruth : isFloat(type) ? 0 : castToWhole);
}

} // namespace

void buildElementwise(StepBuilder& step)
{
    const Operation& op = step.operation();
    switch (op.kind) {
    case OpKind::Unary:
        step.activation(addCall(step, 0, {op.input(0)}), op.as<UnaryAttributes>().activation);
        return;
    case OpKind::Affine: {
        std::vector<ValueId> inputs{op.input(0), op.input(1)};
        if (step.has(2))
            inputs.push_back(op.input(2));
        step.activation(addCall(step, 1, inputs), op.as<AffineAttributes>().activation);
        return;
    }
    case OpKind::Binary: {
        KernelCall& call = addCall(step, 2, {op.input(0), op.input(1)});
        call.define("FUNCTION", int64_t(op.as<BinaryAttributes>().function));
        step.activation(call, op.as<BinaryAttributes>().activation);
        return;
    }
    case OpKind::Select:
        addCall(step, 3, {op.input(0), op.input(1), op.input(2)}).define("ACT", 0);
        return;
    default:
        buildCast(step);
    }
}

} // namespace kerascope
