// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/json_access.h"
#include "core/keras/nodes.h"

namespace kerascope::keras {
namespace {

constexpr const char* constantMark = "_CONSTANT_VALUE";

/// ["layer", 0, 0] or ["layer", 0, 0, {kwargs}].
bool isRef(const Json& value)
{
    return value.is_array() && (value.size() == 3 || (value.size() == 4 && value[3].is_object()))
        && value[0].is_string() && value[1].is_number_integer() && value[2].is_number_integer();
}

bool isConstant(const Json& value)
{
    return value.is_array() && value.size() >= 3 && value[0].is_string()
        && value[0].get_ref<const std::string&>() == constantMark;
}

class LegacyReader {
public:
    LegacyReader(LayerDef& layer, NodeDef& node)
        : layer_(layer)
        , node_(node)
    {
    }

    /// The value with tensors taken out; for an operation {"tensor": n} stands in their place. Nested at most
    /// maxArgumentDepth deep. `tensors` tells whether any was found.
    Json convert(const Json& value, const std::string& role, const std::string& key, int depth, bool& tensors)
    {
        if (isConstant(value)) {
            tensors = true;
            noteKeywords(value);
            return {{"constant", value[2]}};
        }
        if (isRef(value)) {
            tensors = true;
            noteKeywords(value);
            return addInput(value, role, key);
        }
        if (depth >= maxArgumentDepth || !value.is_structured())
            return value;
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

    /// kwargs are repeated on every reference of a node: the first one counts.
    void takeKeywords(Json& target)
    {
        const Json keywords = keywords_;
        for (const auto& [name, value] : keywords.items()) {
            bool tensors = false;
            Json converted = convert(value, keywordRole(layer_.type, name), {}, 0, tensors);
            if (layer_.operation || !tensors)
                if (!(name == "mask" && value.is_null()))
                    target[name] = std::move(converted);
        }
    }

private:
    Json addInput(const Json& value, const std::string& role, const std::string& key)
    {
        NodeInput input;
        input.ref = {value[0].get<std::string>(), value[1].get<int64_t>(), value[2].get<int64_t>()};
        input.role = role;
        input.key = key;
        node_.inputs.push_back(std::move(input));
        return {{"tensor", node_.inputs.size() - 1}};
    }
    void noteKeywords(const Json& value)
    {
        if (keywords_.is_null() && value.size() >= 4 && value[3].is_object())
            keywords_ = value[3];
    }

    LayerDef& layer_;
    NodeDef& node_;
    Json keywords_;
};

} // namespace

Result<NodeDef> readLegacyNode(LayerDef& layer, const Json& entry, const Origin& origin)
{
    NodeDef node;
    LegacyReader reader(layer, node);
    bool tensors = false;
    Json first = reader.convert(
        entry, layer.operation ? std::string() : positionalRole(layer.type, 0), {}, 0, tensors);
    if (!tensors)
        return badFile(origin, {msg("core", "the inputs of layer '%1' cannot be read"), layer.name},
            {msg("core", "the file is damaged or of an unknown kind")});
    node.arguments = Json::object();
    if (layer.operation) {
        Json keywords = Json::object();
        reader.takeKeywords(keywords);
        node.arguments["args"] = Json::array({std::move(first)});
        node.arguments["kwargs"] = std::move(keywords);
    } else {
        reader.takeKeywords(node.arguments);
    }
    return node;
}

} // namespace kerascope::keras
