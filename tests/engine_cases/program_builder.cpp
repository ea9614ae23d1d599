// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine_cases/program_builder.h"

#include <utility>

namespace kerascope::cases {

ProgramBuilder::ProgramBuilder()
    : model_(std::make_shared<Model>())
{
    model_->name = "case";
}

ValueId ProgramBuilder::value(const Shape& shape, DType dtype)
{
    program_.values.push_back({shape, dtype, -1});
    return ValueId(program_.values.size() - 1);
}

CallId ProgramBuilder::call(const std::string& name)
{
    Layer layer;
    layer.id = LayerId(model_->layers.size());
    layer.name = layer.path = name + std::to_string(layer.id);
    Call call;
    call.id = CallId(model_->calls.size());
    call.layer = layer.id;
    call.key = layer.path;
    layer.calls = {call.id};
    model_->layers.push_back(std::move(layer));
    model_->calls.push_back(std::move(call));
    return model_->calls.back().id;
}

ValueId ProgramBuilder::input(const Shape& shape, DType dtype)
{
    const ValueId made = value(shape, dtype);
    const CallId from = call("input");
    program_.inputs.push_back({model_->calls.back().key, {from, 0}, made});
    program_.tensorValues[{from, 0}] = made;
    return made;
}

ValueId ProgramBuilder::constant(const Shape& shape, std::vector<float> numbers)
{
    const ValueId made = value(shape, DType::Float32);
    program_.values.back().constant = ConstId(program_.constants.size());
    Constant constant;
    constant.shape = shape;
    constant.source = std::make_shared<const std::vector<float>>(std::move(numbers));
    constant.key = "literal" + std::to_string(program_.constants.size());
    program_.constants.push_back(std::move(constant));
    return made;
}

ValueId ProgramBuilder::op(
    OpKind kind, std::vector<ValueId> inputs, Attributes attributes, const Shape& shape, DType dtype)
{
    const ValueId made = value(shape, dtype);
    const CallId from = call(opName(kind));
    for (ValueId input : inputs)
        if (input >= 0 && program_.values[size_t(input)].constant >= 0)
            program_.constants[size_t(program_.values[size_t(input)].constant)].owner = from;
    program_.operations.push_back({kind, std::move(inputs), {made}, std::move(attributes), {from}});
    program_.tensorValues[{from, 0}] = made;
    return made;
}

ValueId ProgramBuilder::alsoOutputs(const Shape& shape)
{
    const ValueId made = value(shape, DType::Float32);
    program_.operations.back().outputs.push_back(made);
    return made;
}

int ProgramBuilder::state(const Shape& shape)
{
    program_.states.push_back(shape);
    return int(program_.states.size()) - 1;
}

void ProgramBuilder::output(ValueId value)
{
    TensorRef ref;
    for (const auto& [tensor, made] : program_.tensorValues)
        if (made == value)
            ref = tensor;
    program_.outputs.push_back({"output" + std::to_string(program_.outputs.size()), ref, value});
}

Program ProgramBuilder::take()
{
    program_.model = model_;
    return std::move(program_);
}

} // namespace kerascope::cases
