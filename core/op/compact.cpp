// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/graph_lowering.h"

#include <algorithm>

namespace kerascope {
namespace {

std::vector<bool> usedValues(Program& program, const std::vector<ValueId>& needed)
{
    std::vector<bool> used(program.values.size(), false);
    for (const ValueId value : needed)
        used[size_t(value)] = true;
    std::vector<Operation> kept;
    for (auto operation = program.operations.rbegin(); operation != program.operations.rend(); ++operation) {
        const auto& outputs = operation->outputs;
        if (std::none_of(outputs.begin(), outputs.end(), [&](ValueId v) { return used[size_t(v)]; }))
            continue;
        for (const ValueId output : outputs)
            used[size_t(output)] = true;
        for (const ValueId input : operation->inputs)
            if (input >= 0)
                used[size_t(input)] = true;
        kept.push_back(std::move(*operation));
    }
    program.operations.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
    return used;
}

/// Constants come before those derived from them, so one pass from the end finds all that are needed.
std::vector<ConstId> renumberConstants(Program& program, const std::vector<bool>& used)
{
    std::vector<bool> needed(program.constants.size(), false);
    for (size_t i = 0; i < program.values.size(); ++i)
        if (used[i] && program.values[i].constant >= 0)
            needed[size_t(program.values[i].constant)] = true;
    for (size_t i = program.constants.size(); i-- > 0;)
        if (const auto* derived = std::get_if<Derived>(&program.constants[i].source); derived && needed[i])
            for (const ConstId input : derived->inputs)
                needed[size_t(input)] = true;
    std::vector<ConstId> numbers(program.constants.size(), -1);
    std::vector<Constant> kept;
    for (size_t i = 0; i < program.constants.size(); ++i) {
        if (!needed[i])
            continue;
        numbers[i] = ConstId(kept.size());
        kept.push_back(std::move(program.constants[i]));
        if (auto* derived = std::get_if<Derived>(&kept.back().source))
            for (ConstId& input : derived->inputs)
                input = numbers[size_t(input)];
    }
    program.constants = std::move(kept);
    return numbers;
}

/// States of recurrent layers that are still there.
void renumberStates(Program& program)
{
    std::vector<Shape> states;
    for (Operation& operation : program.operations) {
        auto* attributes = std::get_if<RecurrentAttributes>(&operation.attributes);
        if (!attributes || attributes->stateSlot < 0)
            continue;
        const size_t first = size_t(attributes->stateSlot);
        attributes->stateSlot = int(states.size());
        const size_t count = attributes->cell == CellKind::Lstm ? 2 : 1;
        states.insert(states.end(), program.states.begin() + std::ptrdiff_t(first),
            program.states.begin() + std::ptrdiff_t(first + count));
    }
    program.states = std::move(states);
}

} // namespace

void compact(Program& program, const std::vector<ValueId>& needed)
{
    const std::vector<bool> used = usedValues(program, needed);
    const std::vector<ConstId> constants = renumberConstants(program, used);
    std::vector<ValueId> numbers(program.values.size(), -1);
    std::vector<Value> values;
    for (size_t i = 0; i < program.values.size(); ++i) {
        if (!used[i])
            continue;
        numbers[i] = ValueId(values.size());
        values.push_back(std::move(program.values[i]));
        if (values.back().constant >= 0)
            values.back().constant = constants[size_t(values.back().constant)];
    }
    program.values = std::move(values);
    const auto renumber = [&](ValueId& value) { value = value < 0 ? -1 : numbers[size_t(value)]; };
    for (Operation& operation : program.operations) {
        std::for_each(operation.inputs.begin(), operation.inputs.end(), renumber);
        std::for_each(operation.outputs.begin(), operation.outputs.end(), renumber);
    }
    for (ProgramInput& input : program.inputs)
        renumber(input.value);
    for (ProgramOutput& output : program.outputs)
        renumber(output.value);
    for (auto& [tensor, value] : program.tensorValues)
        renumber(value);
    std::erase_if(program.inputs, [](const ProgramInput& input) { return input.value < 0; });
    std::erase_if(program.tensorValues, [](const auto& entry) { return entry.second < 0; });
    renumberStates(program);
}

} // namespace kerascope
