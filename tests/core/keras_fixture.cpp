// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/keras_fixture.h"

namespace kerascope {

FileOf::FileOf(std::string version, std::string config)
{
    file.format = FileFormat::Hdf5Model;
    file.layout = WeightLayout::LayerGroups;
    file.kerasVersion = std::move(version);
    file.config = std::move(config);
}

FileOf& FileOf::backend(std::string name)
{
    file.backend = std::move(name);
    return *this;
}

FileOf& FileOf::paths()
{
    file.layout = WeightLayout::Keras3Paths;
    return *this;
}

FileOf& FileOf::group(
    std::string name, std::vector<std::pair<std::string, Shape>> tensors, std::string layerName)
{
    TensorGroup group;
    group.layerName = std::move(layerName);
    for (auto& [weight, shape] : tensors) {
        StoredTensor tensor;
        tensor.name = name + "/" + weight;
        tensor.bytes = uint64_t(shape.elements().value_or(0)) * 4;
        tensor.shape = std::move(shape);
        group.tensors.push_back(int(file.tensors.size()));
        group.weightNames.push_back(weight);
        file.tensors.push_back(std::move(tensor));
    }
    group.name = std::move(name);
    file.groups.push_back(std::move(group));
    return *this;
}

const Layer* layerAt(const Model& model, const std::string& path)
{
    const auto found = model.findLayer(path);
    return found ? &model.layers[size_t(*found)] : nullptr;
}

std::string weightsOf(const Model& model, const ModelFile& file, const std::string& path)
{
    const Layer* layer = layerAt(model, path);
    if (layer == nullptr)
        return "?";
    std::string out;
    for (const Weight& weight : layer->weights) {
        out += (out.empty() ? "" : "; ") + weight.role + " " + weight.shape.text();
        for (int tensor : weight.tensors)
            out += " <" + file.tensors[size_t(tensor)].name + ">";
    }
    return out;
}

std::string inputsOf(const Model& model, const std::string& key)
{
    const auto call = model.findCall(key);
    if (!call)
        return "?";
    std::string out;
    for (const CallInput& input : model.calls[size_t(*call)].inputs) {
        out += (out.empty() ? "" : ", ") + model.tensorKey(input.tensor);
        if (!input.role.empty())
            out += "[" + input.role + "]";
    }
    return out;
}

} // namespace kerascope
