// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/keras1_config.h"
#include "core/keras/class_names.h"
#include "core/keras/json_access.h"

#include <map>

namespace kerascope::keras {
namespace {

void rename(Json& config, const char* from, const char* to)
{
    if (config.contains(from) && !config.contains(to))
        config[to] = Json(config[from]);
}

void renameCommon(LayerDef& layer, const Origin& origin)
{
    Json& config = layer.fileConfig;
    if (layer.type != "Embedding")
        rename(config, "output_dim", "units");
    rename(config, "nb_filter", "filters");
    rename(config, "filter_length", "kernel_size");
    rename(config, "subsample", "strides");
    rename(config, "subsample_length", "strides");
    rename(config, "border_mode", "padding");
    rename(config, "bias", "use_bias");
    rename(config, "p", "rate");
    rename(config, "sigma", "stddev");
    rename(config, "pool_length", "pool_size");
    rename(config, "stride", "strides");
    rename(config, "length", "size");
    rename(config, "inner_activation", "recurrent_activation");
    rename(config, "atrous_rate", "dilation_rate");
    if (config.contains("nb_row") && config.contains("nb_col"))
        config["kernel_size"] = Json::array({config["nb_row"], config["nb_col"]});
    if (config.contains("kernel_dim1") && config.contains("kernel_dim2") && config.contains("kernel_dim3"))
        config["kernel_size"] =
            Json::array({config["kernel_dim1"], config["kernel_dim2"], config["kernel_dim3"]});
    if (config.contains("dim_ordering") || spatialRank(layer.type) > 1) {
        std::string ordering = memberString(config, "dim_ordering");
        if (ordering.empty() || ordering == "default")
            ordering = origin.backend == "theano" ? "th" : "tf";
        config["data_format"] = ordering == "th" ? "channels_first" : "channels_last";
    }
}

void mergeOfMode(LayerDef& layer)
{
    static const std::map<std::string, std::string> classes{{"sum", "Add"}, {"mul", "Multiply"},
        {"concat", "Concatenate"}, {"ave", "Average"}, {"dot", "Dot"}, {"max", "Maximum"}, {"cos", "Merge"}};
    Json& config = layer.fileConfig;
    const std::string mode = memberString(config, "mode");
    const auto found = classes.find(mode);
    const std::string modeType = memberString(config, "mode_type");
    if (modeType == "lambda" || modeType == "function")
        return layer.refuse(
            {msg("core", "a Merge layer with a function of its own holds Python code, which is never run")});
    if (found == classes.end())
        return layer.refuse({msg("core", "a Merge layer of mode '%1' is not supported"), mode});
    layer.type = found->second;
    rename(config, "concat_axis", "axis");
    rename(config, "dot_axes", "axes");
    if (layer.type != "Dot" && layer.type != "Merge")
        return;
    // [[a], [b]] in the oldest files.
    Json& axes = config["axes"];
    if (axes.is_array())
        for (Json& axis : axes)
            if (axis.is_array() && axis.size() == 1)
                axis = Json(axis[0]);
}

/// Four numbers for one axis pair each: [top, bottom, left, right].
void flatBorders(Json& config, const char* key)
{
    const Json value = config.contains(key) ? unwrapTuple(config[key]) : Json();
    if (value.is_array() && value.size() == 4)
        config[key] = Json::array({Json::array({value[0], value[1]}), Json::array({value[2], value[3]})});
}

/// Deconvolution2D states its whole output shape.
void givenOutputSize(Json& config)
{
    const Json shape = config.contains("output_shape") ? unwrapTuple(config["output_shape"]) : Json();
    const bool first = memberString(config, "data_format") == "channels_first";
    const size_t rows = first ? 2 : 1;
    if (shape.is_array() && shape.size() == 4 && wholeNumber(shape[rows]) && wholeNumber(shape[rows + 1]))
        config["output_size"] = Json::array({shape[rows], shape[rows + 1]});
}

} // namespace

void renameMerge(LayerDef& layer)
{
    if (layer.type == "Merge" && layer.fileConfig.is_object())
        mergeOfMode(layer);
}

void renameKeras1(LayerDef& layer, const Origin& origin)
{
    if (!layer.fileConfig.is_object())
        return;
    renameCommon(layer, origin);
    if (layer.type == "ZeroPadding2D")
        flatBorders(layer.fileConfig, "padding");
    if (layer.type == "Conv2DTranspose")
        givenOutputSize(layer.fileConfig);
}

} // namespace kerascope::keras
