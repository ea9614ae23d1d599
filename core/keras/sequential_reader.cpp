// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/class_names.h"
#include "core/keras/config_reader.h"
#include "core/keras/json_access.h"
#include "core/keras/read_config.h"

#include <algorithm>

namespace kerascope::keras {
namespace {

/// The first real layer inside an entry: a nested model's first layer, a wrapper's inner one.
const Json& innermostFirst(const Json& entry)
{
    const Json* at = &entry;
    for (;;) {
        const Json& config = member(*at, "config");
        if (inputShapeOf(config))
            return *at;
        const Json& layers = config.is_array() ? config : member(config, "layers");
        if (layers.is_array() && !layers.empty())
            at = &layers[0];
        else
            return *at;
    }
}

std::string entryName(const Json& entry)
{
    std::string name = memberString(entry, "name");
    if (name.empty())
        name = memberString(member(entry, "config"), "name");
    return name;
}

Shape shapeOfInputDim(const std::string& type, const Json& config)
{
    const auto size = wholeNumber(member(config, "input_dim"));
    const int64_t length = wholeNumber(member(config, "input_length")).value_or(unknownDim);
    if (type == "Embedding")
        return {unknownDim, length};
    if (!size)
        return {};
    if (isRecurrent(type) || type == "Conv1D")
        return {unknownDim, length, *size};
    return {unknownDim, *size};
}

} // namespace

Shape entranceShape(const Json& firstEntry, const Json& sequentialConfig)
{
    const Json& first = innermostFirst(firstEntry);
    if (auto shape = inputShapeOf(member(first, "config")))
        return *shape;
    for (const Json* holder : {&sequentialConfig, &firstEntry, &first}) {
        if (auto shape = shapeOf(member(*holder, "build_input_shape")); shape && shape->rank() > 0)
            return *shape;
        if (auto shape = shapeOf(member(member(*holder, "build_config"), "input_shape"));
            shape && shape->rank() > 0)
            return *shape;
    }
    return shapeOfInputDim(canonicalClass(memberString(first, "class_name")), member(first, "config"));
}

std::string ConfigReader::freeName(int container, const std::string& wish) const
{
    const auto taken = [&](const std::string& name) {
        const auto& layers = model_.containers[size_t(container)].layers;
        return std::any_of(layers.begin(), layers.end(),
            [&](int layer) { return model_.layers[size_t(layer)].name == name; });
    };
    std::string name = wish;
    for (int number = 1; taken(name); ++number)
        name = wish + "_" + std::to_string(number);
    return name;
}

NodeInput ConfigReader::entrance(int container, const Json& firstEntry, const Json& config)
{
    ContainerDef& self = model_.containers[size_t(container)];
    NodeInput input;
    input.layer = portLayer;
    input.node = int(self.inputs.size());
    PortDef port;
    port.layer = portLayer;
    port.node = input.node;
    if (self.owner < 0) {
        LayerDef made;
        made.name = freeName(container, entryName(firstEntry) + "_input");
        made.type = "InputLayer";
        made.container = container;
        const Json& firstConfig = member(innermostFirst(firstEntry), "config");
        const Json& inputDtype = member(firstConfig, "input_dtype");
        made.dtype = inputDtype.is_string() ? computeDType(inputDtype) : DType::Float32;
        made.config = inputLayerConfig(entranceShape(firstEntry, config), made.dtype);
        made.nodes.assign(1, NodeDef{});
        input.layer = port.layer = int(model_.layers.size());
        input.node = port.node = 0;
        self.layers.push_back(input.layer);
        model_.layers.push_back(std::move(made));
    }
    self.inputs.push_back(std::move(port));
    return input;
}

Result<void> ConfigReader::readBranches(int container, Json& merge, std::vector<NodeInput>& tail)
{
    for (Json& branch : merge["config"]["layers"]) { // the caller has seen that they are there
        NodeDef node;
        node.inputs.push_back(entrance(container, innermostFirst(branch), member(branch, "config")));
        node.arguments = Json::object();
        auto index = addLayer(container, branch, true);
        if (!index)
            return index.error();
        auto& nodes = model_.layers[size_t(*index)].nodes;
        nodes.clear();
        nodes.push_back(std::move(node));
        NodeInput input;
        input.layer = *index;
        input.node = 0;
        tail.push_back(std::move(input));
    }
    return {};
}

Result<void> ConfigReader::readSequentialEntry(int container, Json& entry, std::vector<NodeInput>& tail)
{
    // the branches of a Merge stand in its config
    auto index = addLayer(container, entry, canonicalClass(memberString(entry, "class_name")) == "Merge");
    if (!index)
        return index.error();
    LayerDef& layer = model_.layers[size_t(*index)];
    NodeDef node;
    node.inputs = std::move(tail);
    node.arguments = Json::object();
    if (layer.type == "InputLayer" && node.inputs.empty()) {
        PortDef port;
        port.layer = *index;
        port.node = 0;
        model_.containers[size_t(container)].inputs.push_back(std::move(port));
    }
    layer.nodes.clear();
    layer.nodes.push_back(std::move(node));
    NodeInput next;
    next.layer = *index;
    next.node = 0;
    tail.clear();
    tail.push_back(std::move(next));
    return {};
}

Result<void> ConfigReader::readSequential(int container, Json& config)
{
    if (!config.is_array() && !member(config, "layers").is_array())
        return badFile(model_.origin, {msg("core", "the config of a model holds no layers")},
            {msg("core", "the file is damaged or of an unknown kind")});
    Json& layers = config.is_array() ? config : config["layers"];
    std::vector<NodeInput> tail;
    for (size_t i = 0; i < layers.size(); ++i) {
        if (stop_.stop_requested())
            return cancelled();
        Json& entry = layers[i];
        const std::string type = canonicalClass(memberString(entry, "class_name"));
        const bool branches = type == "Merge" && member(member(entry, "config"), "layers").is_array();
        if (i == 0 && branches) {
            if (auto read = readBranches(container, entry, tail); !read)
                return read;
        } else if (i == 0 && type != "InputLayer") {
            tail.push_back(entrance(container, entry, config));
        }
        if (auto read = readSequentialEntry(container, entry, tail); !read)
            return read;
    }
    if (tail.empty() && model_.containers[size_t(container)].owner >= 0)
        tail.push_back(entrance(container, {}, config));
    for (const NodeInput& input : tail) {
        PortDef port;
        port.layer = input.layer;
        port.node = input.node;
        model_.containers[size_t(container)].outputs.push_back(std::move(port));
    }
    return {};
}

} // namespace kerascope::keras
