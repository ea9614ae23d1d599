// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/save/written_config.h"

#include "core/keras/json_access.h"

#include <cmath>

namespace kerascope::save {
namespace {

using keras::member;
using keras::memberString;

/// Without keys that this program adds for itself, and those of one older class only: where they say
/// something, the layer counts as lost.
Json withoutOwnKeys(Json config)
{
    for (const char* key : {"quantization", "quantization_block", "resizes", "output_size", "mode",
             "rms_scaling", "causal", "time_major"})
        config.erase(key);
    return config;
}

std::string policyOf(const Layer& layer)
{
    if (layer.dtype == DType::Float16 || layer.dtype == DType::BFloat16)
        return std::string("mixed_") + dtypeName(layer.dtype);
    return dtypeName(layer.dtype);
}

Json inputConfig(const PartLayer& input)
{
    return {{"batch_shape", batchShape(input.shape)}, {"dtype", dtypeName(input.dtype)}, {"name", input.name},
        {"sparse", false}, {"ragged", false}};
}

/// {"class_name", "config"} of a layer inside another one, or of a layer as an activation.
Json object(const Json& dict, const std::string& name)
{
    Json config = withoutOwnKeys(dict["config"]);
    if (!config.contains("name"))
        config["name"] = name;
    return {{"module", "keras.layers"}, {"class_name", dict["class_name"]}, {"config", std::move(config)},
        {"registered_name", nullptr}};
}

/// Activations that are layers with arguments, in the form of the file.
void writeActivations(Json& config, bool keras2)
{
    for (const char* key : {"activation", "recurrent_activation"}) {
        if (!config.contains(key))
            continue;
        Json& value = config[key];
        if (value.is_object() && value.contains("layer"))
            value = object(Json(value["layer"]), "activation");
        else if (keras2 && value == "hard_sigmoid_keras2")
            value = "hard_sigmoid";
        else if (keras2 && value == "hard_sigmoid")
            value = "hard_sigmoid_keras3"; // which no Keras 2 has: the layer counts as lost
    }
}

/// From Keras 3's keys alone: files of other dialects, and layers that stand in for a class of the file.
Json configFromKeys(const Layer& layer, const std::string& name, bool keras2)
{
    Json config = withoutOwnKeys(layer.config);
    writeActivations(config, keras2);
    config["name"] = name;
    config["trainable"] = keras::memberBool(layer.fileConfig, "trainable", true);
    for (const char* key : {"layer", "backward_layer"}) {
        if (!config.contains(key) || !config[key].is_object())
            continue;
        Json inner = config[key];
        writeActivations(inner["config"], keras2);
        config[key] = object(inner, std::string(key) == "layer" ? "forward" : "backward");
    }
    return config;
}

/// A file of Keras 3 says it best, but for what lies beside the configuration there.
Json configFromFile(const Layer& layer, const std::string& name)
{
    Json config = layer.fileConfig;
    config["name"] = name;
    const Json& words = member(layer.config, "vocabulary");
    if (words.is_array() && member(config, "vocabulary").is_null()) {
        config["vocabulary"] = words;
        if (layer.type == "IntegerLookup") // a file of words has them as text
            for (Json& word : config["vocabulary"])
                word = Json::parse(word.get<std::string>(), nullptr, false);
    }
    return config;
}

} // namespace

std::string configText(Json config)
{
    static constexpr const char* infinite = "\"<Infinity>\"";
    static constexpr const char* negative = "\"<-Infinity>\"";
    static constexpr const char* none = "\"<NaN>\"";
    std::vector<Json*> open{&config};
    while (!open.empty()) {
        Json& value = *open.back();
        open.pop_back();
        if (value.is_structured())
            for (Json& item : value)
                open.push_back(&item);
        else if (value.is_number_float() && !std::isfinite(value.get<double>())) {
            const double number = value.get<double>();
            const std::string quoted = std::isnan(number) ? none : number > 0 ? infinite : negative;
            value = quoted.substr(1, quoted.size() - 2);
        }
    }
    std::string text = config.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (const char* quoted : {infinite, negative, none}) {
        const std::string mark = quoted, plain = mark.substr(2, mark.size() - 4);
        for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
            text.replace(at, mark.size(), plain);
    }
    return text;
}

bool verbatim(const Layer& layer, const Model& model)
{
    return model.dialect == "keras3" && layer.foreignClass.empty() && layer.fileConfig.is_object();
}

Json batchShape(const Shape& shape)
{
    Json out = Json::array();
    for (const int64_t size : shape.dims)
        out.push_back(size < 0 ? Json() : Json(size));
    return out;
}

Json keras3Config(const PartLayer& part, const Model& model)
{
    if (part.id == noId)
        return inputConfig(part);
    const Layer& layer = model.layers[size_t(part.id)];
    if (verbatim(layer, model))
        return configFromFile(layer, part.name);
    Json config = configFromKeys(layer, part.name, false);
    if (!layer.operation)
        config["dtype"] = policyOf(layer);
    if (layer.type.starts_with("SpatialDropout") || layer.type == "Discretization")
        config.erase("trainable"); // which they do not take
    return config;
}

Json keras2Config(const PartLayer& part, const Model& model)
{
    if (part.id == noId) {
        Json config = inputConfig(part);
        config["batch_input_shape"] = config["batch_shape"];
        config.erase("batch_shape");
        config.erase("ragged");
        return config;
    }
    const Layer& layer = model.layers[size_t(part.id)];
    Json config = configFromKeys(layer, part.name, true);
    if (layer.type == "LeakyReLU") {
        config["alpha"] = config["negative_slope"];
        config.erase("negative_slope");
    }
    if (layer.type == "Conv1D") // Keras.js compares it with 1, so that [1] does not load there
        config["dilation_rate"] = Json(config["dilation_rate"][0]);
    if (layer.type.find("Conv") != std::string::npos && config.value("groups", 1) == 1)
        config.erase("groups"); // Keras 2.1 has none
    for (const char* key : {"output_padding", "keepdims", "zero_output_for_mask"})
        if (config.contains(key) && (config[key].is_null() || config[key] == false))
            config.erase(key);
    return config;
}

} // namespace kerascope::save
