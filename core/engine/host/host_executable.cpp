// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/host/host_executable.h"

#include "core/engine/host/denormals.h"

#include <algorithm>
#include <cstring>
#include <utility>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace kerascope {
namespace {

using Clock = std::chrono::steady_clock;

double microseconds(Clock::duration time) { return std::chrono::duration<double, std::micro>(time).count(); }

Error outOfMemory(uint64_t bytes)
{
    return {ErrorCode::Device, {}, {msg("core", "Not enough memory for %1 bytes"), bytes},
        {msg("core", "Choose a smaller batch or untick layers")}};
}

} // namespace

HostExecutable::HostExecutable(std::shared_ptr<const Plan> plan)
    : Executable(std::move(plan))
    , constants_(plan_->program().constants.size())
{
}

Result<void> HostExecutable::allocate(Ledger& ledger)
{
    const PlanMemory& memory = plan_->memory();
    auto arena = AlignedBuffer::make(memory.arenaBytes);
    if (!arena)
        return outOfMemory(memory.arenaBytes);
    arena_ = std::move(*arena);
    entries_.push_back(
        ledger.add("arena", BufferKind::Activations, BufferPlace::Host, memory.activationBytes));
    if (memory.workspaceBytes > 0)
        entries_.push_back(
            ledger.add("arena", BufferKind::Workspace, BufferPlace::Host, memory.workspaceBytes));
    for (const Shape& shape : program().states) {
        const uint64_t bytes = uint64_t(shape.elements().value_or(0)) * sizeof(float);
        auto state = AlignedBuffer::make(bytes);
        if (!state)
            return outOfMemory(bytes);
        states_.push_back(std::move(*state));
        entries_.push_back(ledger.add("state", BufferKind::State, BufferPlace::Host, bytes));
    }
    resetState();
    return {};
}

void HostExecutable::resetState()
{
    for (const AlignedBuffer& state : states_)
        std::memset(state.data(), 0, state.bytes());
}

float* HostExecutable::address(ValueId value) const
{
    if (value < 0)
        return nullptr;
    const ConstId constant = program().values[size_t(value)].constant;
    if (constant >= 0) {
        const HostConstantPtr& placed = constants_[size_t(constant)];
        return placed ? const_cast<float*>(placed->data()) : nullptr; // read only by contract of HostStep::in
    }
    return reinterpret_cast<float*>(arena_.data() + plan_->placements()[size_t(value)].offset);
}

HostTensor HostExecutable::tensor(ValueId value) const
{
    if (value < 0)
        return {};
    const Value& described = program().values[size_t(value)];
    return {address(value), &described.shape, described.dtype, described.shape.elements().value_or(0),
        described.constant >= 0};
}

HostStep HostExecutable::makeStep(int step) const
{
    const Operation& operation = plan_->steps()[size_t(step)];
    HostStep made;
    made.operation = &operation;
    for (ValueId input : operation.inputs)
        made.in.push_back(tensor(input));
    for (ValueId output : operation.outputs)
        made.out.push_back(tensor(output));
    made.workspace = arena_.data() + plan_->workspaces()[size_t(step)].offset;
    if (operation.kind == OpKind::Recurrent) {
        const auto& attributes = operation.as<RecurrentAttributes>();
        const size_t states = attributes.stateSlot < 0 ? 0 : attributes.cell == CellKind::Lstm ? 2 : 1;
        for (size_t i = 0; i < states; ++i) {
            const size_t slot = size_t(attributes.stateSlot) + i;
            const Shape& shape = program().states[slot];
            made.state[i] = {
                states_[slot].floats(), &shape, DType::Float32, shape.elements().value_or(0), false};
        }
    }
    return made;
}

std::string HostExecutable::ownerOf(ConstId constant) const
{
    const CallId owner = program().constants[size_t(constant)].owner;
    const auto& model = program().model;
    if (!model || owner < 0 || size_t(owner) >= model->calls.size())
        return "constants";
    return model->calls[size_t(owner)].key;
}

Result<TensorPtr> HostExecutable::fetch(ConstId constant, PrepareContext& context) const
{
    const auto start = Clock::now();
    Result<TensorPtr> tensor = context.store->get(program(), constant, context.stop);
    context.uploadMs += microseconds(Clock::now() - start) / 1000;
    return tensor;
}

Result<void> HostExecutable::placePlain(ConstId constant, PrepareContext& context)
{
    HostConstantPtr& place = constants_[size_t(constant)];
    if (place)
        return {};
    const std::string& name = program().constants[size_t(constant)].key;
    const HostConstantCache::Key key{context.store.get(), context.ledger, name, "plain"};
    if (!name.empty())
        place = context.cache->find(key);
    if (place)
        return {};
    Result<TensorPtr> tensor = fetch(constant, context);
    if (!tensor)
        return tensor.error();
    auto made = std::make_shared<HostConstant>();
    made->plain = *tensor;
    made->store = context.store;
    made->entry =
        context.ledger->add(ownerOf(constant), BufferKind::Weights, BufferPlace::Host, made->bytes());
    place = std::move(made);
    if (!name.empty())
        context.cache->keep(key, place);
    return {};
}

