// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/class_names.h"
#include "core/save/written_config.h"

namespace kerascope::save {

WrittenModel keras2Model(const PartGraph& part)
{
    WrittenModel out;
    Json layers = Json::array(), inputLayers = Json::array(), outputLayers = Json::array();
    const auto history = [&](const Source& source) {
        return Json::array({part.layers[size_t(source.layer)].name, source.call, source.tensor});
    };
    for (size_t i = 0; i < part.layers.size(); ++i) {
        const PartLayer& layer = part.layers[i];
        const bool input = part.isInput(int(i));
        Json nodes = Json::array();
        for (const PartCall& call : layer.calls) {
            if (input)
                continue;
            Json node = Json::array();
            const Json arguments = part.model->calls[size_t(call.id)].arguments;
            for (const PartInput& from : call.inputs) {
                const CallId id = part.layers[size_t(from.source.layer)].calls[size_t(from.source.call)].id;
                const bool mask =
                    id != noId && part.model->calls[size_t(id)].maskOutput == from.source.tensor;
                if (mask) // which Keras makes by itself
                    continue;
                Json one = history(from.source);
                one.push_back(node.empty() && arguments.is_object() ? arguments : Json::object());
                one.back().erase("masked");
                node.push_back(std::move(one));
            }
            nodes.push_back(std::move(node));
        }
        if (input)
            inputLayers.push_back(history({int(i), 0, 0}));
        layers.push_back({{"name", layer.name},
            {"class_name", input ? "InputLayer" : part.model->layers[size_t(layer.id)].type},
            {"config", keras2Config(layer, *part.model)}, {"inbound_nodes", std::move(nodes)}});
        out.order.push_back(int(i));
    }
    for (const Source& output : part.outputs)
        outputLayers.push_back(history(output));
    out.config = {{"class_name", "Model"},
        {"config",
            {{"name", "part"}, {"layers", std::move(layers)}, {"input_layers", std::move(inputLayers)},
                {"output_layers", std::move(outputLayers)}}}};
    return out;
}

} // namespace kerascope::save
