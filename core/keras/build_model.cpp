// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/build_model.h"
#include "core/keras/call_builder.h"
#include "core/keras/class_names.h"
#include "core/keras/json_access.h"
#include "core/keras/masks.h"

#include "core/base/destroy_later.h"

#include <map>

namespace kerascope::keras {
namespace {

/// Layers of the container tree below `root` in file order, a nested model before its inner layers; what a
/// TimeDistributed wraps is a model of its own.
std::vector<int> layersBelow(const ModelDef& def, int root)
{
    std::vector<int> found;
    std::vector<std::pair<int, size_t>> stack{{root, 0}};
    while (!stack.empty()) {
        auto& [container, position] = stack.back();
        const auto& layers = def.containers[size_t(container)].layers;
        if (position == layers.size()) {
            stack.pop_back();
            continue;
        }
        const int index = layers[position++];
        found.push_back(index);
        const LayerDef& layer = def.layers[size_t(index)];
        if (layer.inner >= 0 && !layer.wrapsModel)
            stack.emplace_back(layer.inner, 0);
    }
    return found;
}

void count(Layer& layer)
{
    for (const Weight& weight : layer.weights) {
        const int64_t elements = weight.tensors.empty() ? 0 : weight.shape.elements().value_or(0);
        layer.params += elements;
        layer.trainableParams += weight.trainable ? elements : 0;
        layer.fileBytes += weight.fileBytes;
    }
}

/// The wrapped model's weights as the wrapper's own.
void takeInnerWeights(Layer& layer)
{
    for (const Layer& inner : layer.inner->layers)
        for (Weight weight : inner.weights) {
            weight.role = "layer/" + inner.path + "/" + weight.role;
            layer.weights.push_back(std::move(weight));
        }
}

const char* dialectName(const Origin& origin)
{
    switch (origin.dialect) {
    case Origin::Keras1:
        return "keras1";
    case Origin::Keras2:
        return "keras2";
    case Origin::TfKeras:
        return "tf.keras";
    case Origin::Keras3:
        break;
    }
    return "keras3";
}

using InnerModels = std::map<int, std::shared_ptr<const Model>>; ///< by container

/// Moves the layers out of `def`, where their names, kinds and nodes stay.
void addLayers(ModelDef& def, Model& model, const std::vector<int>& order, std::vector<LayerId>& ids,
    const InnerModels& wrapped)
{
    for (int index : order) {
        LayerDef& from = def.layers[size_t(index)];
        Layer layer;
        layer.id = ids[size_t(index)] = LayerId(model.layers.size());
        layer.name = layer.path = from.name;
        layer.type = from.type;
        layer.fileType = from.fileType;
        layer.module = from.module;
        layer.foreignClass = from.foreignClass;
        layer.config = std::move(from.config);
        layer.fileConfig = std::move(from.fileConfig);
        layer.operation = from.operation;
        layer.dtype = from.dtype;
        layer.supported = from.supported;
        layer.reason = std::move(from.reason);
        layer.weights = std::move(from.weights);
        layer.notLoaded = std::move(from.notLoaded);
        layer.container = from.inner >= 0 && !from.wrapsModel;
        const int owner = def.containers[size_t(from.container)].owner;
        if (owner >= 0 && ids[size_t(owner)] != noId) {
            const Layer& parent = model.layers[size_t(ids[size_t(owner)])];
            layer.parent = parent.id;
            layer.depth = parent.depth + 1;
            layer.path = parent.path + "/" + from.name;
        }
        if (from.wrapsModel) {
            layer.inner = wrapped.at(from.inner);
            takeInnerWeights(layer);
        }
        count(layer);
        model.layers.push_back(std::move(layer));
    }
    sumContainers(model);
}

} // namespace

int outputCount(const std::string& type, const Json& config, const Json& arguments)
{
    const bool bidirectional = type == "Bidirectional";
    if (bidirectional || isRecurrent(type)) {
        const Json& inner = bidirectional ? member(config, "layer") : Json();
        const std::string cell = bidirectional ? memberString(inner, "class_name") : type;
        const Json& options = bidirectional ? member(inner, "config") : config;
        const int states = cell == "LSTM" || cell == "CuDNNLSTM" || cell.starts_with("ConvLSTM") ? 2 : 1;
        int outputs =
            bidirectional && config.contains("merge_mode") && config["merge_mode"].is_null() ? 2 : 1;
        if (memberBool(options, "return_state", false))
            outputs += bidirectional ? 2 * states : states;
        return outputs;
    }
    const bool attention = type == "MultiHeadAttention" || type == "Attention" || type == "AdditiveAttention"
        || type == "GroupedQueryAttention";
    return attention && memberBool(arguments, "return_attention_scores", false) ? 2 : 1;
}

Result<std::shared_ptr<Model>> buildModel(ModelDef& def, const std::stop_token& stop)
{
    InnerModels wrapped;
    std::shared_ptr<Model> model;
    std::vector<LayerId> ids(def.layers.size(), noId); // a layer belongs to one model
    // A container stands after those around it, so the innermost models come first.
    for (int container = int(def.containers.size()) - 1; container >= 0; --container) {
        const ContainerDef& root = def.containers[size_t(container)];
        if (root.owner >= 0 && !def.layers[size_t(root.owner)].wrapsModel)
            continue;
        model = std::make_shared<Model>();
        model->name = root.name;
        model->className = root.className;
        model->dialect = dialectName(def.origin);
        addLayers(def, *model, layersBelow(def, container), ids, wrapped);
        CallBuilder calls(def, *model, ids);
        if (auto done = calls.run(container, stop); !done) {
            const size_t layers = model->layers.size();
            destroyLater(std::move(model), layers);
            return done.error();
        }
        addMasks(*model, def.origin, calls.maskWritten());
        wrapped[container] = model;
    }
    return model;
}

void sumContainers(Model& model)
{
    for (auto layer = model.layers.rbegin(); layer != model.layers.rend(); ++layer) {
        if (layer->parent == noId)
            continue;
        Layer& parent = model.layers[size_t(layer->parent)];
        parent.params += layer->params;
        parent.trainableParams += layer->trainableParams;
        parent.fileBytes += layer->fileBytes;
    }
}

} // namespace kerascope::keras
