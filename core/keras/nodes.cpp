// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/nodes.h"
#include "core/keras/class_names.h"
#include "core/keras/json_access.h"

#include <array>

namespace kerascope::keras {

std::string positionalRole(const std::string& type, size_t index)
{
    static constexpr std::array<const char*, 6> attention{
        "query", "value", "key", "query_mask", "value_mask", "key_mask"};
    if ((type == "MultiHeadAttention" || type == "GroupedQueryAttention") && index < attention.size())
        return attention[index];
    if (index == 0)
        return {};
    if (isRecurrent(type) || type == "Bidirectional")
        return index == 1 ? "initial_state" : index == 2 ? "mask" : "training";
    return "argument" + std::to_string(index);
}

std::string keywordRole(const std::string& type, const std::string& keyword)
{
    if (keyword == "inputs" || keyword == "x" || keyword == "sequences" || keyword == "sequence")
        return positionalRole(type, 0);
    return keyword;
}

std::string maskRole(const std::string& type, size_t position)
{
    static constexpr std::array<const char*, 3> roles{"query_mask", "value_mask", "key_mask"};
    const bool attention = type == "Attention" || type == "AdditiveAttention";
    return attention && position < roles.size() ? roles[position] : "mask";
}

namespace {

/// More tensors than the first are the initial state of a recurrent layer.
void nameStates(const LayerDef& layer, NodeDef& node)
{
    if (!isRecurrent(layer.type) && layer.type != "Bidirectional")
        return;
    bool first = true;
    for (NodeInput& input : node.inputs) {
        if (!input.role.empty())
            continue;
        if (!first)
            input.role = "initial_state";
        first = false;
    }
}

bool emptyEntry(const Json& entry)
{
    if (entry.is_array())
        return entry.empty();
    const Json& args = member(entry, "args");
    const Json& kwargs = member(entry, "kwargs");
    return entry.is_null() || (entry.is_object() && args.empty() && kwargs.empty() && entry.size() <= 2);
}

} // namespace

Result<void> readNodes(LayerDef& layer, const Json& inboundNodes, const Origin& origin)
{
    if (!inboundNodes.is_array())
        return {};
    const bool unwrapped =
        inboundNodes.size() >= 3 && inboundNodes[0].is_string() && inboundNodes[1].is_number();
    const Json wrapped = unwrapped ? Json::array({inboundNodes}) : Json();
    const Json& entries = unwrapped ? wrapped : inboundNodes;
    int number = 0;
    for (const Json& entry : entries) {
        NodeDef node;
        if (emptyEntry(entry)) {
            node.empty = true;
        } else {
            const bool keras3 = entry.is_object() && entry.contains("args");
            Result<NodeDef> read =
                keras3 ? readKeras3Node(layer, entry, origin) : readLegacyNode(layer, entry, origin);
            if (!read)
                return read.error();
            node = std::move(*read);
            nameStates(layer, node);
            node.number = number++;
        }
        layer.nodes.push_back(std::move(node));
    }
    return {};
}

} // namespace kerascope::keras
