// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/gl_preparation.h"

#include "gl/shader_source.h"

#include <algorithm>
#include <thread>
#include <unordered_map>

namespace kerascope {
namespace {

double milliseconds(std::chrono::steady_clock::time_point from)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count();
}

/// Buffer textures serve only where every buffer fits one, seen as single floats.
bool texturesFit(const GlShared& shared, const Plan& plan, const std::vector<PackedConstant>& constants)
{
    if (shared.profile.hardware)
        return false;
    const auto limit = uint64_t(shared.device->limits().textureBufferTexels) * sizeof(float);
    const auto fits = [&](const PackedConstant& constant) {
        return packedBytes(plan.program().constants[size_t(constant.first)].shape, constant.second) <= limit;
    };
    return plan.memory().arenaBytes <= limit && std::all_of(constants.begin(), constants.end(), fits);
}

} // namespace

GlPreparation::GlPreparation(std::shared_ptr<GlShared> shared, std::shared_ptr<const Plan> plan,
    ProgramKernels kernels, std::shared_ptr<WeightStore> weights, Ledger& ledger)
    : shared_(std::move(shared))
    , plan_(std::move(plan))
    , kernels_(std::move(kernels))
    , weights_(std::move(weights))
    , ledger_(ledger)
    , constants_(kernels_.constants.begin(), kernels_.constants.end())
{
    resources_.device = shared_->device;
    resources_.flopsBetweenWaits = shared_->profile.flopsPerSecond / 10;
    resources_.texturePath = texturesFit(*shared_, *plan_, constants_);
    for (const auto& [constant, packing] : constants_)
        bytesTotal_ += packedBytes(plan_->program().constants[size_t(constant)].shape, packing);
    cacheWarm = true;
}

Result<void> GlPreparation::start()
{
    std::unordered_map<std::string, size_t> known;
    const ReadPath path = resources_.texturePath ? ReadPath::Texture : ReadPath::Storage;
    for (const StepKernels& step : kernels_.steps) {
        std::vector<size_t>& indices = sourceOf_.emplace_back();
        for (const KernelCall& call : step.calls) {
            Result<std::string> source = shaderSource(call, path);
            if (!source)
                return std::move(source).error();
            const auto [entry, added] = known.emplace(std::move(*source), sources_.size());
            if (added)
                sources_.push_back(entry->first);
            indices.push_back(entry->second);
        }
    }
    return {};
}

Result<bool> GlPreparation::advance(std::chrono::microseconds budget, const std::stop_token& stop)
{
    const Clock::time_point until = Clock::now() + budget;
    if (Result<void> current = shared_->device->makeCurrent(); !current)
        return std::move(current).error();
    do {
        if (stop.stop_requested())
            return cancelled();
        if (stage_ == Stage::Done)
            return true;
        if (Result<void> worked = work(until, stop); !worked)
            return std::move(worked).error();
    } while (Clock::now() < until);
    return stage_ == Stage::Done;
}

Result<void> GlPreparation::work(Clock::time_point until, const std::stop_token& stop)
{
    const Clock::time_point begin = Clock::now();
    if (stage_ == Stage::Compile) {
        Result<void> compiled = compileSome(until);
        compileMs += milliseconds(begin);
        return compiled;
    }
    if (stage_ == Stage::Weights) {
        Result<void> placed = placeSome(stop);
        uploadMs += milliseconds(begin);
        return placed;
    }
    return record();
}

