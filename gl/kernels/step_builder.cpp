// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/kernels/step_builder.h"

#include <algorithm>

namespace kerascope {
namespace {

constexpr int64_t maxElements = (int64_t(1) << 31) - 64; // indices in the shaders are 32-bit

/// True for operations that work on every entry of the first axis by itself.
bool independentEntries(const Program& program, const Operation& operation)
{
    const auto rank = [&](ValueId value) { return program.values[size_t(value)].shape.rank(); };
    const auto constant = [&](size_t input) {
        const ValueId value = operation.input(input);
        return value < 0 || program.values[size_t(value)].constant >= 0;
    };
    switch (operation.kind) {
    case OpKind::Conv:
    case OpKind::ConvTranspose:
        return constant(1) && constant(2);
    case OpKind::Pool:
    case OpKind::Resize:
    case OpKind::Unary:
    case OpKind::Cast:
        return true;
    case OpKind::MatMul: {
        const auto& attributes = operation.as<MatMulAttributes>();
        return rank(operation.input(0)) > 2
            || (rank(operation.input(1)) == 2 && !attributes.transposeA && constant(1));
    }
    case OpKind::Affine:
    case OpKind::Softmax:
        return rank(operation.input(0)) > 1;
    case OpKind::Binary:
    case OpKind::Select:
        return rank(operation.outputs[0]) > 1;
    case OpKind::Normalize:
        return operation.as<NormalizeAttributes>().axes < rank(operation.input(0));
    case OpKind::Reduce:
        return !operation.as<ReduceAttributes>().axes.empty() && operation.as<ReduceAttributes>().axes[0] > 0;
    case OpKind::Concat:
        return operation.as<ConcatAttributes>().axis > 0;
    case OpKind::Transpose:
        return operation.as<TransposeAttributes>().permutation[0] == 0;
    case OpKind::Repeat:
        return operation.as<RepeatAttributes>().axis > 0;
    default:
        return false;
    }
}

void dispatchFamily(StepBuilder& step)
{
    switch (step.operation().kind) {
    case OpKind::Conv:
        return buildConv(step);
    case OpKind::ConvTranspose:
        return buildConvTranspose(step);
    case OpKind::MatMul:
        return buildMatMul(step);
    case OpKind::Pool:
        return buildPool(step);
    case OpKind::Unary:
    case OpKind::Binary:
    case OpKind::Select:
    case OpKind::Affine:
    case OpKind::Cast:
        return buildElementwise(step);
    case OpKind::Reduce:
        return buildReduce(step);
    case OpKind::Softmax:
        return buildSoftmax(step);
    case OpKind::Normalize:
        return buildNormalize(step);
    case OpKind::Pad:
    case OpKind::Slice:
    case OpKind::Concat:
    case OpKind::Transpose:
    case OpKind::Reshape:
    case OpKind::Repeat:
    case OpKind::Broadcast:
        return buildMove(step);
    case OpKind::Resize:
        return buildResize(step);
    case OpKind::Gather:
        return buildGather(step);
    case OpKind::Recurrent:
        return buildRecurrent(step);
    case OpKind::Host:
        return; // no kernel: GlExecutable brings its tensors to the host and back
    }
}

/// How many entries of the batch fit the device's limits at once.
int64_t entriesAtOnce(
    const Program& program, const Operation& operation, int64_t batch, const KernelProfile& profile)
{
    int64_t largest = 0;
    const auto look = [&](ValueId value) {
        if (value < 0)
            return;
        const Value& entry = program.values[size_t(value)];
        if (entry.constant < 0 && entry.shape.rank() > 0 && entry.shape[0] == batch)
            largest = std::max(largest, entry.shape.elements().value_or(0) / batch);
    };
    for (const ValueId value : operation.inputs)
        look(value);
    for (const ValueId value : operation.outputs)
        look(value);
    const int64_t limit = std::min(profile.storageBlockBytes / int64_t(sizeof(float)), maxElements);
    if (largest == 0 || limit / largest >= batch)
        return batch;
    const int64_t fitting = std::max<int64_t>(limit / largest, 1);
    return fitting >= 4 ? fitting / 4 * 4 : fitting; // whole vec4s, so that slices do not share one
}

} // namespace

uint64_t packedBytes(const Shape& shape, Packing packing)
{
    int64_t floats = shape.elements().value_or(0);
    const int rank = shape.rank();
    if (packing == Packing::Columns4 && rank > 0 && shape[-1] > 0)
        floats = floats / shape[-1] * roundUp(shape[-1], 4);
    if (packing == Packing::TransposedColumns4 && rank > 1 && shape[-2] > 0)
        floats = floats / shape[-2] * roundUp(shape[-2], 4);
    return uint64_t(std::max<int64_t>(roundUp(floats, 4), 4)) * sizeof(float);
}

StepBuilder::StepBuilder(const Program& program, const Operation& operation, const KernelProfile& profile)
    : program_(program)
    , operation_(operation)
    , profile_(profile)
{
}

bool StepBuilder::isConstant(ValueId value) const { return program_.values[size_t(value)].constant >= 0; }

bool StepBuilder::sliced(ValueId value) const
{
    const Shape& whole = program_.values[size_t(value)].shape;
    return count_ > 0 && !isConstant(value) && whole.rank() > 0 && whole[0] == batch_;
}

Shape StepBuilder::shape(ValueId value) const
{
    Shape shape = program_.values[size_t(value)].shape;
    if (sliced(value))
        shape[0] = count_;
    return shape;
}

Operand StepBuilder::value(ValueId value, Packing packing)
{
    const Shape& whole = program_.values[size_t(value)].shape;
    const int64_t elements = whole.elements().value_or(maxElements);
    Operand operand{OperandKind::Value, value, 0, packedBytes(whole, packing), packing};
    if (sliced(value)) {
        const int64_t entry = elements / batch_;
        operand.offset = uint64_t(entry * begin_) * sizeof(float);
        operand.bytes = uint64_t(entry * count_) * sizeof(float);
        if (operand.offset % 16 != 0)
            fail({msg("gl", "a tensor of shape %1 is larger than this driver's limit"), whole.text()});
    } else if (elements >= maxElements) {
        fail({msg("gl", "a tensor of shape %1 is larger than the OpenGL engine can address"), whole.text()});
    }
    return operand;
}

Operand StepBuilder::state(int slot) const
{
    return {OperandKind::State, slot, 0, packedBytes(program_.states[size_t(slot)], Packing::Plain),
        Packing::Plain};
}

Operand StepBuilder::workspace(int64_t floats)
{
    const uint64_t bytes = uint64_t(roundUp(std::max<int64_t>(floats, 1), 64)) * sizeof(float);
    Operand operand{OperandKind::Workspace, 0, workspaceMark_, bytes, Packing::Plain};
    workspaceMark_ += bytes;
    kernels_.workspaceBytes = std::max(kernels_.workspaceBytes, workspaceMark_);
    return operand;
}

Operand StepBuilder::table(const std::vector<float>& numbers)
{
    std::vector<float>& all = kernels_.table;
    const Operand operand{
        OperandKind::Table, 0, all.size() * sizeof(float), numbers.size() * sizeof(float), Packing::Plain};
    all.insert(all.end(), numbers.begin(), numbers.end());
    all.resize(size_t(roundUp(int64_t(all.size()), 64)), 0.0F); // offsets stay aligned
    return operand;
}

KernelCall& StepBuilder::call(const char* shader)
{
    kernels_.calls.emplace_back();
    kernels_.calls.back().shader = shader;
    return kernels_.calls.back();
}

void StepBuilder::spread(KernelCall& call, int64_t items, int64_t groupSize)
{
    const int64_t groups = std::max<int64_t>(divideUp(items, groupSize), 1);
    const int64_t rows = divideUp(groups, profile_.maxGroups);
    call.groups = {divideUp(groups, rows), rows, 1};
}

void StepBuilder::activation(KernelCall& call, const Activation& activation)
{
    call.define("ACT", int64_t(activation.function));
    if (activation.none())
        return;
    call.addReal("act_a", activation.alpha);
    call.addReal("act_b", activation.beta);
    call.addReal("act_c", activation.gamma);
}

void StepBuilder::gate(KernelCall& call, const Activation& activation)
{
    call.define("GATE_ACT", int64_t(activation.function));
    if (activation.none())
        return;
    call.addReal("gate_a", activation.alpha);
    call.addReal("gate_b", activation.beta);
    call.addReal("gate_c", activation.gamma);
}

void StepBuilder::fail(Text what)
{
    if (error_)
        return;
    const std::string where = operation_.calls.empty() || !program_.model
        ? std::string("OpenGL")
        : program_.model->calls[size_t(operation_.calls.back())].key;
    error_ = Error{
        ErrorCode::Device, where, std::move(what), {msg("gl", "use the CPU engine or a smaller batch")}};
}

void StepBuilder::slice(int64_t batch, int64_t begin, int64_t count)
{
    batch_ = batch;
    begin_ = begin;
    count_ = count;
    workspaceMark_ = 0;
}

Result<StepKernels> StepBuilder::take()
{
    for (const KernelCall& call : kernels_.calls)
        if (call.tooBig || *std::max_element(call.groups.begin(), call.groups.end()) > profile_.maxGroups)
            fail({msg("gl", "a tensor is larger than the OpenGL engine can address")});
    if (error_)
        return *error_;
    return std::move(kernels_);
}

Result<StepKernels> buildStep(const Program& program, size_t step, const KernelProfile& profile)
{
    const Operation& operation = program.operations[step];
    StepBuilder builder(program, operation, profile);
    const Shape& output = program.values[size_t(operation.outputs[0])].shape;
    if (output.elements().value_or(1) == 0) // nothing to compute
        return builder.take();
    if (operation.kind == OpKind::Reshape && !builder.isConstant(operation.input(0))) {
        Result<StepKernels> none = builder.take();
        if (none)
            none->view = true;
        return none;
    }
    const int64_t batch = output.rank() > 0 ? output[0] : 1;
    const int64_t at =
        independentEntries(program, operation) ? entriesAtOnce(program, operation, batch, profile) : batch;
    if (at >= batch) {
        dispatchFamily(builder);
        return builder.take();
    }
    for (int64_t begin = 0; begin < batch; begin += at) {
        builder.slice(batch, begin, std::min(at, batch - begin));
        dispatchFamily(builder);
    }
    return builder.take();
}

} // namespace kerascope
