// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/class_names.h"
#include "core/save/written_config.h"

namespace kerascope::save {
namespace {

/// Writes the calls of a part as Keras 3's inbound_nodes and notes the order of the tensors in them.
class NodeWriter {
public:
    NodeWriter(const PartGraph& part, const TensorShapes& shapes)
        : part_(part)
        , model_(*part.model)
        , shapes_(shapes)
    {
    }

    Json write(const Layer& layer, const PartCall& call, std::vector<Source>& order)
    {
        const Json& arguments = model_.calls[size_t(call.id)].arguments;
        Json node = layer.operation ? operation(call, arguments) : layerCall(layer, call, arguments);
        orderOf(node, order);
        return node;
    }

    Json history(const Source& source) const
    {
        return Json::array({part_.layers[size_t(source.layer)].name, source.call, source.tensor});
    }

private:
    Json tensor(const Source& source) const
    {
        Json config{{"keras_history", history(source)}};
        const PartLayer& from = part_.layers[size_t(source.layer)];
        const CallId id = from.calls[size_t(source.call)].id;
        const TensorRef ref{id, source.tensor};
        const auto shape = shapes_.shapes.find(ref);
        const auto dtype = shapes_.dtypes.find(ref);
        const bool known = id != noId && shape != shapes_.shapes.end();
        config["shape"] = batchShape(known ? shape->second : from.shape);
        config["dtype"] = dtypeName(known && dtype != shapes_.dtypes.end() ? dtype->second : from.dtype);
        return {{"class_name", "__keras_tensor__"}, {"config", std::move(config)}};
    }

    /// A tensor that Keras makes by itself when it builds the graph: nothing is written.
    bool implied(const PartInput& input) const
    {
        const CallId id = part_.layers[size_t(input.source.layer)].calls[size_t(input.source.call)].id;
        return id != noId && model_.calls[size_t(id)].maskOutput == input.source.tensor;
    }

    Json layerCall(const Layer& layer, const PartCall& call, const Json& arguments) const
    {
        Json positional = Json::array(), keywords = Json::object();
        if (arguments.is_object())
            keywords = arguments;
        keywords.erase("masked");
        std::map<std::string, Json> named;
        for (const PartInput& input : call.inputs) {
            if (implied(input))
                continue;
            if (input.role.empty())
                positional.push_back(tensor(input.source));
            else
                named[input.role].push_back(tensor(input.source));
        }
        const bool scored = layer.type == "Attention" || layer.type == "AdditiveAttention";
        if (scored && (named.contains("query_mask") || named.contains("value_mask"))) {
            const auto one = [&](const char* role) { return named.contains(role) ? named[role][0] : Json(); };
            keywords["mask"] = Json::array({one("query_mask"), one("value_mask")});
            named.erase("query_mask");
            named.erase("value_mask");
        }
        for (auto& [role, tensors] : named)
            keywords[role] = role == "initial_state" || tensors.size() > 1 ? std::move(tensors) : tensors[0];
        Json args = Json::array();
        const bool list = scored || keras::isMerge(layer.type) || positional.size() > 1;
        for (const char* role : {"query", "value"}) // MultiHeadAttention names all three
            if (keywords.contains(role)) {
                args.push_back(keywords[role]);
                keywords.erase(role);
            }
        if (list)
            args.push_back(std::move(positional));
        else if (!positional.empty())
            args.push_back(positional[0]);
        return {{"args", std::move(args)}, {"kwargs", std::move(keywords)}};
    }

    Json operation(const PartCall& call, const Json& arguments) const
    {
        const auto under = [&](const char* key) {
            return arguments.is_object() && arguments.contains(key) ? arguments[key] : Json();
        };
        Json args = Json::array(), keywords = Json::object();
        for (const Json& value : under("args"))
            args.push_back(written(value, call, 0));
        const Json given = under("kwargs");
        for (const auto& [name, value] : given.items())
            keywords[name] = written(value, call, 0);
        return {{"args", std::move(args)}, {"kwargs", std::move(keywords)}};
    }

