// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/guess_input.h"
#include "core/keras/class_names.h"
#include "core/keras/json_access.h"

namespace kerascope::keras {
namespace {

/// The first leaf layer behind the root's entrance; -1 if there is none.
int firstLeaf(const ModelDef& model)
{
    int container = 0;
    for (;;) {
        int next = -1;
        for (int index : model.containers[size_t(container)].layers)
            if (model.layers[size_t(index)].type != "InputLayer") {
                next = index;
                break;
            }
        if (next < 0 || model.layers[size_t(next)].inner < 0)
            return next;
        container = model.layers[size_t(next)].inner;
    }
}

int64_t sizeFromEnd(const LayerDef& layer, int fromEnd)
{
    if (layer.weights.empty() || layer.weights[0].shape.rank() < fromEnd)
        return unknownDim;
    return layer.weights[0].shape[-fromEnd];
}

Shape guess(const LayerDef& layer)
{
    const std::string& type = layer.type;
    if (type == "Dense")
        return {unknownDim, sizeFromEnd(layer, 2)};
    if (type == "Embedding")
        return {unknownDim, unknownDim};
    if (type == "SimpleRNN" || type == "LSTM" || type == "GRU" || type == "Bidirectional")
        return {unknownDim, unknownDim, sizeFromEnd(layer, 2)};
    const bool convolution = type.find("Conv") != std::string::npos && !type.starts_with("ConvLSTM");
    if (!convolution || spatialRank(type) == 0)
        return {};
    int64_t channels = sizeFromEnd(layer, type.ends_with("Transpose") ? 1 : 2);
    const int64_t groups = wholeNumber(member(layer.config, "groups")).value_or(1);
    channels = channels < 0 ? unknownDim : checkedMultiply(channels, groups).value_or(unknownDim);
    Shape shape;
    shape.dims.assign(size_t(spatialRank(type)) + 2, unknownDim);
    shape[memberString(layer.config, "data_format") == "channels_first" ? 1 : -1] = channels;
    return shape;
}

} // namespace

void guessInputShape(ModelDef& model)
{
    const ContainerDef& root = model.containers[0];
    const int first = root.sequential && root.inputs.size() == 1 ? firstLeaf(model) : -1;
    for (const PortDef& port : root.inputs) {
        LayerDef& input = model.layers[size_t(port.layer)];
        if (input.type != "InputLayer" || inputShapeOf(input.config).has_value())
            continue;
        const Shape shape = first >= 0 ? guess(model.layers[size_t(first)]) : Shape{};
        input.config = inputLayerConfig(shape, input.dtype);
        if (shape.rank() > 0)
            model.notes.push_back(
                {msg("core", "the input's shape was taken from the first layer: %1"), shape.text()});
        else
            model.notes.push_back(
                {msg("core", "the file does not say the shape of the input '%1'"), input.name});
    }
}

} // namespace kerascope::keras
