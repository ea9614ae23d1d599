// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/json_access.h"
#include "core/keras/nodes.h"

namespace kerascope::keras {
namespace {

class Keras3Reader {
public:
    Keras3Reader(LayerDef& layer, NodeDef& node)
        : layer_(layer)
        , node_(node)
    {
    }

    /// The value with tensors as {"tensor": n}; `tensors` tells whether any was found.
    Json convert(const Json& value, const std::string& role, const std::string& key, int depth, bool& tensors)
    {
        const std::string className = memberString(value, "class_name");
        if (className == "__keras_tensor__") {
            tensors = true;
            return addInput(member(value, "config"), role, key);
        }
        if (!className.empty() && value.contains("config") && className.starts_with("__"))
            return special(className, value["config"]);
        if (depth >= maxArgumentDepth || !value.is_structured())
            return value;
        if (className == "__tuple__")
            return convert(unwrapTuple(value), role, key, depth + 1, tensors);
        Json out = value.is_array() ? Json::array() : Json::object();
        size_t position = 0;
        for (const auto& [name, item] : value.items()) {
            const std::string itemRole = role == "mask" ? maskRole(layer_.type, position++) : role;
            Json converted = convert(item, itemRole, value.is_object() ? name : key, depth + 1, tensors);
            if (value.is_array())
                out.push_back(std::move(converted));
            else
                out[name] = std::move(converted);
        }
        return out;
    }

private:
    Json addInput(const Json& config, const std::string& role, const std::string& key)
    {
        const Json& history = unwrapTuple(member(config, "keras_history"));
        NodeInput input;
        if (history.is_array() && history.size() == 3)
            input.ref = {stringOr(history[0], {}), wholeNumber(history[1]).value_or(-1),
                wholeNumber(history[2]).value_or(-1)};
        input.declared = shapeOf(member(config, "shape"));
        input.role = role;
        input.key = key;
        node_.inputs.push_back(std::move(input));
        return {{"tensor", node_.inputs.size() - 1}};
    }

    Json special(const std::string& className, const Json& config)
    {
        if (className == "__tensor__" || className == "__numpy__")
            return {{"constant", member(config, "value")}, {"dtype", member(config, "dtype")}};
        if (className == "__slice__")
            return {{"slice",
                Json::array({member(config, "start"), member(config, "stop"), member(config, "step")})}};
        if (className == "__ellipsis__")
            return {{"ellipsis", true}};
        if (className == "__lambda__")
            layer_.refuse({msg("core", "it is called with Python code, which is never run")});
        return {{"unknown", className}};
    }

    LayerDef& layer_;
    NodeDef& node_;
};

} // namespace

Result<NodeDef> readKeras3Node(LayerDef& layer, const Json& entry, const Origin& origin)
{
    NodeDef node;
    Keras3Reader reader(layer, node);
    const Json& args = unwrapTuple(member(entry, "args"));
    const Json& kwargs = member(entry, "kwargs");
    Json positional = Json::array();
    Json keywords = Json::object();
    if (args.is_array())
        for (size_t i = 0; i < args.size(); ++i) {
            bool tensors = false;
            const std::string role = layer.operation ? std::string() : positionalRole(layer.type, i);
            Json converted = reader.convert(args[i], role, {}, 0, tensors);
            if (layer.operation)
                positional.push_back(std::move(converted));
            else if (!tensors && !converted.is_null())
                keywords[role.empty() ? "argument0" : role] = std::move(converted);
        }
    if (kwargs.is_object())
        for (const auto& [name, value] : kwargs.items()) {
            bool tensors = false;
            Json converted = reader.convert(value, keywordRole(layer.type, name), {}, 0, tensors);
            if (layer.operation || (!tensors && !(name == "mask" && value.is_null())))
                keywords[name] = std::move(converted);
        }
    node.maskWritten = kwargs.is_object() && kwargs.contains("mask");
    for (const NodeInput& input : node.inputs)
        if (input.ref.layer.empty() || input.ref.node < 0 || input.ref.tensor < 0)
            return badFile(origin, {msg("core", "the inputs of layer '%1' cannot be read"), layer.name},
                {msg("core", "the file is damaged or of an unknown kind")});
    if (layer.operation)
        node.arguments = {{"args", std::move(positional)}, {"kwargs", std::move(keywords)}};
    else
        node.arguments = std::move(keywords);
    return node;
}

} // namespace kerascope::keras
