// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/passes/pass_graph.h"

#include <algorithm>
#include <utility>

namespace kerascope {

PassGraph::PassGraph(Program& program, const std::vector<ValueId>& kept)
    : program_(program)
    , pinned_(program.values.size(), false)
    , dead_(program.operations.size(), false)
    , producers_(program.values.size(), -1)
    , readers_(program.values.size())
{
    for (const ProgramOutput& output : program.outputs)
        pinned_[size_t(output.value)] = true;
    for (ValueId value : kept)
        if (value >= 0)
            pinned_[size_t(value)] = true;
    for (int index = 0; index < operationCount(); ++index) {
        for (ValueId input : operation(index).inputs)
            if (input >= 0)
                readers_[size_t(input)].push_back(index);
        for (ValueId output : operation(index).outputs)
            if (output >= 0)
                producers_[size_t(output)] = index;
    }
}

int PassGraph::onlyReader(ValueId id) const
{
    const std::vector<int>& readers = readers_[size_t(id)];
    return pinned(id) || readers.size() != 1 ? -1 : readers[0];
}

void PassGraph::forget(int index)
{
    for (ValueId input : operation(index).inputs)
        if (input >= 0)
            std::erase(readers_[size_t(input)], index);
    for (ValueId output : operation(index).outputs)
        if (output >= 0 && producers_[size_t(output)] == index)
            producers_[size_t(output)] = -1;
}

void PassGraph::kill(int index)
{
    forget(index);
    dead_[size_t(index)] = true;
}

void PassGraph::fuse(int producer, int consumer)
{
    forget(producer);
    forget(consumer);
    dead_[size_t(producer)] = true;
    Operation fused = std::move(operation(producer));
    operation(producer) = {};
    Operation& place = operation(consumer);
    fused.calls = mergedCalls(fused.calls, place.calls);
    fused.outputs = std::move(place.outputs);
    place = std::move(fused);
    for (ValueId input : place.inputs)
        if (input >= 0)
            readers_[size_t(input)].push_back(consumer);
    for (ValueId output : place.outputs)
        producers_[size_t(output)] = consumer;
}

void PassGraph::replaceValue(ValueId old, ValueId with)
{
    const std::vector<int> readers = std::exchange(readers_[size_t(old)], {});
    for (int reader : readers) {
        std::vector<ValueId>& inputs = operation(reader).inputs;
        *std::find(inputs.begin(), inputs.end(), old) = with;
        readers_[size_t(with)].push_back(reader);
    }
    const int maker = producer(old);
    if (pinned(old) || maker < 0)
        return;
    for (auto& [tensor, value] : program_.tensorValues)
        if (value == old)
            value = with;
    kill(maker);
}

void PassGraph::setInput(int index, size_t input, ValueId value)
{
    std::vector<ValueId>& inputs = operation(index).inputs;
    if (input >= inputs.size())
        inputs.resize(input + 1, -1);
    if (inputs[input] >= 0) {
        std::vector<int>& readers = readers_[size_t(inputs[input])];
        readers.erase(std::find(readers.begin(), readers.end(), index));
    }
    inputs[input] = value;
    if (value >= 0)
        readers_[size_t(value)].push_back(index);
}

ValueId PassGraph::addValue(const Shape& shape, DType dtype)
{
    program_.values.push_back({shape, dtype, -1});
    pinned_.push_back(false);
    producers_.push_back(-1);
    readers_.emplace_back();
    return ValueId(program_.values.size() - 1);
}

void PassGraph::splitInTwo(int index, int place, ValueId between, Operation second)
{
    forget(index);
    Operation moved = std::move(operation(index));
    second.inputs = {between};
    second.outputs = std::exchange(moved.outputs, {between});
    for (ValueId input : moved.inputs)
        if (input >= 0)
            readers_[size_t(input)].push_back(place);
    readers_[size_t(between)].push_back(index);
    producers_[size_t(between)] = place;
    for (ValueId output : second.outputs)
        producers_[size_t(output)] = index;
    operation(index) = std::move(second);
    operation(place) = std::move(moved);
    dead_[size_t(place)] = false;
}

ValueId PassGraph::addDerived(DerivedKind kind, std::vector<ConstId> inputs, const Shape& shape, CallId owner)
{
    Constant made;
    made.shape = shape;
    made.owner = owner;
    bool named = true;
    made.key = "derived" + std::to_string(int(kind)) + "(";
    for (ConstId input : inputs) {
        const std::string key = input < 0 ? "-" : program_.constants[size_t(input)].key;
        named = named && !key.empty();
        made.key += key + ",";
    }
    made.key = named ? made.key + ")" : std::string();
    Derived derived;
    derived.kind = kind;
    derived.inputs = std::move(inputs);
    made.source = std::move(derived);
    program_.constants.push_back(std::move(made));
    const ValueId value = addValue(shape, DType::Float32);
    program_.values.back().constant = ConstId(program_.constants.size() - 1);
    return value;
}

void PassGraph::prependCalls(int index, const std::vector<CallId>& calls)
{
    operation(index).calls = mergedCalls(calls, operation(index).calls);
}

bool PassGraph::needed(const Operation& operation) const
{
    if (operation.kind == OpKind::Recurrent && operation.as<RecurrentAttributes>().stateSlot >= 0)
        return true;
    return std::any_of(operation.outputs.begin(), operation.outputs.end(),
        [&](ValueId output) { return output >= 0 && (pinned(output) || !readers_[size_t(output)].empty()); });
}

void PassGraph::sweep()
{
    for (int index = operationCount() - 1; index >= 0; --index)
        if (!dead(index) && !needed(operation(index)))
            kill(index);
}

void PassGraph::finish()
{
    sweep();
    std::vector<Operation> alive;
    for (int index = 0; index < operationCount(); ++index)
        if (!dead(index))
            alive.push_back(std::move(operation(index)));
    program_.operations = std::move(alive);
    std::vector<bool> exists(program_.values.size(), false);
    for (const ProgramInput& input : program_.inputs)
        exists[size_t(input.value)] = true;
    for (const Operation& operation : program_.operations)
        for (ValueId output : operation.outputs)
            if (output >= 0)
                exists[size_t(output)] = true;
    std::erase_if(program_.tensorValues, [&](const auto& entry) {
        return entry.second < 0 || (!exists[size_t(entry.second)] && value(entry.second).constant < 0);
    });
}

std::vector<CallId> mergedCalls(const std::vector<CallId>& first, const std::vector<CallId>& second)
{
    std::vector<CallId> calls;
    for (CallId call : first)
        if (std::find(second.begin(), second.end(), call) == second.end())
            calls.push_back(call);
    calls.insert(calls.end(), second.begin(), second.end());
    return calls;
}

Activation* activationOf(Operation& operation)
{
    switch (operation.kind) {
    case OpKind::Conv:
        return &std::get<ConvAttributes>(operation.attributes).activation;
    case OpKind::ConvTranspose:
        return &std::get<ConvTransposeAttributes>(operation.attributes).activation;
    case OpKind::MatMul:
        return &std::get<MatMulAttributes>(operation.attributes).activation;
    case OpKind::Binary:
        return &std::get<BinaryAttributes>(operation.attributes).activation;
    case OpKind::Affine:
        return &std::get<AffineAttributes>(operation.attributes).activation;
    case OpKind::Unary:
        return &std::get<UnaryAttributes>(operation.attributes).activation;
    default:
        return nullptr;
    }
}

bool isProduct(OpKind kind)
{
    return kind == OpKind::Conv || kind == OpKind::ConvTranspose || kind == OpKind::MatMul;
}

} // namespace kerascope
