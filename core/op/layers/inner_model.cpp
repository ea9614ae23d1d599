// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/inner_model.h"

#include "core/op/layers/layer_table.h"

namespace kerascope {

std::vector<ValueId> lowerCall(ProgramBuilder& builder, const Layer& owner, const std::string& prefix,
    int depth, const Layer& layer, const Call& call, const std::vector<LayerInput>& inputs)
{
    if (!layer.supported) {
        builder.fail(layer.reason);
        return {};
    }
    LayerContext context(builder, owner, prefix, layer.type, layer.config, call.arguments);
    context.inputs = inputs;
    context.depth = depth;
    context.wantsMask = call.maskOutput >= 0;
    lowerLayer(context, layer.operation);
    if (builder.failed())
        return {};
    std::vector<ValueId> outputs = std::move(context.outputs);
    if (context.wantsMask) {
        const ValueId mask = context.mask >= 0 ? context.mask : context.incomingMask();
        const bool fits = mask >= 0 && call.maskOutput <= int(outputs.size());
        if (fits)
            outputs.insert(outputs.begin() + call.maskOutput, mask);
        else
            builder.fail(Text(msg("core", "it makes no mask")));
    }
    if (!builder.failed() && int(outputs.size()) < call.outputs)
        builder.fail(
            Text(msg("core", "it gives %1 tensors where the model uses %2"), outputs.size(), call.outputs));
    return builder.failed() ? std::vector<ValueId>{} : outputs;
}

std::vector<ValueId> lowerInnerModel(
    LayerContext& outer, const Model& model, const std::vector<LayerInput>& inputs, const std::string& prefix)
{
    constexpr int maxDepth = 8;
    ProgramBuilder& b = outer.build;
    if (outer.depth >= maxDepth || model.inputs.size() != inputs.size()) {
        b.fail(Text(msg("core", "the model inside it cannot be computed")));
        return {};
    }
    std::map<TensorRef, ValueId> values;
    for (size_t i = 0; i < inputs.size(); ++i)
        values[{model.inputs[i].call, 0}] = inputs[i].value;
    for (const Call& call : model.calls) {
        const Layer& layer = model.layers[size_t(call.layer)];
        if (layer.container || values.contains({call.id, 0}))
            continue;
        std::vector<LayerInput> given;
        for (const CallInput& input : call.inputs) {
            const auto found = values.find(input.tensor);
            if (found == values.end()) {
                b.fail(Text(msg("core", "the model inside it cannot be computed")));
                return {};
            }
            given.push_back({found->second, input.role});
        }
        const auto made = lowerCall(
            b, outer.layer, outer.prefix + prefix + layer.path + "/", outer.depth + 1, layer, call, given);
        if (b.failed())
            return {};
        for (size_t i = 0; i < made.size(); ++i)
            values[{call.id, int(i)}] = made[i];
    }
    std::vector<ValueId> outputs;
    for (const ModelOutput& output : model.outputs) {
        const auto found = values.find(output.tensor);
        if (found != values.end())
            outputs.push_back(found->second);
    }
    if (outputs.size() != model.outputs.size() || outputs.empty())
        b.fail(Text(msg("core", "the model inside it cannot be computed")));
    return outputs;
}

} // namespace kerascope
