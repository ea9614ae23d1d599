// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/inner_layers.h"
#include "core/keras/class_names.h"
#include "core/keras/defaults.h"
#include "core/keras/json_access.h"
#include "core/keras/keras1_config.h"

namespace kerascope::keras {
namespace {

/// How many wrappers stand in each other, counted without recursion.
int wrapperDepth(const Json& dict)
{
    int depth = 0;
    for (const Json* at = &dict; at->is_object() && depth <= maxWrapperDepth; ++depth)
        at = &member(member(*at, "config"), "layer");
    return depth;
}

Json normalizedInner(LayerDef& outer, const Json& dict, const Origin& origin)
{
    LayerDef inner = readLayer(dict, origin);
    if (outer.foreignClass.empty()) {
        outer.foreignClass = inner.foreignClass;
        outer.replaced = inner.replaced;
    }
    if (!inner.supported)
        outer.refuse({msg("core", "its inner layer cannot run: %1"), inner.reason.english()});
    return {{"class_name", inner.type}, {"config", inner.config}};
}

Json backwardOf(const Json& forward)
{
    Json backward = forward;
    backward["config"]["go_backwards"] = !memberBool(forward["config"], "go_backwards", false);
    return backward;
}

/// The number after the last stroke of a policy: "int4/32", "gptq/4/128".
int64_t blockOf(const std::string& policy)
{
    const std::string digits = policy.substr(policy.rfind('/') + 1);
    const bool good = policy.find('/') != std::string::npos && digits.size() < 8 && !digits.empty()
        && digits.find_first_not_of("-0123456789") == std::string::npos
        && (digits.find('-') == std::string::npos || (digits.rfind('-') == 0 && digits.size() > 1));
    return good ? std::stoll(digits) : 0;
}

/// How the layer is quantised, as core/op/layers/quantized.h names it; empty if not, or not in a known way.
std::string quantization(const LayerDef& layer, const std::string& policy)
{
    const bool sums = layer.type == "Dense" || layer.type == "EinsumDense";
    const bool reversible = layer.type == "ReversibleEmbedding";
    std::string mode = policy.substr(0, policy.find('/'));
    if (mode.empty() || (!sums && !reversible && layer.type != "Embedding"))
        return {};
    const Json& rule = member(member(layer.fileConfig, "quantization_config"), "config");
    const bool inputs =
        rule.is_object() ? !member(rule, "activation_quantizer").is_null() : mode == "int8" || reversible;
    if (mode == "int8")
        return inputs ? "int8" : "int8_weights";
    if (mode == "int4")
        return std::string(blockOf(policy) > 0 ? "int4_groups" : "int4") + (inputs ? "_inputs" : "");
    if (!sums)
        return {};
    if (mode == "float8" || mode == "awq")
        return mode;
    return mode == "gptq" ? (policy.starts_with("gptq/4/") ? "gptq_packed" : "gptq") : "";
}

/// A class that is not one of Keras, or whose code is never run: refused, or what the user chose instead.
void settleForeign(LayerDef& layer, const Json& dict, const Origin& origin)
{
    Text refusal = refusalOf(layer.type);
    const std::string registered = memberString(dict, "registered_name");
    const bool own = registered.find('>') != std::string::npos && layer.module.rfind("keras", 0) != 0;
    if (refusal.empty() && knownClass(layer.type) && !own)
        return;
    layer.foreignClass = foreignName(layer.fileType, memberString(layer.fileConfig, "name"));
    if (const Replacement* replacement = replacementFor(origin.treatAs, layer.foreignClass)) {
        layer.type = replacement->type;
        layer.replaced = true;
        if (!layer.fileConfig.is_object())
            layer.fileConfig = Json::object();
        layer.fileConfig.update(replacement->options);
    } else if (!refusal.empty()) {
        layer.refuse(std::move(refusal));
    } else {
        layer.refuse({msg("core", "the class %1 is not one of Keras"), layer.fileType});
    }
}

} // namespace

LayerDef readLayer(const Json& dict, const Origin& origin)
{
    return readLayer(dict, member(dict, "config"), origin);
}

LayerDef readLayer(const Json& dict, Json config, const Origin& origin)
{
    LayerDef layer;
    layer.fileType = memberString(dict, "class_name");
    layer.type = canonicalClass(layer.fileType);
    layer.module = memberString(dict, "module");
    layer.fileConfig = std::move(config);
    layer.trainable = memberBool(layer.fileConfig, "trainable", true);
    layer.dtype = computeDType(member(layer.fileConfig, "dtype"));
    Json written; // what the renaming, or the user's choice, changes
    const bool changes = origin.keras1() || layer.type == "Merge" || !origin.treatAs.empty();
    if (changes)
        written = layer.fileConfig;
    settleForeign(layer, dict, origin);
    const std::string policy = quantizedPolicy(member(layer.fileConfig, "dtype"));
    const std::string mode = quantization(layer, policy);
    if (!policy.empty() && mode.empty())
        layer.refuse({msg("core", "quantised layers (%1) are not supported"), policy});
    else if (const Json& dtype = member(layer.fileConfig, "dtype"); policy.empty() && !knownDType(dtype))
        layer.refuse(nonsense("dtype", dtype));
    renameMerge(layer);
    if (origin.keras1())
        renameKeras1(layer, origin);
    fillConfig(layer, origin);
    if (!mode.empty() && layer.config.is_object()) {
        layer.config["quantization"] = mode;
        if (mode.starts_with("int4_groups") || mode == "awq" || mode.starts_with("gptq"))
            layer.config["quantization_block"] = blockOf(policy);
    }
    if (changes)
        layer.fileConfig = std::move(written);
    return layer;
}

void fillInnerLayers(LayerDef& layer, const Origin& origin)
{
    if (layer.type != "Bidirectional" && layer.type != "TimeDistributed")
        return;
    const Json written = layer.config.contains("layer") ? layer.config["layer"] : Json();
    if (isContainerClass(memberString(written, "class_name")))
        return; // TimeDistributed over a model: its layers are read as those of a container
    if (!written.is_object() || wrapperDepth(written) >= maxWrapperDepth)
        return layer.refuse({msg("core", "its inner layer cannot be read")});
    layer.config["layer"] = normalizedInner(layer, written, origin);
    if (layer.type != "Bidirectional")
        return;
    const std::string inner = layer.config["layer"]["class_name"];
    if (!isRecurrent(inner))
        return layer.refuse({msg("core", "Bidirectional around %1 is not supported"), inner});
    const Json& backward = layer.config["backward_layer"];
    layer.config["backward_layer"] = backward.is_object() ? normalizedInner(layer, Json(backward), origin)
                                                          : backwardOf(layer.config["layer"]);
}

} // namespace kerascope::keras
