// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/call_builder.h"
#include "core/keras/build_model.h"
#include "core/keras/json_access.h"
#include "core/keras/read_config.h"

#include <algorithm>

namespace kerascope::keras {

Result<void> CallBuilder::run(int rootContainer, const std::stop_token& stop)
{
    std::vector<Frame> stack(1);
    stack[0].container = rootContainer;
    while (!stack.empty()) {
        if (stop.stop_requested())
            return cancelled();
        const auto& order = def_.containers[size_t(stack.back().container)].order;
        if (stack.back().position < order.size()) {
            if (auto done = step(stack); !done)
                return done;
            continue;
        }
        if (auto done = finish(stack.back()); !done)
            return done;
        stack.pop_back();
    }
    return {};
}

Result<void> CallBuilder::step(std::vector<Frame>& stack)
{
    Frame& frame = stack.back();
    const auto [index, number] = def_.containers[size_t(frame.container)].order[frame.position++];
    const LayerDef& layer = def_.layers[size_t(index)];
    auto call = addCall(frame, layer, index, layer.nodes[size_t(number)]);
    if (!call)
        return call.error();
    frame.made[{index, number}] = *call;
    if (layer.inner < 0 || layer.wrapsModel)
        return {};
    auto ports = portsOf(layer, layer.nodes[size_t(number)], model_.calls[size_t(*call)].inputs);
    if (!ports)
        return ports.error();
    Frame inner;
    inner.container = layer.inner;
    inner.call = *call;
    inner.ports = std::move(*ports);
    stack.push_back(std::move(inner));
    return {};
}

Result<CallId> CallBuilder::addCall(Frame& frame, const LayerDef& layer, int index, const NodeDef& node)
{
    if (model_.calls.size() >= maxCalls)
        return badFile(
            def_.origin, {msg("core", "the model makes more than %1 calls"), std::to_string(maxCalls)});
    const Layer& made = model_.layers[size_t(ids_[size_t(index)])];
    Call call;
    call.id = CallId(model_.calls.size());
    call.layer = ids_[size_t(index)];
    call.number = node.number;
    call.parent = frame.call;
    call.key = frame.call == noId ? layer.name : model_.calls[size_t(frame.call)].key + "/" + layer.name;
    if (node.number > 0)
        call.key += "@" + std::to_string(node.number);
    auto inputs = inputsOf(frame, layer, node);
    if (!inputs)
        return inputs.error();
    call.inputs = std::move(*inputs);
    call.arguments = node.arguments;
    const bool container = layer.inner >= 0 && !layer.wrapsModel;
    call.outputs = container ? 0 : outputCount(layer.type, made.config, node.arguments);
    if (layer.type == "InputLayer") {
        if (auto shape = inputShapeOf(made.config))
            call.declaredShapes.emplace_back(*shape);
        const auto& ports = def_.containers[size_t(frame.container)].inputs;
        for (size_t i = 0; i < ports.size() && i < frame.ports.size(); ++i)
            if (ports[i].layer == index && call.inputs.empty())
                call.inputs.push_back({frame.ports[i], {}});
    }
    model_.layers[size_t(call.layer)].calls.push_back(call.id);
    maskWritten_.push_back(node.maskWritten);
    model_.calls.push_back(std::move(call));
    return model_.calls.back().id;
}

Result<std::vector<CallInput>> CallBuilder::inputsOf(Frame& frame, const LayerDef& layer, const NodeDef& node)
{
    std::vector<CallInput> inputs;
    for (const NodeInput& input : node.inputs) {
        auto tensor = tensorOf(frame, input.layer, input.node, input.ref.tensor, layer.name);
        if (!tensor)
            return tensor.error();
        inputs.push_back({*tensor, input.role});
        auto& declared = model_.calls[size_t(tensor->call)].declaredShapes;
        if (input.declared && declared.size() <= size_t(tensor->index))
            declared.resize(size_t(tensor->index) + 1);
        if (input.declared && !declared[size_t(tensor->index)])
            declared[size_t(tensor->index)] = input.declared;
    }
    return inputs;
}

Result<TensorRef> CallBuilder::tensorOf(
    Frame& frame, int layer, int node, int64_t tensor, const std::string& user)
{
    const auto missing = [&](const std::string& name) {
        return badFile(def_.origin,
            {msg("core", "layer '%1' takes tensor %2 of '%3', which gives fewer"), user,
                std::to_string(tensor), name},
            {msg("core", "the file is damaged or of an unknown kind")});
    };
    if (layer == portLayer) {
        if (size_t(node) >= frame.ports.size())
            return missing(def_.containers[size_t(frame.container)].name);
        return frame.ports[size_t(node)];
    }
    Call& call = model_.calls[size_t(frame.made.at({layer, node}))];
    if (!model_.layers[size_t(call.layer)].container) {
        call.outputs = std::max(call.outputs, int(tensor) + 1);
        return TensorRef{call.id, int(tensor)};
    }
    if (size_t(tensor) >= call.results.size())
        return missing(def_.layers[size_t(layer)].name);
    return call.results[size_t(tensor)];
}

Result<std::vector<TensorRef>> CallBuilder::portsOf(
    const LayerDef& layer, const NodeDef& node, const std::vector<CallInput>& in)
{
    const ContainerDef& inner = def_.containers[size_t(layer.inner)];
    std::map<std::string, TensorRef> byKey;
    std::vector<TensorRef> inOrder;
    for (size_t i = 0; i < in.size(); ++i) {
        if (!in[i].role.empty())
            continue; // a mask or a flag for the whole model
        inOrder.push_back(in[i].tensor);
        if (!node.inputs[i].key.empty())
            byKey[node.inputs[i].key] = in[i].tensor;
    }
    std::vector<TensorRef> ports;
    for (const PortDef& port : inner.inputs) {
        auto found = byKey.find(port.key);
        if (found == byKey.end() && port.layer >= 0)
            found = byKey.find(def_.layers[size_t(port.layer)].name);
        if (found != byKey.end())
            ports.push_back(found->second);
    }
    if (ports.size() != inner.inputs.size())
        ports = inOrder;
    if (ports.size() != inner.inputs.size())
        return badFile(def_.origin,
            {msg("core", "the nested model '%1' has %2 inputs, but is called with %3"), layer.name,
                std::to_string(inner.inputs.size()), std::to_string(ports.size())},
            {msg("core", "the file is damaged or of an unknown kind")});
    return ports;
}

Result<void> CallBuilder::finish(Frame& frame)
{
    const ContainerDef& self = def_.containers[size_t(frame.container)];
    if (frame.call == noId)
        return modelPorts(frame);
    std::vector<TensorRef> results;
    for (const PortDef& port : self.outputs) {
        auto tensor = tensorOf(frame, port.layer, port.node, port.ref.tensor, self.name);
        if (!tensor)
            return tensor.error();
        results.push_back(*tensor);
    }
    // A Sequential gives all tensors of its last layer.
    if (self.sequential && results.size() == 1 && results[0].index == 0)
        for (int k = 1; k < model_.calls[size_t(results[0].call)].outputs; ++k)
            results.push_back({results[0].call, k});
    Call& call = model_.calls[size_t(frame.call)];
    call.outputs = int(results.size());
    call.results = std::move(results);
    return {};
}

std::string CallBuilder::outputName(const PortDef& port, int firstNumber) const
{
    const LayerDef& layer = def_.layers[size_t(port.layer)];
    const int number = layer.nodes[size_t(port.node)].number;
    std::string name = layer.name;
    if (number > firstNumber)
        name += "@" + std::to_string(number);
    return port.ref.tensor > 0 ? name + ":" + std::to_string(port.ref.tensor) : name;
}

Result<void> CallBuilder::modelPorts(Frame& root)
{
    const ContainerDef& self = def_.containers[size_t(root.container)];
    for (const PortDef& port : self.inputs) {
        const LayerDef& layer = def_.layers[size_t(port.layer)];
        if (!layer.supported)
            continue; // drawn and marked; what depends on it cannot run
        if (layer.type != "InputLayer")
            return badFile(def_.origin, {msg("core", "the model's input '%1' is no InputLayer"), layer.name},
                {msg("core", "the file is damaged or of an unknown kind")});
        const CallId call = root.made.at({port.layer, port.node});
        model_.inputs.push_back(
            {layer.name, call, inputShapeOf(model_.layerOf(call).config).value_or(Shape{}), layer.dtype});
    }
    std::map<int, int> first; // by layer: number of its first call that gives an output
    for (const PortDef& port : self.outputs) {
        const int number = def_.layers[size_t(port.layer)].nodes[size_t(port.node)].number;
        const auto known = first.emplace(port.layer, number).first;
        known->second = std::min(known->second, number);
    }
    for (const PortDef& port : self.outputs) {
        auto tensor = tensorOf(root, port.layer, port.node, port.ref.tensor, self.name);
        if (!tensor)
            return tensor.error();
        model_.outputs.push_back({outputName(port, first[port.layer]), *tensor});
    }
    const bool single = self.sequential && model_.outputs.size() == 1;
    const Call* last = single ? &model_.calls[size_t(model_.outputs[0].tensor.call)] : nullptr;
    for (int k = 1; last != nullptr && k < last->outputs; ++k)
        model_.outputs.push_back({model_.outputs[0].name + ":" + std::to_string(k), {last->id, k}});
    return {};
}

} // namespace kerascope::keras