Result<void> GlPreparation::compileSome(Clock::time_point until)
{
    // With compiling in the driver's threads all are started first and then waited for.
    const bool startMore = pending_.size() < sources_.size()
        && (shared_->device->parallelCompile() || pending_.size() == compiled_);
    if (startMore) {
        pending_.push_back(shared_->programs->begin(sources_[pending_.size()]));
        cacheWarm = *cacheWarm && pending_.back().fromDisk;
        return {};
    }
    if (compiled_ == sources_.size()) {
        stage_ = Stage::Weights;
        return {};
    }
    ProgramCache::Pending& next = pending_[compiled_];
    while (!shared_->programs->ready(next)) {
        if (Clock::now() >= until)
            return {};
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    Result<GlProgramPtr> program = shared_->programs->finish(next);
    if (!program)
        return std::move(program).error();
    resources_.programs.push_back(std::move(*program));
    ++compiled_;
    return {};
}

Result<void> GlPreparation::openConstant(const std::stop_token& stop)
{
    const auto& [id, packing] = constants_[placed_];
    const Constant& constant = plan_->program().constants[size_t(id)];
    target_ = shared_->constants.find(weights_, constant.key, packing);
    if (target_) {
        uploaded_ = target_->bytes();
        return {};
    }
    Result<TensorPtr> tensor = weights_->get(plan_->program(), id, stop);
    if (!tensor)
        return std::move(tensor).error();
    tensor_ = std::move(*tensor);
    const auto& model = plan_->program().model;
    const std::string owner =
        constant.owner >= 0 && model ? model->calls[size_t(constant.owner)].key : "constant";
    Result<GlBuffer> buffer = GlBuffer::create(
        shared_->device, packedBytes(constant.shape, packing), {&ledger_, owner, BufferKind::Weights});
    if (!buffer)
        return std::move(buffer).error();
    target_ = std::make_shared<GlBuffer>(std::move(*buffer));
    uploaded_ = 0;
    return {};
}

Result<void> GlPreparation::placeSome(const std::stop_token& stop)
{
    if (placed_ == constants_.size()) {
        stage_ = Stage::Record;
        weightStaging_ = {};
        return {};
    }
    if (placed_ == 0 && uploaded_ == 0 && shared_->profile.hardware) {
        Result<GlStaging> staging = GlStaging::create(shared_->device, GlStaging::pieceBytes, 0, ledger_);
        if (!staging)
            return std::move(staging).error();
        weightStaging_ = std::move(*staging);
    }
    if (!target_)
        if (Result<void> opened = openConstant(stop); !opened)
            return opened;
    const ConstId id = constants_[placed_].first;
    const Packing packing = constants_[placed_].second;
    if (uploaded_ < target_->bytes()) {
        const uint64_t bytes = std::min(GlStaging::pieceBytes, target_->bytes() - uploaded_);
        weightStaging_.upload(*target_, uploaded_, bytes, [&](uint64_t offset, std::span<std::byte> piece) {
            packRange(*tensor_, packing, (uploaded_ + offset) / sizeof(float),
                {reinterpret_cast<float*>(piece.data()), piece.size() / sizeof(float)});
        });
        uploaded_ += bytes;
    }
    if (uploaded_ >= target_->bytes()) {
        bytesDone_ += target_->bytes();
        shared_->constants.remember(weights_, plan_->program().constants[size_t(id)].key, packing, target_);
        resources_.constants[constants_[placed_]] = std::move(target_);
        target_ = nullptr;
        tensor_ = nullptr;
        uploaded_ = 0;
        ++placed_;
    }
    return {};
}

Result<void> GlPreparation::makeBuffers()
{
    const PlanMemory& memory = plan_->memory();
    Result<GlBuffer> arena = GlBuffer::create(shared_->device, memory.arenaBytes, {});
    if (!arena)
        return std::move(arena).error();
    resources_.arena = std::move(*arena);
    resources_.arenaEntries.push_back(
        ledger_.add("arena", BufferKind::Activations, BufferPlace::Device, memory.activationBytes));
    if (memory.arenaBytes > memory.activationBytes)
        resources_.arenaEntries.push_back(ledger_.add(
            "arena", BufferKind::Workspace, BufferPlace::Device, memory.arenaBytes - memory.activationBytes));
    for (const Shape& shape : plan_->program().states) {
        Result<GlBuffer> state = GlBuffer::create(
            shared_->device, packedBytes(shape, Packing::Plain), {&ledger_, "state", BufferKind::State});
        if (!state)
            return std::move(state).error();
        state->clear();
        resources_.states.push_back(std::move(*state));
    }
    return {};
}

Result<void> GlPreparation::makeTables()
{
    std::vector<float> all;
    for (const StepKernels& step : kernels_.steps) {
        resources_.tableOffsets.push_back(all.size() * sizeof(float));
        all.insert(all.end(), step.table.begin(), step.table.end());
    }
    Result<GlBuffer> tables = GlBuffer::create(
        shared_->device, all.size() * sizeof(float), {&ledger_, "tables", BufferKind::Workspace});
    if (!tables)
        return std::move(tables).error();
    resources_.tables = std::move(*tables);
    if (!all.empty())
        resources_.tables.upload(0, std::as_bytes(std::span(all)));
    return {};
}

/// For inputs and the largest output. A software renderer works in host memory: no detour there.
Result<void> GlPreparation::makeStaging()
{
    if (!shared_->profile.hardware)
        return {};
    const Program& program = plan_->program();
    const auto bytes = [&](ValueId value) {
        return uint64_t(program.values[size_t(value)].shape.elements().value_or(0)) * sizeof(float);
    };
    uint64_t up = 0, down = 0;
    for (const ProgramInput& input : program.inputs) {
        const bool kept = bytes(input.value) <= GlInput::mostBytes;
        Result<GlInput> host = GlInput::create(shared_->device, kept ? bytes(input.value) : 0, ledger_);
        if (!host)
            return std::move(host).error();
        resources_.inputs.push_back(std::move(*host));
        up = kept ? up : std::max(up, bytes(input.value));
    }
    for (const ProgramOutput& output : program.outputs)
        down = std::max(down, bytes(output.value));
    Result<GlStaging> staging = GlStaging::create(shared_->device, up, down, ledger_);
    if (!staging)
        return std::move(staging).error();
    resources_.staging = std::move(*staging);
    return {};
}

Result<void> GlPreparation::record()
{
    if (Result<void> made = makeBuffers(); !made)
        return made;
    if (Result<void> made = makeTables(); !made)
        return made;
    if (Result<void> made = makeStaging(); !made)
        return made;
    Recorder recorder(shared_->device, resources_.texturePath,
        [this](const Operand& operand, size_t step) { return resources_.find(*plan_, operand, step); });
    for (size_t step = 0; step < kernels_.steps.size(); ++step) {
        recorder.beginStep();
        for (size_t call = 0; call < kernels_.steps[step].calls.size(); ++call) {
            const GLuint program = resources_.programs[sourceOf_[step][call]]->id();
            if (Result<void> added = recorder.add(kernels_.steps[step].calls[call], program); !added)
                return added;
        }
    }
    resources_.recording = recorder.take();
    Result<GlBuffer> params = GlBuffer::create(
        shared_->device, resources_.recording.params.size(), {&ledger_, "parameters", BufferKind::Workspace});
    if (!params)
        return std::move(params).error();
    resources_.params = std::move(*params);
    if (!resources_.recording.params.empty())
        resources_.params.upload(0, resources_.recording.params);
    resources_.recording.params = {};
    if (shared_->gpuTimes)
        resources_.stamps = GlStamps(shared_->device, plan_->steps().size() + 2);
    stage_ = Stage::Done;
    return shared_->device->checkHealth();
}

Progress GlPreparation::progress() const
{
    if (stage_ == Stage::Compile)
        return {{msg("gl", "compiling kernels")}, compiled_, sources_.size(), false};
    return {{msg("gl", "placing weights")}, bytesDone_ + uploaded_, bytesTotal_, true};
}

std::unique_ptr<Executable> GlPreparation::take()
{
    return std::make_unique<GlExecutable>(std::move(plan_), std::move(resources_));
}

} // namespace kerascope
