// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/activations.h"
#include "core/keras/class_names.h"
#include "core/keras/defaults.h"
#include "core/keras/inner_layers.h"
#include "core/keras/json_access.h"

#include <cmath>
#include <initializer_list>
#include <set>

namespace kerascope::keras {
namespace {

constexpr int64_t maxSize = int64_t(1) << 31;

/// Every key of the table: what the file says, else the default.
void takeKeys(LayerDef& layer, const Json& table)
{
    static const Json none;
    layer.config = Json::object();
    const Json& file = layer.fileConfig;
    for (const auto& [key, value] : table.items()) {
        const auto found = file.find(key);
        const bool named = found != file.end();
        const Json& written = named ? *found : none;
        const bool oneNumber = key == "axis" && layer.type == "Normalization"; // for the whole tensor
        const bool nullMeansDefault = key != "activation" && key != "recurrent_activation"
            && key != "bias_axes" && key != "merge_mode" && !oneNumber;
        if (named && written.is_null() && key == "axis" && !oneNumber)
            layer.refuse(nonsense(key, written));
        const bool there = named && !(written.is_null() && nullMeansDefault);
        if (there)
            layer.config[key] = unwrapTuple(written);
        else if (value == "?")
            layer.refuse({msg("core", "the file does not say its %1"), key});
        else
            layer.config[key] = value;
    }
}

/// Yes or no, and plain numbers, where the default is one: anything else would be taken for the default.
void plainKeys(LayerDef& layer, const Json& table)
{
    static const std::set<std::string> numbers{"epsilon", "rate", "stddev", "theta", "alpha",
        "negative_slope", "mask_value", "dropout", "threshold", "max_value"};
    for (const auto& [key, value] : table.items()) {
        Json& written = layer.config[key];
        if (memberString(written, "type") == "ndarray") // as Keras 2.0 wrote the slope of LeakyReLU
            written = Json(member(written, "value"));
        const auto number = wholeNumber(written);
        if (value.is_boolean() && number && (*number == 0 || *number == 1))
            written = *number == 1; // older writers
        const bool unlimited = key == "max_value" && written.is_null();
        const bool finite = unlimited || (written.is_number() && std::isfinite(written.get<double>()));
        if ((value.is_boolean() && !written.is_boolean()) || (numbers.contains(key) && !finite))
            layer.refuse(nonsense(key, written));
    }
}

/// One number or a list → a list of `rank` whole numbers in [low, 2^31).
void sizeList(LayerDef& layer, const char* key, int rank, int64_t low)
{
    const auto found = layer.config.find(key);
    if (found == layer.config.end() || found->is_null())
        return;
    Json& value = *found;
    Json list = Json::array();
    const bool many = value.is_array();
    for (int i = 0; i < rank; ++i) {
        const auto number = many
            ? (size_t(i) < value.size() ? wholeNumber(unwrapTuple(value[size_t(i)])) : std::nullopt)
            : wholeNumber(value);
        if (!number || *number < low || *number >= maxSize)
            return layer.refuse(nonsense(key, value));
        list.push_back(*number);
    }
    if (many && value.size() != size_t(rank))
        return layer.refuse(nonsense(key, value));
    value = std::move(list);
}

void wholeKey(LayerDef& layer, const char* key, int64_t low)
{
    const auto found = layer.config.find(key);
    if (found == layer.config.end() || found->is_null())
        return;
    Json& value = *found;
    if (value.is_array() && value.size() == 1)
        value = Json(value[0]);
    const auto number = wholeNumber(value);
    if (!number || *number < low || *number >= maxSize)
        return layer.refuse(nonsense(key, value));
    value = *number;
}

/// Padding and cropping → [[before, after], …], in 1D [before, after].
void borderPairs(LayerDef& layer, const char* key, int rank)
{
    Json& value = layer.config[key];
    const Json written = value;
    Json pairs = Json::array();
    for (int axis = 0; axis < rank; ++axis) {
        Json one = written;
        if (rank > 1 && written.is_array()) {
            if (written.size() != size_t(rank))
                return layer.refuse(nonsense(key, written));
            one = unwrapTuple(written[size_t(axis)]);
        }
        Json pair = one.is_array() ? one : Json::array({one, one});
        if (pair.size() != 2 || !wholeNumber(pair[0]) || !wholeNumber(pair[1]))
            return layer.refuse(nonsense(key, written));
        for (Json& side : pair) {
            const int64_t number = *wholeNumber(side);
            if (number < 0 || number >= maxSize)
                return layer.refuse(nonsense(key, written));
            side = number;
        }
        pairs.push_back(pair);
    }
    value = rank == 1 ? Json(pairs[0]) : pairs;
}

void axisKey(LayerDef& layer)
{
    if (!layer.config.contains("axis") || layer.config["axis"].is_null())
        return;
    Json& axis = layer.config["axis"];
    if (axis.is_array() && axis.size() == 1)
        axis = Json(axis[0]);
    if (axis.is_array()) {
        for (Json& item : axis) {
            if (!wholeNumber(item))
                return layer.refuse(nonsense("axis", axis));
            item = *wholeNumber(item);
        }
    } else if (const auto number = wholeNumber(axis)) {
        axis = *number;
    } else {
        layer.refuse(nonsense("axis", axis));
    }
}

void words(LayerDef& layer, const char* key, std::initializer_list<const char*> allowed)
{
    const auto found = layer.config.find(key);
    if (found == layer.config.end())
        return;
    Json& value = *found;
    if (value.is_null() && std::string(key) == "merge_mode")
        return;
    std::string word = stringOr(value, {});
    for (char& c : word)
        c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    for (const char* one : allowed)
        if (word == one) {
            value = word;
            return;
        }
    layer.refuse(nonsense(key, value));
}

void activations(LayerDef& layer, const Origin& origin)
{
    for (const char* key : {"activation", "recurrent_activation"}) {
        if (!layer.config.contains(key))
            continue;
        ActivationResult result = normalizeActivation(layer.config[key], origin);
        layer.config[key] = std::move(result.value);
        if (!result.problem.empty())
            layer.refuse(result.problem);
    }
}

/// What an older class did where its successor's default differs.
void oldDefaults(LayerDef& layer, const Origin& origin)
{
    if (origin.keras3())
        return;
    const Json& file = layer.fileConfig;
    if (layer.type == "GRU" && !file.contains("reset_after"))
        layer.config["reset_after"] = false;
    const bool oldGate = origin.keras1() || (origin.dialect == Origin::Keras2 && origin.minor < 3)
        || layer.type.starts_with("ConvLSTM");
    if (layer.config.contains("recurrent_activation") && !file.contains("recurrent_activation") && oldGate)
        layer.config["recurrent_activation"] = "hard_sigmoid";
    if (layer.type == "LeakyReLU" && file.contains("alpha"))
        layer.config["negative_slope"] = file["alpha"];
    if (memberBool(file, "time_major", false))
        layer.refuse({msg("core", "time_major is not supported")});
}

} // namespace

void fillConfig(LayerDef& layer, const Origin& origin)
{
    if (layer.type == "InputLayer") {
        layer.config = inputLayerConfig(inputShapeOf(layer.fileConfig).value_or(Shape{}), layer.dtype);
        return;
    }
    const Json& table = defaultsOf(layer.type);
    if (!table.is_object()) {
        layer.config = layer.fileConfig.is_object() ? layer.fileConfig : Json::object();
        if (layer.type == "RandomCrop")
            layer.config["resizes"] = !origin.keras3() || (origin.major == 3 && origin.minor < 8);
        return;
    }
    takeKeys(layer, table);
    oldDefaults(layer, origin);
    plainKeys(layer, table);
    activations(layer, origin);
    if (!layer.type.starts_with("ZeroPadding"))
        words(layer, "padding", {"valid", "same", "causal", "full"});
    words(layer, "data_format", {"channels_last", "channels_first"});
    words(layer, "merge_mode", {"concat", "sum", "mul", "ave"});
    const int rank = spatialRank(layer.type);
    if (layer.type.starts_with("ZeroPadding"))
        borderPairs(layer, "padding", rank);
    else if (layer.type.starts_with("Cropping"))
        borderPairs(layer, "cropping", rank);
    else if (rank > 0)
        for (const char* key : {"kernel_size", "dilation_rate", "pool_size", "size"})
            sizeList(layer, key, rank, 1);
    if (layer.config.contains("pool_size") && layer.config["strides"].is_null())
        layer.config["strides"] = layer.config["pool_size"];
    sizeList(layer, "strides", rank, 1);
    sizeList(layer, "output_padding", rank, 0);
    sizeList(layer, "output_size", rank, 1);
    if (layer.type == "UpSampling1D" && layer.supported)
        layer.config["size"] = Json(layer.config["size"][0]);
    for (const char* key : {"units", "filters", "groups", "depth_multiplier", "input_dim", "output_dim", "n",
             "nb_feature", "num_heads", "key_dim"})
        wholeKey(layer, key, key == std::string("groups") && layer.type == "GroupNormalization" ? -1 : 1);
    axisKey(layer);
    fillInnerLayers(layer, origin);
}

} // namespace kerascope::keras