Result<void> HostExecutable::prepareStep(int step, PrepareContext& context)
{
    for (ValueId input : plan_->steps()[size_t(step)].inputs) {
        const ConstId constant = input < 0 ? -1 : program().values[size_t(input)].constant;
        if (constant < 0)
            continue;
        if (Result<void> placed = placePlain(constant, context); !placed)
            return placed;
    }
    return {};
}

Result<void> HostExecutable::finish(PrepareContext& context)
{
    for (const ProgramOutput& output : program().outputs) {
        const ConstId constant = program().values[size_t(output.value)].constant;
        if (constant < 0)
            continue;
        if (Result<void> placed = placePlain(constant, context); !placed)
            return placed;
    }
#if defined(__GLIBC__)
    malloc_trim(0); // the tensors that were packed are gone; their memory goes back to the system
#endif
    return {};
}

Result<void> HostExecutable::write(int input, const Tensor& tensor)
{
    const ProgramInput& wanted = program().inputs[size_t(input)];
    const Shape& shape = program().values[size_t(wanted.value)].shape;
    if (tensor.shape != shape || int64_t(tensor.data.size()) != shape.elements())
        return Error{ErrorCode::Usage, wanted.name,
            {msg("core", "The input needs the shape %1, but got %2"), shape.text(), tensor.shape.text()},
            {msg("core", "Choose an input of this shape, or another batch size")}};
    std::memcpy(address(wanted.value), tensor.data.data(), tensor.data.size() * sizeof(float));
    return {};
}

Result<Tensor> HostExecutable::read(int output)
{
    const HostTensor from = tensor(program().outputs[size_t(output)].value);
    return Tensor{*from.shape, from.dtype, std::vector<float>(from.data, from.data + from.elements)};
}

Result<RunTimes> HostExecutable::run(const RunOptions& options, const std::stop_token& stop)
{
    const int steps = int(plan_->steps().size());
    RunTimes times;
    if (options.stepTimes)
        times.steps.reserve(size_t(steps));
    const DenormalsOff guard;
    beginRun();
    Result<void> done;
    const auto start = Clock::now();
    for (int step = 0; step < steps && done.ok(); ++step) {
        if (stop.stop_requested()) {
            done = cancelled();
            break;
        }
        const auto begin = options.stepTimes ? Clock::now() : start;
        done = runStep(step);
        if (options.stepTimes) {
            const double duration = microseconds(Clock::now() - begin);
            times.steps.push_back({step, microseconds(begin - start), duration, std::nullopt, duration});
        }
    }
    times.wallUs = microseconds(Clock::now() - start);
    endRun();
    if (!done)
        return done.error();
    return times;
}

MemoryUse HostExecutable::memory() const
{
    MemoryUse use;
    for (const auto& list : {constants_, held_})
        for (const HostConstantPtr& constant : list)
            use.weightsRam += constant ? constant->bytes() : 0;
    use.activations = plan_->memory().activationBytes;
    use.workspace = plan_->memory().workspaceBytes;
    return use;
}

HostPreparation::HostPreparation(std::unique_ptr<HostExecutable> executable, PrepareContext context)
    : context_(std::move(context))
    , executable_(std::move(executable))
    , steps_(int(executable_->plan()->steps().size()))
{
}

Result<void> HostPreparation::advanceOnce()
{
    if (next_ < 0)
        return executable_->allocate(*context_.ledger);
    if (next_ < steps_)
        return executable_->prepareStep(next_, context_);
    return executable_->finish(context_);
}

Result<bool> HostPreparation::advance(std::chrono::microseconds budget, const std::stop_token& stop)
{
    const auto start = Clock::now();
    context_.stop = stop;
    while (next_ <= steps_) {
        if (stop.stop_requested())
            return cancelled();
        if (Result<void> done = advanceOnce(); !done)
            return done.error();
        ++next_;
        compileMs = context_.compileMs;
        uploadMs = context_.uploadMs;
        if (next_ <= steps_ && Clock::now() - start >= budget)
            return false;
    }
    return true;
}

Progress HostPreparation::progress() const
{
    return {{msg("core", "Placing weights and making kernels")}, uint64_t(std::max(next_, 0)),
        uint64_t(steps_), false};
}

std::unique_ptr<Executable> HostPreparation::take() { return std::move(executable_); }

} // namespace kerascope
