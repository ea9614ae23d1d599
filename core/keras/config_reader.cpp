// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/config_reader.h"
#include "core/keras/class_names.h"
#include "core/keras/inner_layers.h"
#include "core/keras/json_access.h"
#include "core/keras/nodes.h"
#include "core/keras/read_config.h"
#include "core/keras/tf_operations.h"

#include <algorithm>

namespace kerascope::keras {
namespace {

/// A container's own config without the layers in it.
Json withoutLayers(const Json& config)
{
    Json out = Json::object();
    if (config.is_object())
        for (const auto& [key, value] : config.items())
            if (key != "layers" && key != "input_layers" && key != "output_layers")
                out[key] = value;
    return out;
}

/// The dict of TimeDistributed over a model, with the model cut down to its class and name.
Json withStubInside(const Json& entry)
{
    Json out = Json::object();
    for (const auto& [key, value] : entry.items())
        if (key != "config")
            out[key] = value;
    Json& config = out["config"] = Json::object();
    for (const auto& [key, value] : entry["config"].items()) {
        if (key != "layer") {
            config[key] = value;
            continue;
        }
        config[key] = {{"class_name", member(value, "class_name")},
            {"config", {{"name", memberString(member(value, "config"), "name")}}}};
    }
    return out;
}

bool isModel(const Json& entry)
{
    const Json& config = member(entry, "config");
    return isContainerClass(memberString(entry, "class_name"))
        || (member(config, "layers").is_array() && config.contains("input_layers")
            && config.contains("output_layers"));
}

bool isSequentialConfig(const Json& entry)
{
    return memberString(entry, "class_name") == "Sequential" || member(entry, "config").is_array()
        || !member(entry, "config").contains("input_layers");
}

/// Keras 3's operations have a module of their own; its .h5 files drop the module, but operations take
/// neither "trainable" nor "dtype" (an Add layer has both).
bool isOperation(const Json& entry, const Origin& origin)
{
    if (isTfOperation(memberString(entry, "class_name")))
        return true;
    if (!origin.keras3())
        return false;
    const std::string module = memberString(entry, "module");
    if (!module.empty())
        return module.find(".ops") != std::string::npos || module.find("activations") != std::string::npos;
    const Json& config = member(entry, "config");
    return config.is_object() && !config.contains("dtype") && !config.contains("trainable")
        && !isContainerClass(memberString(entry, "class_name"))
        && memberString(entry, "class_name") != "InputLayer";
}

} // namespace

Result<void> ConfigReader::read(Json& root)
{
    openContainer(-1, isSequentialConfig(root) ? "Sequential" : "Functional",
        memberString(member(root, "config"), "name"), root["config"]);
    if (!isContainerClass(memberString(root, "class_name")))
        model_.containers[0].className = memberString(root, "class_name");
    while (!pending_.empty()) {
        if (stop_.stop_requested())
            return cancelled();
        const Pending next = pending_.front();
        pending_.pop_front();
        const bool sequential = model_.containers[size_t(next.container)].sequential;
        auto done = sequential ? readSequential(next.container, *next.config)
                               : readFunctional(next.container, *next.config);
        if (!done)
            return done;
    }
    return {};
}

int ConfigReader::openContainer(
    int owner, const std::string& className, const std::string& name, Json& config)
{
    ContainerDef container;
    container.owner = owner;
    container.className = className;
    container.sequential = className == "Sequential";
    container.name = name;
    model_.containers.push_back(std::move(container));
    pending_.push_back({int(model_.containers.size()) - 1, &config});
    return int(model_.containers.size()) - 1;
}

Result<int> ConfigReader::addLayer(int container, Json& entry, bool shared)
{
    const Origin& origin = model_.origin;
    if (model_.layers.size() >= maxLayers)
        return badFile(origin, {msg("core", "the model has more than %1 layers"), std::to_string(maxLayers)});
    const std::string className = memberString(entry, "class_name");
    const Json& config = member(entry, "config");
    if (className.empty() || !config.is_structured())
        return badFile(origin, {msg("core", "an entry of the config's layers is no layer")},
            {msg("core", "the file is damaged or of an unknown kind")});
    const int index = int(model_.layers.size());
    LayerDef layer;
    std::string name = memberString(entry, "name");
    if (name.empty())
        name = memberString(config, "name");
    Json* inner = nullptr;
    if (isModel(entry)) {
        layer.fileType = className;
        layer.type = isSequentialConfig(entry) ? "Sequential" : "Functional";
        layer.config = layer.fileConfig = withoutLayers(config);
        layer.trainable = memberBool(config, "trainable", true);
        inner = &entry;
    } else if (className == "TimeDistributed" && isModel(member(config, "layer"))) {
        layer = readLayer(withStubInside(entry), origin);
        layer.wrapsModel = true;
        inner = &entry["config"]["layer"];
    } else if (isOperation(entry, origin)) {
        layer.fileType = layer.type = className;
        layer.config = layer.fileConfig = config;
        layer.operation = true;
        layer.module = memberString(entry, "module");
    } else {
        layer = shared ? readLayer(entry, origin) : readLayer(entry, std::move(entry["config"]), origin);
    }
    layer.name = std::move(name);
    if (layer.name.empty())
        layer.name = snakeCase(className) + "_" + std::to_string(++unnamed_);
    layer.container = container;
    model_.layers.push_back(std::move(layer));
    model_.containers[size_t(container)].layers.push_back(index);
    if (inner != nullptr)
        model_.layers[size_t(index)].inner =
            openContainer(index, isSequentialConfig(*inner) ? "Sequential" : "Functional",
                model_.layers[size_t(index)].name, (*inner)["config"]);
    return index;
}

Result<void> ConfigReader::readPorts(std::vector<PortDef>& ports, const Json& written)
{
    // Lists, dicts and single triples, nested: walked with a stack, first to last.
    std::vector<std::pair<const Json*, std::string>> open{{&written, {}}};
    while (!open.empty()) {
        const auto [found, key] = open.back();
        open.pop_back();
        const Json& value = unwrapTuple(*found);
        const bool triple = value.is_array() && value.size() >= 3 && value[0].is_string()
            && wholeNumber(value[1]) && wholeNumber(value[2]);
        if (triple) {
            PortDef port;
            port.ref = {value[0].get<std::string>(), *wholeNumber(value[1]), *wholeNumber(value[2])};
            port.key = key;
            ports.push_back(std::move(port));
        } else if (value.is_structured()) {
            const size_t begin = open.size();
            for (const auto& [name, item] : value.items())
                open.emplace_back(&item, value.is_object() ? name : key);
            std::reverse(open.begin() + std::ptrdiff_t(begin), open.end());
        } else if (!value.is_null()) {
            return badFile(model_.origin,
                {msg("core", "the model's list of inputs or outputs cannot be read")},
                {msg("core", "the file is damaged or of an unknown kind")});
        }
    }
    return {};
}

Result<void> ConfigReader::readFunctional(int container, Json& config)
{
    if (!member(config, "layers").is_array())
        return badFile(model_.origin, {msg("core", "the config of a model holds no layers")},
            {msg("core", "the file is damaged or of an unknown kind")});
    for (Json& entry : config["layers"]) {
        if (stop_.stop_requested())
            return cancelled();
        auto index = addLayer(container, entry, false);
        if (!index)
            return index.error();
        LayerDef& layer = model_.layers[size_t(*index)];
        if (auto read = readNodes(layer, member(entry, "inbound_nodes"), model_.origin); !read)
            return read;
        if (isTfOperation(layer.fileType))
            convertTfOperation(layer);
        // a class that is not known may be an input of its own kind
        if (layer.replaced && layer.nodes.empty())
            layer.refuse({msg("core", "it has no inputs, so that %1 cannot stand in"), layer.type});
        if (layer.type == "InputLayer" || (layer.nodes.empty() && !layer.supported))
            layer.nodes.assign(1, NodeDef{});
    }
    ContainerDef& self = model_.containers[size_t(container)];
    if (auto read = readPorts(self.inputs, member(config, "input_layers")); !read)
        return read;
    return readPorts(self.outputs, member(config, "output_layers"));
}

} // namespace kerascope::keras
