// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/ignored_arguments.h"
#include "core/keras/defaults.h"

#include <map>
#include <set>

namespace kerascope::keras {
namespace {

constexpr int mostNotes = 20;
constexpr size_t longestValue = 40;

/// Arguments of Keras's own classes that change nothing at inference, or that are read elsewhere.
bool expected(const std::string& key)
{
    static const std::set<std::string> keys{"name", "trainable", "dtype", "batch_input_shape", "batch_shape",
        "input_shape", "build_config", "sparse", "ragged", "input_dim", "input_length", "input_dtype",
        "activity_regularizer", "seed", "noise_shape", "unroll", "implementation", "dropout",
        "recurrent_dropout", "unit_forget_bias", "time_major", "reset_after", "momentum", "renorm", "fused",
        "synchronized", "virtual_batch_size", "adjustment", "num_classes", "lora_rank", "lora_alpha",
        "quantization_config", "use_cudnn", "flash_attention", "alpha", "p", "shared_object_id", "embedding",
        "supports_masking", "renorm_momentum", "renorm_clipping", "zero_output_for_mask", "batch_size", "l1",
        "l2"};
    return keys.contains(key) || key.ends_with("_initializer") || key.ends_with("_regularizer")
        || key.ends_with("_constraint") || key.starts_with("_");
}

} // namespace

void noteIgnoredArguments(ModelDef& model)
{
    if (model.origin.keras1()) // its own names were renamed before
        return;
    struct Found {
        std::string value;
        bool same = true;
        int layers = 0;
    };
    std::map<std::pair<std::string, std::string>, Found> found;
    for (const LayerDef& layer : model.layers) {
        const Json& known = defaultsOf(layer.type);
        // Merge and RandomFourierFeatures were rewritten for what replaced their arguments
        const bool rewritten = layer.type == "Merge" || layer.type == "RandomFourierFeatures";
        if (rewritten || !layer.foreignClass.empty() || layer.operation || layer.inner >= 0
            || !known.is_object() || !layer.fileConfig.is_object())
            continue;
        for (const auto& [key, value] : layer.fileConfig.items()) {
            if (known.contains(key) || expected(key))
                continue;
            std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
            Found& one = found[{layer.fileType, key}];
            one.same = one.layers == 0 || (one.same && one.value == text);
            one.value = std::move(text);
            ++one.layers;
        }
    }
    int notes = 0;
    for (const auto& [place, one] : found) {
        if (++notes > mostNotes) {
            model.notes.push_back({msg("core", "more arguments of layers are not known and left out")});
            return;
        }
        const bool shown = one.same && one.value.size() <= longestValue;
        model.notes.push_back(
            {msg("core", "%1 layers of the class %2 have the argument %3, which is not known and left out"),
                one.layers, place.first, place.second + (shown ? " = " + one.value : std::string())});
    }
}

} // namespace kerascope::keras
