// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model_fixture.h"

namespace kerascope::test {

ModelFixture::ModelFixture()
    : model_(std::make_shared<Model>())
{
    model_->name = "fixture";
    model_->className = "Functional";
    model_->kerasVersion = "3.15.1";
    model_->dialect = "keras3";
}

TensorRef ModelFixture::input(const std::string& name, Shape shape, DType dtype)
{
    const TensorRef tensor = add(name, "InputLayer", "{}", {});
    model_->inputs.push_back({name, tensor.call, std::move(shape), dtype});
    return tensor;
}

TensorRef ModelFixture::add(const std::string& name, const std::string& type, const char* config,
    const std::vector<Role>& inputs, std::vector<std::pair<std::string, Shape>> weights, int outputs,
    int maskOutput)
{
    Layer layer;
    layer.id = LayerId(model_->layers.size());
    layer.name = layer.path = name;
    layer.type = layer.fileType = type;
    layer.config = nlohmann::json::parse(config);
    for (auto& [role, shape] : weights) {
        Weight weight;
        weight.role = role;
        weight.shape = shape;
        weight.tensors = {0};
        layer.weights.push_back(std::move(weight));
    }
    Call call;
    call.id = CallId(model_->calls.size());
    call.layer = layer.id;
    call.key = name;
    for (const Role& one : inputs)
        call.inputs.push_back({one.tensor, one.role});
    call.arguments = nlohmann::json::object();
    call.outputs = outputs;
    call.maskOutput = maskOutput;
    layer.calls = {call.id};
    model_->layers.push_back(std::move(layer));
    model_->calls.push_back(std::move(call));
    return {model_->calls.back().id, 0};
}

void ModelFixture::output(TensorRef tensor)
{
    model_->outputs.push_back({model_->tensorKey(tensor), tensor});
}

Layer& ModelFixture::layer(const std::string& name)
{
    return model_->layers[size_t(model_->findLayer(name).value())];
}

LowerRequest ModelFixture::request() const
{
    LowerRequest request;
    request.model = model_;
    return request;
}

LowerRequest ModelFixture::part(const std::vector<std::string>& names) const
{
    LowerRequest request = this->request();
    request.ticked.assign(model_->layers.size(), false);
    for (const std::string& name : names)
        request.ticked[size_t(model_->findLayer(name).value())] = true;
    return request;
}

std::string outcome(const std::string& type, const char* config, const std::vector<Shape>& inputs,
    std::vector<std::pair<std::string, Shape>> weights)
{
    ModelFixture fixture;
    std::vector<ModelFixture::Role> tensors;
    for (size_t i = 0; i < inputs.size(); ++i)
        tensors.push_back({fixture.input("in" + std::to_string(i), inputs[i]), {}});
    fixture.output(fixture.add("layer", type, config, tensors, std::move(weights)));
    const auto lowered = lower(fixture.request(), {});
    if (!lowered)
        return "error: " + lowered.error().english();
    if (!lowered->blocked.empty())
        return "blocked: " + lowered->blocked[0].reason.english();
    const Program& program = lowered->program;
    return program.values[size_t(program.outputs.at(0).value)].shape.text();
}

} // namespace kerascope::test