    /// An argument of an operation, as nodes_keras3.cpp reads it.
    Json written(const Json& value, const PartCall& call, int depth) const
    {
        constexpr int deepest = 32;
        if (depth > deepest || !value.is_structured())
            return value;
        if (value.is_object() && value.contains("tensor"))
            return tensor(call.inputs[value["tensor"].get<size_t>()].source);
        if (value.is_object() && value.contains("constant"))
            return {{"class_name", "__numpy__"},
                {"config", {{"value", value["constant"]}, {"dtype", value.value("dtype", Json("float32"))}}}};
        if (value.is_object() && value.contains("slice") && value["slice"].size() == 3) {
            const Json& ends = value["slice"];
            return {{"class_name", "__slice__"},
                {"config", {{"start", ends[0]}, {"stop", ends[1]}, {"step", ends[2]}}}};
        }
        if (value.is_object() && value.contains("ellipsis"))
            return {{"class_name", "__ellipsis__"}, {"config", Json::object()}};
        Json out = value.is_array() ? Json::array() : Json::object();
        for (const auto& [name, item] : value.items()) {
            if (value.is_array())
                out.push_back(written(item, call, depth + 1));
            else
                out[name] = written(item, call, depth + 1);
        }
        return out;
    }

    void orderOf(const Json& written, std::vector<Source>& order) const
    {
        if (!written.is_structured())
            return;
        if (written.is_object() && written.contains("keras_history")) {
            const Json& place = written["keras_history"];
            order.push_back({indexOf(place[0]), place[1], place[2]});
            return;
        }
        for (const Json& item : written)
            orderOf(item, order);
    }

    int indexOf(const std::string& name) const
    {
        if (indices_.empty())
            for (size_t i = 0; i < part_.layers.size(); ++i)
                indices_[part_.layers[i].name] = int(i);
        return indices_.at(name);
    }

    const PartGraph& part_;
    const Model& model_;
    const TensorShapes& shapes_;
    mutable std::map<std::string, int> indices_;
};

std::string moduleOf(const Layer& layer)
{
    if (layer.foreignClass.empty() && !layer.module.empty())
        return layer.module;
    return layer.type == "LayerScale" ? "keras.src.applications.convnext" : "keras.layers";
}

} // namespace

WrittenModel keras3Model(const PartGraph& part, const TensorShapes& shapes)
{
    NodeWriter nodes(part, shapes);
    WrittenInputs inputs(part.layers.size());
    std::vector<Json> entries;
    Json inputLayers = Json::array(), outputLayers = Json::array();
    for (size_t i = 0; i < part.layers.size(); ++i) {
        const PartLayer& layer = part.layers[i];
        inputs[i].resize(layer.calls.size());
        Json entry{{"name", layer.name}, {"config", keras3Config(layer, *part.model)},
            {"registered_name", nullptr}, {"module", "keras.layers"}, {"class_name", "InputLayer"},
            {"inbound_nodes", Json::array()}};
        if (part.isInput(int(i))) {
            inputLayers.push_back(Json::array({layer.name, 0, 0}));
        } else {
            const Layer& from = part.model->layers[size_t(layer.id)];
            entry["module"] = moduleOf(from);
            entry["class_name"] = verbatim(from, *part.model) ? from.fileType : from.type;
            if (from.operation)
                entry["registered_name"] = from.type;
            for (size_t call = 0; call < layer.calls.size(); ++call)
                entry["inbound_nodes"].push_back(nodes.write(from, layer.calls[call], inputs[i][call]));
        }
        entries.push_back(std::move(entry));
    }
    for (const Source& output : part.outputs)
        outputLayers.push_back(nodes.history(output));
    WrittenModel out;
    out.order = kerasOrder(part, inputs);
    Json layers = Json::array();
    for (const int index : out.order)
        layers.push_back(std::move(entries[size_t(index)]));
    out.config = {{"module", "keras.src.models.functional"}, {"class_name", "Functional"},
        {"registered_name", "Functional"},
        {"config",
            {{"name", "part"}, {"trainable", true}, {"layers", std::move(layers)},
                {"input_layers", std::move(inputLayers)}, {"output_layers", std::move(outputLayers)}}}};
    return out;
}

} // namespace kerascope::save
