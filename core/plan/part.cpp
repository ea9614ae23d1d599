// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/part.h"

#include "core/profile/run_record.h"

#include "core/engine/engine.h"

#include <algorithm>
#include <set>

namespace kerascope {

namespace {

/// Every call's outputs under their keys, those of nested models too; masks are left out.
void addAllOutputs(Program& program)
{
    const Model& model = *program.model;
    std::set<std::string> named;
    for (const ProgramOutput& output : program.outputs)
        named.insert(output.name);
    const auto add = [&](const std::string& name, TensorRef tensor) {
        const auto found = program.tensorValues.find(tensor);
        if (found != program.tensorValues.end() && named.insert(name).second)
            program.outputs.push_back({name, tensor, found->second});
    };
    for (const Call& call : model.calls) {
        const bool container = model.layers[size_t(call.layer)].container;
        const int count = container ? int(call.results.size()) : call.outputs;
        for (int k = 0; k < count; ++k)
            if (container || k != call.maskOutput)
                add(k == 0 ? call.key : call.key + ":" + std::to_string(k),
                    container ? call.results[size_t(k)] : TensorRef{call.id, k});
    }
}

} // namespace

void noteShapes(Program& program)
{
    for (const auto& [tensor, value] : program.tensorValues)
        program.tensorShapes[tensor] = program.values[size_t(value)].shape;
}

Result<Part> planPart(const PartRequest& request, const Engine& engine, const std::stop_token& stop)
{
    auto lowered = lower(request.lower, stop);
    if (!lowered)
        return lowered.error();
    Part part;
    part.blocked = std::move(lowered->blocked);
    part.chosenShapes = std::move(lowered->chosenShapes);
    Program& program = lowered->program;
    noteShapes(program);
    std::vector<ValueId> kept;
    for (const TensorRef tensor : request.lower.captured) {
        const auto found = program.tensorValues.find(tensor);
        if (found != program.tensorValues.end())
            kept.push_back(found->second);
    }
    if (request.lower.allTensors) {
        addAllOutputs(program);
        for (const auto& [tensor, value] : program.tensorValues)
            kept.push_back(value);
    }
    runPasses(program, request.passes, kept);
    if (stop.stop_requested())
        return cancelled();
    StorageNeeds needs = engine.storage(program);
    part.plan = makePlan(std::move(program), std::move(needs));
    return part;
}

LayerSelection runnableLayers(const Model& model, const std::vector<Blocked>& blocked)
{
    LayerSelection out = allLayers(model);
    for (const Blocked& entry : blocked)
        out[size_t(model.calls[size_t(entry.call)].layer)] = false;
    return out;
}

Error blockedError(const Model& model, const std::vector<Blocked>& blocked)
{
    // The root cause stands first in topological order; what depends on it follows.
    const Layer& layer = model.layerOf(blocked.front().call);
    const LayerSelection runs = runnableLayers(model, blocked);
    // a weight that the file lacks or that does not fit is a fault of the file, not of what we can do
    const bool lacking = blocked.front().misfit
        || std::any_of(layer.weights.begin(), layer.weights.end(),
            [](const Weight& weight) { return weight.tensors.empty(); });
    const ErrorCode code = lacking ? ErrorCode::File : ErrorCode::Unsupported;
    const auto count = std::count(runs.begin(), runs.end(), true);
    const bool foreign = !layer.foreignClass.empty();
    if (count == 0 && foreign)
        return {code, layer.path, blocked.front().reason,
            {msg("core", "say with --treat-as %1=LAYER which layer of Keras stands in"), layer.foreignClass}};
    if (count == 0)
        return {code, layer.path, blocked.front().reason, {msg("core", "no layer runs without it")}};
    std::string last;
    for (const Layer& candidate : model.layers)
        if (runs[size_t(candidate.id)])
            last = candidate.path;
    if (foreign)
        return {code, layer.path, blocked.front().reason,
            {msg("core",
                 "%1 layers run without it, up to %2: name them with --layers, or say with --treat-as "
                 "%3=LAYER "
                 "which layer of Keras stands in"),
                count, last, layer.foreignClass}};
    return {code, layer.path, blocked.front().reason,
        {msg("core", "%1 layers run without it, up to %2: name them with --layers"), count, last}};
}

int64_t indexLimit(const Program& program, ValueId input)
{
    std::set<ValueId> same{input};
    for (const Operation& operation : program.operations) {
        const bool passes = operation.kind == OpKind::Reshape || operation.kind == OpKind::Cast
            || operation.kind == OpKind::Unary || operation.kind == OpKind::Transpose
            || operation.kind == OpKind::Slice || operation.kind == OpKind::Concat;
        if (operation.kind == OpKind::Gather && same.contains(operation.input(1)))
            return program.values[size_t(operation.input(0))].shape[0];
        if (passes && !operation.inputs.empty() && same.contains(operation.inputs[0]))
            same.insert(operation.outputs[0]);
    }
    return 2;
}

Result<void> checkMemory(const Plan& plan, std::optional<uint64_t> limitBytes, bool onHost)
{
    const Program& program = plan.program();
    const uint64_t needed = plan.memory().predictedPeakBytes;
    const Text hint(msg("core", "tick fewer layers, take a smaller batch or raise the limit"));
    if (limitBytes && needed > *limitBytes)
        return Error{ErrorCode::Device, {},
            {msg("core", "the run needs %1 bytes, the limit is %2"), needed, *limitBytes}, hint};
    const auto bytesOf = [&](ValueId value) {
        return uint64_t(program.values[size_t(value)].shape.elements().value_or(0)) * sizeof(float);
    };
    uint64_t onTheHost = onHost ? needed : 0; // and a copy of what goes in and out
    for (const ProgramInput& input : program.inputs)
        onTheHost += bytesOf(input.value);
    for (const ProgramOutput& output : program.outputs)
        onTheHost += bytesOf(output.value);
    const uint64_t free = availableMemoryBytes();
    if (free > 0 && onTheHost > free)
        return Error{ErrorCode::Device, {},
            {msg("core", "the run needs %1 bytes, %2 are free"), onTheHost, free}, hint};
    return {};
}

} // namespace kerascope
