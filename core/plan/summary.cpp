// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/summary.h"

#include "core/op/passes.h"
#include "core/plan/cost.h"
#include "core/plan/part.h"
#include "core/plan/plan.h"

#include <future>
#include <numeric>

namespace kerascope {
namespace {

template <class T> void addTo(std::optional<T>& sum, const std::optional<T>& part)
{
    sum = sum && part ? std::optional<T>(*sum + *part) : std::nullopt;
}

/// Output shapes without the mask, and their bytes over all calls; nothing where a size is open.
void describeOutputs(const Model& model, const TensorShapes& shapes, const Layer& layer, LayerSummary& row)
{
    row.activationBytes = 0;
    for (const CallId id : layer.calls) {
        const Call& call = model.calls[size_t(id)];
        const size_t count = call.results.empty() ? size_t(call.outputs) : call.results.size();
        for (size_t k = 0; k < count; ++k) {
            if (call.results.empty() && int(k) == call.maskOutput)
                continue;
            const TensorRef tensor = call.results.empty() ? TensorRef{id, int(k)} : call.results[k];
            const auto found = shapes.shapes.find(tensor);
            std::optional<uint64_t> bytes;
            if (found != shapes.shapes.end()) {
                if (id == layer.calls.front())
                    row.outputShapes.push_back(found->second);
                Shape one = found->second; // figures are per sample where the batch is open
                if (one.rank() > 0 && one[0] == unknownDim)
                    one[0] = 1;
                if (const auto elements = one.elements())
                    bytes = uint64_t(*elements) * 4;
            }
            addTo(row.activationBytes, bytes);
        }
    }
}

/// Lowers once with the shapes known so far (batch 1) for what depends on concrete sizes.
void addCosts(const Lowered& lowered, const TensorShapes& shapes, std::vector<LayerSummary>& rows)
{
    const Program& program = lowered.program;
    const auto open = [&](const Operation& operation) {
        for (const CallId id : operation.calls) {
            const auto found = shapes.shapes.find({id, 0});
            if (found == shapes.shapes.end())
                return true;
            for (int axis = 1; axis < found->second.rank(); ++axis)
                if (found->second[axis] == unknownDim)
                    return true;
        }
        return false;
    };
    for (const Operation& operation : program.operations) {
        if (operation.calls.empty())
            continue;
        LayerSummary& row = rows[size_t(program.model->calls[size_t(operation.calls.back())].layer)];
        if (open(operation))
            row.flops.reset();
        else if (row.flops)
            *row.flops += operationCost(program, operation).flops;
    }
    for (const Blocked& blocked : lowered.blocked)
        rows[size_t(program.model->calls[size_t(blocked.call)].layer)].flops.reset();
}

/// Most bytes of activations alive at a time in a float32 engine that reuses memory, batch 1.
uint64_t peakActivations(const Program& program)
{
    StorageNeeds needs;
    needs.workspace.assign(program.operations.size(), 0);
    needs.constants.assign(program.constants.size(), 0);
    needs.alias.assign(program.values.size(), -1);
    for (const Value& value : program.values)
        needs.values.push_back(value.constant >= 0 ? 0 : uint64_t(value.shape.elements().value_or(0)) * 4);
    for (const Operation& operation : program.operations)
        if (operation.kind == OpKind::Reshape)
            needs.alias[size_t(operation.outputs[0])] = operation.inputs[0];
    return makePlan(program, std::move(needs))->memory().arenaBytes;
}

/// Adds rows of inner layers to their containers; the deepest come last, so from the end.
void sumContainers(const Model& model, ModelSummary& summary)
{
    for (size_t i = model.layers.size(); i-- > 0;) {
        const Layer& layer = model.layers[i];
        if (layer.parent == noId)
            continue;
        const LayerSummary& row = summary.layers[i];
        LayerSummary& outer = summary.layers[size_t(layer.parent)];
        outer.params += row.params;
        outer.trainableParams += row.trainableParams;
        outer.weightBytes += row.weightBytes;
        outer.fileBytes += row.fileBytes;
        addTo(outer.flops, row.flops);
        addTo(outer.activationBytes, row.activationBytes);
    }
}

LayerSummary leafRow(const Model& model, const TensorShapes& shapes, const Layer& layer)
{
    LayerSummary row;
    row.layer = layer.id;
    row.flops = 0;
    row.supported = layer.supported;
    row.reason = layer.reason;
    const auto unsupported = shapes.unsupported.find(layer.id);
    if (unsupported != shapes.unsupported.end() && row.supported) {
        row.supported = false;
        row.reason = unsupported->second;
    }
    describeOutputs(model, shapes, layer, row);
    if (layer.container) {
        row.activationBytes = 0; // the sum of the inner rows comes later
        return row;
    }
    row.params = layer.params;
    row.trainableParams = layer.trainableParams;
    row.fileBytes = layer.fileBytes;
    row.weightBytes = uint64_t(layer.params) * 4;
    return row;
}

} // namespace

Result<ModelSummary> summarize(const std::shared_ptr<const Model>& model, const std::stop_token& stop)
{
    ModelSummary out;
    out.model = model;
    LowerRequest request;
    request.model = model;
    request.allTensors = true;
    auto costs = std::async([&] { return lower(request, stop); }); // meanwhile
    auto shapes = inferShapes(model, stop);
    const auto lowered = costs.get();
    if (!shapes)
        return shapes.error();
    out.shapes = std::move(*shapes);
    for (const Layer& layer : model->layers)
        out.layers.push_back(leafRow(*model, out.shapes, layer));
    // sizes chosen for open axes that do not fit leave the costs unknown; to look at, the model is good
    if (!lowered && lowered.error().code != ErrorCode::Usage)
        return lowered.error();
    out.runnable = runnableLayers(*model, lowered ? lowered->blocked : std::vector<Blocked>());
    if (lowered)
        addCosts(*lowered, out.shapes, out.layers);
    else
        for (LayerSummary& row : out.layers)
            row.flops.reset();
    sumContainers(*model, out);
    out.activationBytes = 0;
    out.flops = 0;
    for (const LayerSummary& row : out.layers) {
        if (model->layers[size_t(row.layer)].parent != noId)
            continue;
        out.params += row.params;
        out.trainableParams += row.trainableParams;
        out.weightBytes += row.weightBytes;
        out.fileBytes += row.fileBytes;
        addTo(out.activationBytes, row.activationBytes);
        addTo(out.flops, row.flops);
    }
    if (out.activationBytes && lowered && lowered->blocked.empty())
        out.peakActivationBytes = peakActivations(lowered->program);
    return out;
}

} // namespace kerascope
