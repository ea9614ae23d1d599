// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/kernels/fold_axes.h"
#include "gl/kernels/gemm.h"

#include <algorithm>

namespace kerascope {
namespace {

struct Copy {
    Operand from, to;
    Axes axes; ///< steps: source, target
    int64_t fromStart = 0, toStart = 0;
    bool bounds = false;
    bool disjoint = false;
    float fill = 0;
};

/// Four floats at a time where both sides allow it.
bool copiesVectors(const Copy& copy)
{
    const Axes::Axis& last = copy.axes.list.back();
    const bool innerFits = last.size % 4 == 0 && last.steps[0] == 1 && last.steps[1] == 1
        && (!last.bounded || (last.before % 4 == 0 && last.inner % 4 == 0));
    const bool outerFits = std::all_of(copy.axes.list.begin(), copy.axes.list.end() - 1,
        [](const Axes::Axis& axis) { return axis.steps[0] % 4 == 0 && axis.steps[1] % 4 == 0; });
    return innerFits && outerFits && copy.fromStart % 4 == 0 && copy.toStart % 4 == 0;
}

void addCopy(StepBuilder& step, Copy copy)
{
    copy.axes.fold(2);
    const int width = copiesVectors(copy) ? 4 : 1;
    std::vector<int64_t> from = copy.axes.steps(0), to = copy.axes.steps(1), before, inner;
    if (width == 4) {
        Axes::Axis& last = copy.axes.list.back();
        last.size /= 4;
        last.before /= 4;
        last.inner /= 4;
        for (size_t axis = 0; axis + 1 < from.size(); ++axis) {
            from[axis] /= 4;
            to[axis] /= 4;
        }
    }
    for (const Axes::Axis& axis : copy.axes.list) {
        before.push_back(axis.before);
        inner.push_back(axis.bounded ? axis.inner : axis.size);
    }
    KernelCall& call = step.call("copy.comp");
    call.disjoint = copy.disjoint;
    call.define("RANK", int64_t(from.size()));
    call.define("BOUNDS", copy.bounds ? 1 : 0);
    call.addArray("size", copy.axes.sizes());
    call.addArray("step_x", from);
    call.addArray("step_y", to);
    if (copy.bounds) {
        call.addArray("before", before);
        call.addArray("inner", inner);
    }
    call.add("x_start", copy.fromStart / width);
    call.add("y_start", copy.toStart / width);
    call.add("items", copy.axes.items());
    call.addReal("fill", copy.fill);
    call.read("x", copy.from, width);
    call.write("y", copy.to, width);
    step.spread(call, copy.axes.items(), 64);
}

Axes axesOf(
    const std::vector<int64_t>& sizes, const std::vector<int64_t>& from, const std::vector<int64_t>& to)
{
    Axes axes;
    for (size_t axis = 0; axis < sizes.size(); ++axis)
        axes.list.push_back({sizes[axis], {from[axis], to[axis]}, false, 0, 0});
    return axes;
}

void buildPad(StepBuilder& step, Copy copy, const Shape& in, const Shape& out)
{
    const auto& attributes = step.operation().as<PadAttributes>();
    copy.axes = axesOf(out.dims, rowMajorSteps(in.dims), rowMajorSteps(out.dims));
    copy.bounds = true;
    copy.fill = attributes.value;
    for (size_t axis = 0; axis < copy.axes.list.size(); ++axis) {
        Axes::Axis& place = copy.axes.list[axis];
        place.before = attributes.before[axis];
        place.inner = in.dims[axis];
        place.bounded = attributes.before[axis] != 0 || attributes.after[axis] != 0;
    }
    addCopy(step, copy);
}

void buildSlice(StepBuilder& step, Copy copy, const Shape& in, const Shape& out)
{
    const auto& attributes = step.operation().as<SliceAttributes>();
    std::vector<int64_t> from = rowMajorSteps(in.dims);
    for (size_t axis = 0; axis < from.size(); ++axis) {
        copy.fromStart += attributes.begin[axis] * from[axis];
        from[axis] *= attributes.step[axis];
    }
    copy.axes = axesOf(out.dims, from, rowMajorSteps(out.dims));
    addCopy(step, copy);
}

void buildConcat(StepBuilder& step, Copy copy, const Shape& out)
{
    const auto axis = size_t(step.operation().as<ConcatAttributes>().axis);
    const std::vector<int64_t> to = rowMajorSteps(out.dims);
    copy.disjoint = true;
    for (const ValueId input : step.operation().inputs) {
        const Shape in = step.shape(input);
        copy.from = step.value(input);
        copy.axes = axesOf(in.dims, rowMajorSteps(in.dims), to);
        if (copy.axes.items() > 0)
            addCopy(step, copy);
        copy.toStart += in.dims[axis] * to[axis];
    }
}

void buildRepeat(StepBuilder& step, Copy copy, const Shape& in)
{
    const auto& attributes = step.operation().as<RepeatAttributes>();
    std::vector<int64_t> sizes = in.dims, from = rowMajorSteps(in.dims);
    sizes.insert(sizes.begin() + attributes.axis + 1, attributes.count);
    from.insert(from.begin() + attributes.axis + 1, 0);
    copy.axes = axesOf(sizes, from, rowMajorSteps(sizes));
    addCopy(step, copy);
}

} // namespace

Operand addTranspose(StepBuilder& step, const Operand& source, int64_t count, int64_t rows, int64_t columns)
{
    Copy copy;
    copy.from = source;
    copy.to = step.workspace(count * rows * columns);
    copy.axes = axesOf({count, columns, rows}, {rows * columns, 1, columns}, {rows * columns, rows, 1});
    addCopy(step, copy);
    return copy.to;
}

Operand addBroadcast(StepBuilder& step, const Operand& source, const Shape& from, const Shape& to)
{
    const std::vector<int64_t> own = rowMajorSteps(from.dims);
    std::vector<int64_t> steps(to.dims.size(), 0);
    const size_t missing = to.dims.size() - from.dims.size();
    for (size_t axis = 0; axis < own.size(); ++axis)
        if (from.dims[axis] != 1)
            steps[axis + missing] = own[axis];
    Copy copy;
    copy.from = source;
    copy.to = step.workspace(to.elements().value_or(0));
    copy.axes = axesOf(to.dims, steps, rowMajorSteps(to.dims));
    addCopy(step, copy);
    return copy.to;
}

void buildMove(StepBuilder& step)
{
    const Operation& op = step.operation();
    const Shape in = step.shape(op.input(0)), out = step.shape(op.outputs[0]);
    Copy copy;
    copy.from = step.value(op.input(0));
    copy.to = step.value(op.outputs[0]);
    switch (op.kind) {
    case OpKind::Pad:
        return buildPad(step, copy, in, out);
    case OpKind::Slice:
        return buildSlice(step, copy, in, out);
    case OpKind::Concat:
        return buildConcat(step, copy, out);
    case OpKind::Repeat:
        return buildRepeat(step, copy, in);
    case OpKind::Transpose: {
        const std::vector<int64_t> own = rowMajorSteps(in.dims);
        std::vector<int64_t> from;
        for (const int axis : op.as<TransposeAttributes>().permutation)
            from.push_back(own[size_t(axis)]);
        copy.axes = axesOf(out.dims, from, rowMajorSteps(out.dims));
        return addCopy(step, copy);
    }
    case OpKind::Broadcast: {
        std::vector<int64_t> from = rowMajorSteps(in.dims);
        for (size_t axis = 0; axis < from.size(); ++axis)
            if (in.dims[axis] == 1)
                from[axis] = 0;
        copy.axes = axesOf(out.dims, from, rowMajorSteps(out.dims));
        return addCopy(step, copy);
    }
    default: // Reshape of a constant
        copy.axes = axesOf({out.elements().value_or(0)}, {1}, {1});
        return addCopy(step, copy);
    }
}

} // namespace kerascope
