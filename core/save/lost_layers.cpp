// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/open_model.h"
#include "core/save/written_model.h"

#include <algorithm>

namespace kerascope::save {
namespace {

/// A call's tensors by role, in order: "role", producer, its call, the tensor's number.
using Wiring = std::vector<std::tuple<std::string, std::string, int, int>>;

Wiring wiringOf(const PartGraph& part, const PartCall& call)
{
    Wiring out;
    for (const PartInput& input : call.inputs)
        out.emplace_back(
            input.role, part.layers[size_t(input.source.layer)].name, input.source.call, input.source.tensor);
    std::stable_sort(
        out.begin(), out.end(), [](const auto& a, const auto& b) { return std::get<0>(a) < std::get<0>(b); });
    return out;
}

Wiring wiringOf(const Model& model, const Call& call)
{
    Wiring out;
    for (const CallInput& input : call.inputs) {
        const Call& from = model.calls[size_t(input.tensor.call)];
        out.emplace_back(input.role, model.layers[size_t(from.layer)].name, from.number, input.tensor.index);
    }
    std::stable_sort(
        out.begin(), out.end(), [](const auto& a, const auto& b) { return std::get<0>(a) < std::get<0>(b); });
    return out;
}

Json comparable(const Layer& layer)
{
    Json config = layer.operation ? layer.fileConfig : layer.config;
    config.erase("name");
    config.erase("quantization"); // of an attention only its weights tell
    for (const char* key : {"layer", "backward_layer"})
        if (config.contains(key) && config[key].is_object() && config[key].contains("config"))
            config[key]["config"].erase("name");
    return config;
}

bool same(const PartGraph& part, const PartLayer& layer, const Model& read)
{
    const Layer& from = part.model->layers[size_t(layer.id)];
    const auto found = read.findLayer(layer.name);
    if (!found)
        return false;
    const Layer& to = read.layers[size_t(*found)];
    if (!to.supported || to.type != from.type || to.operation != from.operation
        || to.calls.size() != layer.calls.size() || comparable(from) != comparable(to))
        return false;
    for (size_t i = 0; i < layer.calls.size(); ++i) {
        const Call& before = part.model->calls[size_t(layer.calls[i].id)];
        const Call& after = read.calls[size_t(to.calls[i])];
        if (before.arguments != after.arguments || wiringOf(part, layer.calls[i]) != wiringOf(read, after))
            return false;
    }
    return true;
}

} // namespace

Result<std::vector<std::string>> lostLayers(
    const PartGraph& part, const WrittenModel& written, const char* version, const std::stop_token& stop)
{
    ModelFile file;
    file.format = FileFormat::JsonArchitecture;
    file.config = configText(written.config);
    file.kerasVersion = version;
    file.backend = "tensorflow";
    const auto read = importModel(file, stop);
    if (!read)
        return read.error();
    std::vector<std::string> lost;
    for (const PartLayer& layer : part.layers)
        if (layer.id != noId && !same(part, layer, **read))
            lost.push_back(part.model->layers[size_t(layer.id)].path);
    return lost;
}

} // namespace kerascope::save
