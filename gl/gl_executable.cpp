// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/gl_executable.h"

#include <numeric>

namespace kerascope {
namespace {

constexpr int dispatchesPerFlush = 20;

double microseconds(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to)
{
    return std::chrono::duration<double, std::micro>(to - from).count();
}

Error shapeError(const std::string& where, const Shape& given, const Shape& planned)
{
    return {ErrorCode::Usage, where,
        {msg("gl", "the tensor has shape %1 where %2 is planned"), given.text(), planned.text()}, {}};
}

} // namespace

GlRange GlResources::find(const Plan& plan, const Operand& operand, size_t step)
{
    if (operand.kind == OperandKind::State)
        return {&states[size_t(operand.id)], operand.offset, operand.bytes};
    if (operand.kind == OperandKind::Workspace)
        return {&arena, plan.workspaces()[step].offset + operand.offset, operand.bytes};
    if (operand.kind == OperandKind::Table)
        return {&tables, tableOffsets[step] + operand.offset, operand.bytes};
    const ConstId constant = plan.program().values[size_t(operand.id)].constant;
    if (constant >= 0)
        return {constants.at({constant, operand.packing}).get(), operand.offset, operand.bytes};
    return {&arena, plan.placements()[size_t(operand.id)].offset + operand.offset, operand.bytes};
}

GlExecutable::GlExecutable(std::shared_ptr<const Plan> plan, GlResources resources)
    : Executable(std::move(plan))
    , gl_(std::move(resources))
{
}

Result<void> GlExecutable::write(int input, const Tensor& tensor) { return put(input, tensor, nullptr); }

Result<void> GlExecutable::writeAgain(int input, const TensorPtr& tensor)
{
    return put(input, *tensor, tensor);
}

Result<void> GlExecutable::put(int input, const Tensor& tensor, const TensorPtr& kept)
{
    const ProgramInput& slot = plan_->program().inputs[size_t(input)];
    const Shape& planned = plan_->program().values[size_t(slot.value)].shape;
    if (tensor.shape != planned || int64_t(tensor.data.size()) != planned.elements().value_or(-1))
        return shapeError(slot.name, tensor.shape, planned);
    if (Result<void> current = gl_.device->makeCurrent(); !current)
        return current;
    const Placement& place = plan_->placements()[size_t(slot.value)];
    if (place.bytes == 0 || tensor.data.empty()) // an input that nobody reads has no place
        return {};
    const auto bytes = std::as_bytes(std::span(tensor.data));
    if (gl_.inputs.empty() || !gl_.inputs[size_t(input)].copyTo(gl_.arena, place.offset, bytes, kept))
        gl_.staging.upload(gl_.arena, place.offset, bytes);
    // A long copy is waited for, so that its time counts as upload.
    return bytes.size() >= GlStaging::pieceBytes ? waitForGpu(*gl_.device) : Result<void>();
}

Result<Tensor> GlExecutable::read(int output)
{
    const Value& value = plan_->program().values[size_t(plan_->program().outputs[size_t(output)].value)];
    if (Result<void> current = gl_.device->makeCurrent(); !current)
        return std::move(current).error();
    Tensor tensor{value.shape, value.dtype, std::vector<float>(size_t(value.shape.elements().value_or(0)))};
    if (tensor.data.empty())
        return tensor;
    const Operand operand{
        OperandKind::Value, plan_->program().outputs[size_t(output)].value, 0, 0, Packing::Plain};
    const GlRange range = gl_.find(*plan_, operand, 0);
    gl_.staging.download(*range.buffer, range.offset, std::as_writable_bytes(std::span(tensor.data)));
    if (Result<void> healthy = gl_.device->checkHealth(); !healthy)
        return std::move(healthy).error();
    return tensor;
}

void GlExecutable::resetState()
{
    if (!gl_.device->makeCurrent())
        return; // nothing can run any more either
    for (GlBuffer& state : gl_.states)
        state.clear();
}

MemoryUse GlExecutable::memory() const
{
    MemoryUse use;
    for (const auto& [key, constant] : gl_.constants)
        use.weightsDevice += constant->bytes();
    use.activations = plan_->memory().activationBytes;
    use.workspace = gl_.arena.bytes() - std::min(gl_.arena.bytes(), use.activations) + gl_.params.bytes()
        + gl_.tables.bytes() + gl_.staging.bytes();
    for (const GlInput& input : gl_.inputs)
        use.workspace += input.bytes();
    for (const GlBuffer& state : gl_.states)
        use.activations += state.bytes();
    return use;
}

void GlExecutable::bind(const Dispatch& dispatch)
{
    QOpenGLFunctions_4_3_Core& gl = gl_.device->gl();
    if (dispatch.program != boundProgram_)
        gl.glUseProgram(dispatch.program);
    boundProgram_ = dispatch.program;
    const Recording& recording = gl_.recording;
    const size_t first = dispatch.firstStorage;
    if (dispatch.storageCount > 0)
        gl_.device->bindStorage(GLsizei(dispatch.storageCount), &recording.storageBuffers[first],
            &recording.storageOffsets[first], &recording.storageBytes[first]);
    for (uint32_t i = 0; i < dispatch.textureCount; ++i) {
        gl.glActiveTexture(GL_TEXTURE0 + i);
        gl.glBindTexture(GL_TEXTURE_BUFFER, gl_.recording.textures[dispatch.firstTexture + i]);
    }
    gl.glBindBufferRange(GL_UNIFORM_BUFFER, 0, gl_.params.id(), GLintptr(dispatch.paramsOffset),
        GLsizeiptr(dispatch.paramsBytes));
}

Result<void> GlExecutable::throttle(double flops)
{
    flopsInFlight_ += flops;
    if (flopsInFlight_ < gl_.flopsBetweenWaits)
        return {};
    flopsInFlight_ = 0;
    return waitForGpu(*gl_.device);
}

/// Brings the operands of a Host operation to the host, runs it and takes its result back.
Result<void> GlExecutable::runOnHost(size_t step)
{
    const Operation& operation = plan_->steps()[step];
    const Program& program = plan_->program();
    gl_.device->gl().glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    std::vector<std::vector<float>> tensors;
    std::vector<HostArgument> arguments;
    const auto rangeOf = [&](ValueId value) {
        return gl_.find(*plan_, {OperandKind::Value, value, 0, 0, Packing::Plain}, step);
    };
    for (const ValueId input : operation.inputs) {
        const Value& value = program.values[size_t(input)];
        tensors.emplace_back(size_t(value.shape.elements().value_or(0)));
        const GlRange range = rangeOf(input);
        gl_.staging.download(*range.buffer, range.offset, std::as_writable_bytes(std::span(tensors.back())));
    }
    for (size_t i = 0; i < tensors.size(); ++i) {
        const Value& value = program.values[size_t(operation.inputs[i])];
        arguments.push_back({value.shape, value.dtype, tensors[i].data()});
    }
    const Shape& shape = program.values[size_t(operation.outputs[0])].shape;
    std::vector<float> out(size_t(shape.elements().value_or(0)));
    if (Result<void> done = operation.as<HostAttributes>().function->run(arguments, shape, out.data()); !done)
        return done;
    const GlRange range = rangeOf(operation.outputs[0]);
    gl_.staging.upload(*range.buffer, range.offset, std::as_bytes(std::span(out)));
    gl_.device->gl().glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
    return {};
}

/// Sends the dispatches of one step; `everyStep`: nothing of another step may run beside it.
Result<void> GlExecutable::send(size_t step, bool everyStep)
{
    QOpenGLFunctions_4_3_Core& gl = gl_.device->gl();
    const GLbitfield bits =
        GL_SHADER_STORAGE_BARRIER_BIT | (gl_.texturePath ? GL_TEXTURE_FETCH_BARRIER_BIT : 0U);
    const auto [first, end] = gl_.recording.steps[step];
    for (uint32_t i = first; i < end; ++i) {
        const Dispatch& dispatch = gl_.recording.dispatches[i];
        if (dispatch.barrierBefore || (everyStep && i == first))
            gl.glMemoryBarrier(bits);
        bind(dispatch);
        gl.glDispatchCompute(dispatch.groups[0], dispatch.groups[1], dispatch.groups[2]);
        if (++sinceFlush_ >= dispatchesPerFlush) {
            gl.glFlush();
            sinceFlush_ = 0;
        }
        if (Result<void> waited = throttle(dispatch.flops); !waited)
            return waited;
    }
    return {};
}

Result<void> GlExecutable::dispatchAll(
    const RunOptions& options, const std::stop_token& stop, RunTimes& times)
{
    const bool stamped = options.stepTimes && gl_.stamps.count() > 0;
    const bool waited = options.stepTimes && !stamped;
    for (size_t step = 0; step < gl_.recording.steps.size(); ++step) {
        if (stop.stop_requested()) {
            (void)waitForGpu(*gl_.device);
            return cancelled();
        }
        const Clock::time_point begin = Clock::now();
        const bool onHost = plan_->steps()[step].kind == OpKind::Host;
        if (Result<void> sent = onHost ? runOnHost(step) : send(step, options.stepTimes); !sent)
            return sent;
        if (stamped)
            gl_.stamps.stamp(step + 1);
        if (!waited)
            continue;
        const bool works = onHost || gl_.recording.steps[step].first < gl_.recording.steps[step].second;
        if (works)
            if (Result<void> done = waitForGpu(*gl_.device); !done)
                return done;
        const double us = works ? microseconds(begin, Clock::now()) : 0;
        times.steps.push_back({int(step), microseconds(start_, begin), us, std::nullopt, us});
    }
    return {};
}

void GlExecutable::readStamps(const RunOptions& options, RunTimes& times)
{
    const size_t last = gl_.stamps.count() - 1;
    const uint64_t start = gl_.stamps.nanoseconds(0);
    times.gpuUs = double(gl_.stamps.nanoseconds(last) - start) / 1000.0;
    if (!options.stepTimes)
        return;
    uint64_t before = start;
    for (size_t step = 0; step < gl_.recording.steps.size(); ++step) {
        const uint64_t now = gl_.stamps.nanoseconds(step + 1);
        const double us = double(now - before) / 1000.0;
        times.steps.push_back({int(step), double(before - start) / 1000.0, us, us, std::nullopt});
        before = now;
    }
}

Result<RunTimes> GlExecutable::run(const RunOptions& options, const std::stop_token& stop)
{
    if (Result<void> current = gl_.device->makeCurrent(); !current)
        return std::move(current).error();
    QOpenGLFunctions_4_3_Core& gl = gl_.device->gl();
    RunTimes times;
    boundProgram_ = 0;
    sinceFlush_ = 0;
    flopsInFlight_ = 0;
    start_ = Clock::now();
    const bool stamps = gl_.stamps.count() > 0;
    if (stamps)
        gl_.stamps.stamp(0);
    gl.glMemoryBarrier(
        GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    Result<void> sent = dispatchAll(options, stop, times);
    if (sent && stamps)
        gl_.stamps.stamp(gl_.stamps.count() - 1);
    gl.glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
    if (sent)
        sent = waitForGpu(*gl_.device);
    gl.glUseProgram(0); // a program in use would outlive its deletion
    if (!sent)
        return std::move(sent).error();
    times.wallUs = microseconds(start_, Clock::now());
    if (stamps)
        readStamps(options, times);
    return times;
}

} // namespace kerascope
