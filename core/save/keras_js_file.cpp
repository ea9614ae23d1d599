// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/save/keras_js_file.h"

#include "core/keras/json_access.h"
#include "core/keras/weight_spec.h"
#include "core/save/save_part.h"

#include <fstream>

namespace kerascope::save {
namespace {

constexpr const char* kerasVersion = "2.1.2";

bool hasLayer(const std::string& type)
{
    static const std::set<std::string> names{"InputLayer", "ELU", "LeakyReLU", "PReLU", "ThresholdedReLU",
        "Conv1D", "Conv2D", "Conv2DTranspose", "Conv3D", "SeparableConv2D", "Cropping1D", "Cropping2D",
        "Cropping3D", "UpSampling1D", "UpSampling2D", "UpSampling3D", "ZeroPadding1D", "ZeroPadding2D",
        "ZeroPadding3D", "Dense", "Activation", "Flatten", "Permute", "RepeatVector", "Reshape", "Dropout",
        "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D", "GaussianDropout", "GaussianNoise",
        "Embedding", "Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum", "Concatenate", "Dot",
        "BatchNormalization", "MaxPooling1D", "MaxPooling2D", "MaxPooling3D", "AveragePooling1D",
        "AveragePooling2D", "AveragePooling3D", "GlobalMaxPooling1D", "GlobalMaxPooling2D",
        "GlobalMaxPooling3D", "GlobalAveragePooling1D", "GlobalAveragePooling2D", "GlobalAveragePooling3D",
        "SimpleRNN", "LSTM", "GRU", "Bidirectional", "TimeDistributed"};
    return names.contains(type);
}

bool hasActivations(const Json& config)
{
    static const std::set<std::string> names{"softmax", "elu", "selu", "softplus", "softsign", "relu", "tanh",
        "sigmoid", "hard_sigmoid_keras2", "linear"};
    for (const char* key : {"activation", "recurrent_activation"})
        if (config.contains(key) && (!config[key].is_string() || !names.contains(config[key])))
            return false;
    return true;
}

/// A value of protobuf's wire type 0.
void addVarint(std::string& out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        out += char(value | 0x80);
    out += char(value);
}

/// The head of a field with `size` bytes (wire type 2).
void addHead(std::string& out, unsigned field, uint64_t size)
{
    addVarint(out, field << 3 | 2);
    addVarint(out, size);
}

void addText(std::string& out, unsigned field, const std::string& text)
{
    addHead(out, field, text.size());
    out += text;
}

/// "lstm/kernel:0", "bidirectional/forward_lstm/kernel:0"
std::string weightName(const PartLayer& from, const Layer& layer, const keras::WeightSpec& spec)
{
    std::string inner;
    if (!spec.mark.empty()) { // of the layer inside a Bidirectional
        const Json& dict = keras::member(layer.config, "layer");
        inner = spec.mark + keras::memberString(keras::member(dict, "config"), "name");
        if (inner == spec.mark)
            inner += spec.mark == "forward_" ? "forward" : "backward";
        inner += "/";
    }
    return from.name + "/" + inner + spec.leaf + ":0";
}

} // namespace

std::vector<std::string> beyondKerasJs(const PartGraph& part)
{
    std::vector<std::string> out;
    for (const PartLayer& from : part.layers) {
        if (from.id == noId)
            continue;
        const Layer& layer = part.model->layers[size_t(from.id)];
        const Json& inner = keras::member(layer.config, "layer");
        const bool wrapped = inner.is_object();
        const bool quantized = layer.config.is_object() && layer.config.contains("quantization");
        const bool fits = !quantized && hasLayer(layer.type) && !layer.operation && !layer.inner
            && hasActivations(layer.config)
            && (!wrapped
                || (hasLayer(keras::memberString(inner, "class_name"))
                    && hasActivations(keras::member(inner, "config"))));
        if (!fits)
            out.push_back(layer.path);
    }
    return out;
}

Result<void> writeKerasJs(const PartGraph& part, const WrittenModel& written, WeightStore& weights,
    const std::filesystem::path& path, const WrittenBytes& progress, const std::stop_token& stop)
{
    std::ofstream out(path, std::ios::binary);
    std::string head;
    addText(head, 1, "part");
    addText(head, 2, path.stem().string());
    addText(head, 3, kerasVersion);
    addText(head, 4, "tensorflow");
    addText(head, 5, configText(written.config));
    out.write(head.data(), std::streamsize(head.size()));
    uint64_t done = 0;
    for (const PartLayer& from : part.layers) {
        if (from.id == noId)
            continue;
        const Layer& layer = part.model->layers[size_t(from.id)];
        const auto specs = keras::weightSpecs(layer.type, layer.config);
        for (size_t i = 0; i < layer.weights.size(); ++i) {
            const auto tensor = weights.weight({layer.id, int(i)}, stop);
            if (!tensor)
                return tensor.error();
            std::string fields, shape;
            for (const int64_t size : (*tensor)->shape.dims)
                addVarint(shape, uint64_t(size));
            addText(fields, 1, from.name);
            addText(fields, 2, weightName(from, layer, (*specs)[i]));
            addText(fields, 3, shape);
            addText(fields, 4, "float32");
            const auto data = std::as_bytes(std::span((*tensor)->data));
            addHead(fields, 5, data.size());
            std::string message;
            addHead(message, 6, fields.size() + data.size());
            message += fields;
            out.write(message.data(), std::streamsize(message.size()));
            out.write(reinterpret_cast<const char*>(data.data()), std::streamsize(data.size()));
            if (!out)
                return cannotWrite(path);
            done += data.size();
            if (progress)
                progress(done);
        }
    }
    out.close();
    return out ? Result<void>() : Result<void>(cannotWrite(path));
}

} // namespace kerascope::save
