// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/class_names.h"
#include "core/keras/json_access.h"
#include "core/keras/weights.h"

#include <algorithm>

/// Conversions of Keras 1's arrays, from keras 2.3.1's preprocess_weights_for_loading.
namespace kerascope::keras {
namespace {

using Choice = WeightAssigner::Choice;
using Tensors = std::vector<NamedTensor>;

/// The sources of one weight: name endings in the order that Keras 3 wants them.
struct Source {
    std::string leaf;
    std::vector<std::string> endings;
};

/// Sources by class, and all endings in the order of the file.
struct Sources {
    std::vector<Source> weights;
    std::vector<std::string> fileOrder;
};

Sources plain(const std::vector<std::pair<std::string, std::string>>& leafAndEnding)
{
    Sources sources;
    for (const auto& [leaf, ending] : leafAndEnding) {
        sources.fileOrder.push_back(ending);
        sources.weights.push_back({leaf, {ending}});
    }
    return sources;
}

/// One array for each gate: `gates` in Keras 3's order, `written` in the file's.
Sources gated(const std::string& gates, const std::string& written)
{
    Sources sources;
    for (char gate : written)
        for (const char* array : {"W_", "U_", "b_"})
            sources.fileOrder.push_back(std::string(array) + gate);
    for (const auto& [leaf, array] :
        {std::pair{"kernel", "W_"}, std::pair{"recurrent_kernel", "U_"}, std::pair{"bias", "b_"}}) {
        Source source{leaf, {}};
        for (char gate : gates)
            source.endings.push_back(std::string(array) + gate);
        sources.weights.push_back(std::move(source));
    }
    return sources;
}

Sources sourcesOf(const std::string& type, size_t tensors)
{
    if (type == "BatchNormalization")
        return plain({{"gamma", "gamma"}, {"beta", "beta"}, {"moving_mean", "running_mean"},
            {"moving_variance", "running_std"}}); // running_std holds the variance
    if (type == "Embedding")
        return plain({{"embeddings", "W"}});
    if (type == "PReLU")
        return plain({{"alpha", "alphas"}});
    if (type == "ParametricSoftplus")
        return plain({{"alpha", "alphas"}, {"beta", "betas"}});
    if (type == "SReLU")
        return plain(
            {{"t_left", "t_left"}, {"a_left", "a_left"}, {"t_right", "t_right"}, {"a_right", "a_right"}});
    if (type == "Highway")
        return plain(
            {{"kernel", "W"}, {"carry_kernel", "W_carry"}, {"bias", "b"}, {"carry_bias", "b_carry"}});
    if (type.starts_with("Separable"))
        return plain({{"depthwise_kernel", "depthwise_kernel"}, {"pointwise_kernel", "pointwise_kernel"},
            {"bias", "b"}});
    // With consume_less="gpu" the gates already stand in one array.
    if ((type == "LSTM" || type.starts_with("ConvLSTM")) && tensors > 3)
        return gated("ifco", "icfo");
    if (type == "GRU" && tensors > 3)
        return gated("zrh", "zrh");
    if (isRecurrent(type))
        return plain({{"kernel", "W"}, {"recurrent_kernel", "U"}, {"bias", "b"}});
    return plain({{"kernel", "W"}, {"bias", "b"}});
}

WeightConversion kernelConversion(const std::string& type, const Json& config, const Shape& stored)
{
    WeightConversion conversion;
    const bool theanoOrder = memberString(config, "data_format") == "channels_first";
    if (type == "Conv1D" && stored.rank() == 4) {
        const int64_t length = wholeNumber(config["kernel_size"][0]).value_or(0);
        if (stored[0] == length && stored[1] == 1) {
            conversion.reshaped = {stored[0], stored[2], stored[3]};
        } else { // Keras 1.0: (filters, channels, length, 1)
            conversion.reshaped = {stored[0], stored[1], stored[2]};
            conversion.permutation = {2, 1, 0};
        }
    } else if (type == "Conv2D" && theanoOrder) {
        conversion.permutation = {2, 3, 1, 0};
    } else if (type == "SeparableConv2D" && theanoOrder) {
        conversion.permutation = {2, 3, 1, 0};
    } else if (type == "Conv2DTranspose") {
        conversion.permutation = theanoOrder ? std::vector<int>{2, 3, 0, 1} : std::vector<int>{0, 1, 3, 2};
    } else if (type == "Conv3D" && theanoOrder) {
        conversion.permutation = {2, 3, 4, 1, 0};
    }
    return conversion;
}

bool endsWith(const std::string& name, const std::string& ending)
{
    std::string leaf = leafName(name);
    // where a model was built twice in one session, TensorFlow counts up: "conv1_W_1:0"
    const size_t digits = leaf.find_last_not_of("0123456789");
    if (digits != std::string::npos && digits + 1 < leaf.size() && leaf[digits] == '_'
        && name.find(':') != std::string::npos)
        leaf.resize(digits);
    return leaf == ending || (leaf.size() > ending.size() && leaf.ends_with("_" + ending));
}

/// Tensor with this ending; by its place where the names say nothing ("param_0").
int find(const Sources& sources, const Tensors& tensors, const std::string& ending)
{
    for (const NamedTensor& tensor : tensors)
        if (endsWith(tensor.name, ending))
            return tensor.tensor;
    const bool unnamed = std::all_of(tensors.begin(), tensors.end(),
        [](const NamedTensor& t) { return leafName(t.name).starts_with("param_"); });
    const auto place =
        std::find(sources.fileOrder.begin(), sources.fileOrder.end(), ending) - sources.fileOrder.begin();
    return unnamed && size_t(place) < tensors.size() ? tensors[size_t(place)].tensor : -1;
}

/// Choices for the specs whose role starts with `prefix`.
bool choosePart(const WeightAssigner& assigner, const std::string& type, const Json& config,
    const std::string& prefix, const std::vector<WeightSpec>& specs, const Tensors& tensors,
    std::vector<Choice>& choices)
{
    const Sources sources = sourcesOf(type, tensors.size());
    for (size_t i = 0; i < specs.size(); ++i) {
        if (!specs[i].role.starts_with(prefix))
            continue;
        const auto source = std::find_if(sources.weights.begin(), sources.weights.end(),
            [&](const Source& one) { return one.leaf == specs[i].leaf; });
        if (source == sources.weights.end())
            return false;
        for (const std::string& ending : source->endings) {
            const int tensor = find(sources, tensors, ending);
            if (tensor < 0)
                return false;
            choices[i].tensors.push_back(tensor);
        }
        const Shape& stored = assigner.shapeOf(choices[i].tensors[0]);
        WeightConversion& conversion = choices[i].conversion;
        if (specs[i].leaf.ends_with("kernel"))
            conversion = kernelConversion(type, config, stored);
        if (type == "LocallyConnected2D" && specs[i].leaf == "bias" && stored.rank() == 3
            && memberString(config, "data_format") == "channels_first")
            conversion.reshaped = {stored[1], stored[2], stored[0]}; // Keras 2's shape, in the same order
        if (source->endings.size() > 1)
            conversion.concatAxis = stored.rank() - 1;
        if (assigner.model().origin.backend == "theano")
            conversion.flippedAxes = theanoFlip(type, specs[i]).flippedAxes;
    }
    return true;
}

} // namespace

std::vector<Choice> chooseKeras1(const WeightAssigner& assigner, const LayerDef& layer,
    const std::vector<WeightSpec>& specs, const Tensors& tensors)
{
    std::vector<Choice> choices(specs.size());
    const Json& inner = member(layer.config, "layer");
    const std::string innerType = memberString(inner, "class_name");
    const Json& innerConfig = member(inner, "config");
    bool fit = !specs.empty();
    if (layer.type == "Bidirectional") {
        const auto middle = tensors.begin() + std::ptrdiff_t(tensors.size() / 2);
        fit = choosePart(
                  assigner, innerType, innerConfig, "forward/", specs, {tensors.begin(), middle}, choices)
            && choosePart(
                assigner, innerType, innerConfig, "backward/", specs, {middle, tensors.end()}, choices);
    } else if (layer.type == "TimeDistributed") {
        fit = fit && choosePart(assigner, innerType, innerConfig, "", specs, tensors, choices);
    } else {
        fit = fit && choosePart(assigner, layer.type, layer.config, "", specs, tensors, choices);
    }
    return fit ? choices : std::vector<Choice>{};
}

} // namespace kerascope::keras
