// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/load_job.h"

#include "core/base/within_memory.h"
#include "core/reader/open_in_reader.h"

#include <algorithm>
#include <set>

namespace kerascope {
namespace {

using namespace std::chrono_literals;

/// Makes the captured tensors the outputs, so that a run gives exactly them.
void captureOnly(LowerRequest& lower, Program& program)
{
    program.outputs.clear();
    for (const TensorRef tensor : lower.captured) {
        const auto found = program.tensorValues.find(tensor);
        if (found != program.tensorValues.end())
            program.outputs.push_back({program.model->tensorKey(tensor), tensor, found->second});
    }
}

PlanKey keyOf(const LoadedModel& model, const PrepareRequest& request, const ReadInputs& inputs)
{
    PlanKey key{model.weights, request.engineId, request.ticked, request.passes,
        request.batch > 0 ? request.batch : inputs.batch.value_or(1), request.shapes};
    for (const auto& [name, shape] : inputs.shapes)
        key.shapes[name] = shape;
    return key;
}

Result<std::shared_ptr<const Plan>> planCandidate(const LoadedModel& model, const PrepareRequest& request,
    const PlanKey& key, const Engine& engine, const std::stop_token& stop)
{
    LowerRequest lowering;
    lowering.model = model.opened.model;
    lowering.ticked = key.ticked;
    lowering.batch = key.batch;
    lowering.inputShapes = key.shapes;
    lowering.captured = request.captured;
    if (!request.capture) {
        auto part = planPart({lowering, request.passes}, engine, stop);
        if (!part)
            return part.error();
        if (!part->blocked.empty())
            return blockedError(*model.opened.model, part->blocked);
        return part->plan;
    }
    auto lowered = lower(lowering, stop);
    if (!lowered)
        return lowered.error();
    noteShapes(lowered->program);
    captureOnly(lowering, lowered->program);
    runPasses(lowered->program, request.passes, {});
    StorageNeeds needs = engine.storage(lowered->program);
    return makePlan(std::move(lowered->program), std::move(needs));
}

Result<std::unique_ptr<Executable>> prepareHere(
    Candidate& candidate, Ledger& ledger, const ProgressSink& progress, const std::stop_token& stop)
{
    auto preparation = candidate.engine->prepare(candidate.plan, candidate.weights, ledger);
    if (!preparation)
        return preparation.error();
    while (true) {
        const auto done = (*preparation)->advance(20ms, stop);
        if (!done)
            return done.error();
        if (*done)
            return (*preparation)->take();
        if (progress)
            progress((*preparation)->progress());
    }
}

/// What is kept of earlier shapes gives way where the run would not fit beside it.
Result<void> makeRoom(const Plan& plan, const PrepareRequest& request, const Engine& engine,
    EngineThread& engines, const std::stop_token& stop)
{
    const auto limit = request.memoryLimit > 0 ? std::optional<uint64_t>(request.memoryLimit) : std::nullopt;
    const bool onHost = !engine.threadBound() || engine.info().softwareRenderer;
    if (checkMemory(plan, limit, onHost))
        return {};
    engines.dropKept(stop);
    return checkMemory(plan, limit, onHost);
}

Result<LoadedModel> load(const std::vector<std::filesystem::path>& paths, const TreatAs& treatAs,
    const ModelFile* onto, const std::stop_token& stop)
{
    auto opened = onto ? openModelOnto(*onto, paths, stop, openInReader, treatAs)
                       : openModel(paths, stop, openInReader, treatAs);
    if (!opened)
        return opened.error();
    LoadedModel out;
    out.opened = std::move(*opened);
    auto summary = summarize(out.opened.model, stop);
    if (!summary)
        return summary.error();
    out.summary = std::make_shared<const ModelSummary>(std::move(*summary));
    out.weights = std::make_shared<WeightStore>(out.opened.model, out.opened.file, out.opened.tensors);
    return out;
}

Result<Candidate> makeCandidate(const LoadedModel& model, const PrepareRequest& request,
    EngineThread& engines, Ledger& ledger, const ProgressSink& progress, const std::stop_token& stop)
{
    auto engine = engines.engine(request.engineId, stop);
    if (!engine)
        return engine.error();
    auto inputs = readInputs(modelInputShapes(*model.opened.model), request.inputs, request.batch);
    if (!inputs)
        return inputs.error();
    Candidate out;
    out.key = keyOf(model, request, *inputs);
    if (!request.capture)
        out.plan = engines.keptPlan(out.key);
    const bool kept = out.plan != nullptr;
    if (!kept) {
        auto plan = planCandidate(model, request, out.key, **engine, stop);
        if (!plan)
            return plan.error();
        out.plan = *plan;
        if (auto room = makeRoom(*out.plan, request, **engine, engines, stop); !room)
            return room.error();
    }
    out.ticket = request.ticket;
    out.version = request.version;
    out.engineId = request.engineId;
    out.engine = *engine;
    out.weights = model.weights;
    out.memoryLimit = request.memoryLimit;
    out.capture = request.capture;
    auto tensors = makeInputs(out.plan->program(), *inputs);
    if (!tensors)
        return tensors.error();
    out.inputs = std::move(*tensors);
    if (kept || out.engine->threadBound())
        return out;
    auto executable = prepareHere(out, ledger, progress, stop);
    if (!executable && executable.error().code == ErrorCode::Device) {
        engines.dropKept(stop);
        executable = prepareHere(out, ledger, progress, stop);
    }
    if (!executable)
        return executable.error();
    out.executable = std::move(*executable);
    return out;
}

} // namespace

Result<LoadedModel> loadModel(const std::vector<std::filesystem::path>& paths, const std::stop_token& stop,
    const TreatAs& treatAs, const ModelFile* onto)
{
    return withinMemory(
        paths.empty() ? std::string() : paths[0].string(), [&] { return load(paths, treatAs, onto, stop); });
}

std::optional<Error> halfAlone(const LoadedModel& model)
{
    const ModelFile& file = *model.opened.file;
    const std::string where =
        file.files.empty() ? std::string() : file.files.front().path.filename().string();
    const auto& layers = model.opened.model->layers;
    const bool wants =
        std::any_of(layers.begin(), layers.end(), [](const Layer& layer) { return !layer.weights.empty(); });
    if (!model.opened.tensors && wants)
        return Error{ErrorCode::File, where, {msg("core", "this is an architecture without weights")},
            {msg("core", "drop its weights on the window to run it")}};
    if (model.opened.model->calls.empty())
        return Error{ErrorCode::File, where, {msg("core", "these are weights without an architecture")},
            {msg("core", "drop the model's JSON file on the window to run it")}};
    return std::nullopt;
}

Result<Candidate> prepareCandidate(const LoadedModel& model, const PrepareRequest& request,
    EngineThread& engines, Ledger& ledger, const ProgressSink& progress, const std::stop_token& stop)
{
    return withinMemory({}, [&] { return makeCandidate(model, request, engines, ledger, progress, stop); });
}

} // namespace kerascope
