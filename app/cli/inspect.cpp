// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/inspect_tensors.h"
#include "app/cli/output.h"

#include "core/plan/own_type.h"

#include <algorithm>
#include <cstdio>

namespace kerascope {
namespace {

Json shapeJson(const Shape& shape)
{
    Json out = Json::array();
    for (int64_t dim : shape.dims)
        out.push_back(dim == unknownDim ? Json() : Json(dim));
    return out;
}

std::vector<std::string> inbound(const Model& model, const Layer& layer)
{
    std::vector<std::string> out;
    for (const CallId id : layer.calls)
        for (const CallInput& input : model.calls[size_t(id)].inputs) {
            const std::string key = model.tensorKey(input.tensor);
            if (std::find(out.begin(), out.end(), key) == out.end())
                out.push_back(key);
        }
    return out;
}

bool wantsWeights(const Layer& layer) { return !layer.weights.empty() || !layer.notLoaded.empty(); }

/// "loaded", "skipped", or null where there is nothing to load.
Json weightState(const LoadedModel& loaded, const Layer& layer)
{
    if (!wantsWeights(layer) || !loaded.opened.tensors)
        return {};
    return layer.notLoaded.empty() ? "loaded" : "skipped";
}

Json layerJson(const LoadedModel& loaded, const Model& model, const LayerSummary& row)
{
    const Layer& layer = model.layers[size_t(row.layer)];
    Json shapes = Json::array();
    for (const Shape& shape : row.outputShapes)
        shapes.push_back(shapeJson(shape));
    return {{"index", layer.id}, {"name", layer.name}, {"type", layer.type},
        {"inbound", inbound(model, layer)}, {"output_shapes", std::move(shapes)},
        {"dtype", dtypeName(layer.dtype)}, {"params", row.params}, {"trainable_params", row.trainableParams},
        {"weight_bytes", row.weightBytes}, {"file_bytes", row.fileBytes},
        {"activation_bytes", orNull(row.activationBytes)},
        {"flops", row.flops ? wholeNumber(*row.flops) : Json()}, {"supported", row.supported},
        {"reason", row.reason.empty() ? Json() : Json(row.reason.english())}, {"depth", layer.depth},
        {"parent", layer.parent == noId ? Json() : Json(model.layers[size_t(layer.parent)].name)},
        {"weights", weightState(loaded, layer)},
        {"weights_reason", layer.notLoaded.empty() ? Json() : Json(layer.notLoaded.english())}};
}

Json outputsJson(const ModelSummary& summary)
{
    Json out = Json::array();
    for (const ModelOutput& output : summary.model->outputs) {
        const auto shape = summary.shapes.shapes.find(output.tensor);
        const auto dtype = summary.shapes.dtypes.find(output.tensor);
        out.push_back({{"name", output.name},
            {"shape", shape == summary.shapes.shapes.end() ? Json() : shapeJson(shape->second)},
            {"dtype",
                dtype == summary.shapes.dtypes.end()
                    ? Json()
                    : Json(dtypeName(ownType(*summary.model, output.tensor, dtype->second)))}});
    }
    return out;
}

Json modelJson(const LoadedModel& loaded)
{
    const ModelSummary& summary = *loaded.summary;
    const Model& model = *summary.model;
    Json inputs = Json::array();
    for (const ModelInput& input : model.inputs)
        inputs.push_back(
            {{"name", input.name}, {"shape", shapeJson(input.shape)}, {"dtype", dtypeName(input.dtype)}});
    Json layers = Json::array();
    for (const LayerSummary& row : summary.layers)
        layers.push_back(layerJson(loaded, model, row));
    Json notes = Json::array();
    for (const Text& note : model.notes) // those of the file stand among them
        notes.push_back(note.english());
    return {{"format", model.format},
        {"keras_version", model.kerasVersion.empty() ? Json() : Json(model.kerasVersion)},
        {"dialect", model.dialect}, {"class_name", model.className}, {"name", model.name},
        {"inputs", std::move(inputs)}, {"outputs", outputsJson(summary)}, {"layers", std::move(layers)},
        {"totals",
            {{"layers", model.layers.size()}, {"params", summary.params},
                {"trainable_params", summary.trainableParams}, {"weight_bytes", summary.weightBytes},
                {"file_bytes", summary.fileBytes}, {"activation_bytes", orNull(summary.activationBytes)},
                {"peak_activation_bytes", orNull(summary.peakActivationBytes)},
                {"flops", summary.flops ? wholeNumber(*summary.flops) : Json()}}},
        {"notes", std::move(notes)}};
}

/// How many layers got their weights, and why the others did not.
void printLoadReport(const LoadedModel& loaded)
{
    size_t wanting = 0;
    std::vector<const Layer*> skipped;
    for (const Layer& layer : loaded.opened.model->layers) {
        wanting += wantsWeights(layer) && !layer.container ? 1 : 0;
        if (!layer.notLoaded.empty())
            skipped.push_back(&layer);
    }
    if (!loaded.opened.tensors || wanting == 0)
        return;
    std::printf("weights of %zu layers loaded, of %zu skipped\n", wanting - skipped.size(), skipped.size());
    for (const Layer* layer : skipped)
        std::printf("skipped %s: %s\n", layer->path.c_str(), layer->notLoaded.english().c_str());
}

void printTable(const LoadedModel& loaded)
{
    const ModelSummary& summary = *loaded.summary;
    const Model& model = *summary.model;
    std::printf("%s, %s %s, %s \"%s\"\n", model.format.c_str(), model.dialect.c_str(),
        model.kerasVersion.c_str(), model.className.c_str(), model.name.c_str());
    for (const ModelInput& input : model.inputs)
        std::printf(
            "input   %s  %s  %s\n", input.name.c_str(), input.shape.text().c_str(), dtypeName(input.dtype));
    for (const ModelOutput& output : model.outputs) {
        const auto shape = summary.shapes.shapes.find(output.tensor);
        std::printf("output  %s  %s\n", output.name.c_str(),
            shape == summary.shapes.shapes.end() ? "?" : shape->second.text().c_str());
    }
    TextTable table({"layer", "type", "output", "params", "weights, bytes", "FLOPs", ""});
    for (const LayerSummary& row : summary.layers) {
        const Layer& layer = model.layers[size_t(row.layer)];
        table.add({std::string(size_t(layer.depth) * 2, ' ') + layer.name, layer.type,
            row.outputShapes.empty() ? "?" : row.outputShapes.front().text(), std::to_string(row.params),
            std::to_string(row.weightBytes), row.flops ? plainNumber(*row.flops) : "?",
            row.supported ? std::string() : "cannot run: " + row.reason.english()});
    }
    table.print();
    std::printf("%zu layers, %s parameters, %s of weights\n", model.layers.size(),
        std::to_string(summary.params).c_str(), megabytes(summary.weightBytes).c_str());
    printLoadReport(loaded);
    for (const Text& note : model.notes)
        std::printf("note: %s\n", note.english().c_str());
}

} // namespace

Result<void> inspectCommand(const CliContext& context)
{
    const auto loaded = openNth(context, 0);
    if (!loaded)
        return loaded.error();
    const Model& model = *loaded->opened.model;
    const bool weightsAlone = model.calls.empty() && loaded->opened.tensors;
    if (context.options.json) {
        Json json = modelJson(*loaded);
        if (weightsAlone) {
            auto tensors = tensorsJson(context, *loaded);
            if (!tensors)
                return tensors.error();
            json["tensors"] = std::move(*tensors);
        }
        return writeJson(json, "-");
    }
    if (!weightsAlone) {
        printTable(*loaded);
        return {};
    }
    std::printf("%s %s, no architecture\n", model.format.c_str(), model.kerasVersion.c_str());
    if (Result<void> done = printTensors(context, *loaded); !done)
        return done;
    std::printf("%zu tensors, %s numbers, %s\n", loaded->opened.file->tensors.size(),
        std::to_string(loaded->summary->params).c_str(), megabytes(loaded->summary->fileBytes).c_str());
    for (const Text& note : model.notes)
        std::printf("note: %s\n", note.english().c_str());
    return {};
}

} // namespace kerascope
