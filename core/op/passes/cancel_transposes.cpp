// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/passes/pass_graph.h"

#include <algorithm>
#include <utility>

namespace kerascope {
namespace {

using Permutation = std::vector<int>;

Permutation& permutationOf(Operation& transpose)
{
    return std::get<TransposeAttributes>(transpose.attributes).permutation;
}

bool isIdentity(const Permutation& permutation)
{
    for (size_t i = 0; i < permutation.size(); ++i)
        if (permutation[i] != int(i))
            return false;
    return true;
}

/// Only axes of size 1 move: the elements keep their order.
bool keepsOrder(const Permutation& permutation, const Shape& input)
{
    int last = -1;
    for (int from : permutation) {
        if (input[from] == 1)
            continue;
        if (from < last)
            return false;
        last = from;
    }
    return true;
}

/// The transpose that makes a value, −1 if another operation does.
int transposeOf(PassGraph& graph, ValueId value)
{
    const int maker = graph.producer(value);
    return maker >= 0 && graph.operation(maker).kind == OpKind::Transpose ? maker : -1;
}

bool sameNumbers(PassGraph& graph, ValueId from, ValueId to)
{
    return !graph.pinned(to) && graph.value(from).dtype == graph.value(to).dtype;
}

/// Two in a row become one, none, or a view.
bool simplifyTranspose(PassGraph& graph, int index)
{
    bool changed = false;
    const int before = transposeOf(graph, graph.operation(index).input(0));
    if (before >= 0) {
        const Permutation first = permutationOf(graph.operation(before));
        for (int& axis : permutationOf(graph.operation(index)))
            axis = first[size_t(axis)];
        graph.setInput(index, 0, graph.operation(before).input(0));
        changed = true;
    }
    Operation& operation = graph.operation(index);
    const ValueId from = operation.input(0), to = operation.outputs[0];
    if (isIdentity(permutationOf(operation)) && sameNumbers(graph, from, to)) {
        graph.replaceValue(to, from);
        return true;
    }
    if (keepsOrder(permutationOf(operation), graph.value(from).shape)) {
        operation.kind = OpKind::Reshape;
        operation.attributes = NoAttributes{};
        return true;
    }
    return changed;
}

bool simplifyReshape(PassGraph& graph, int index)
{
    bool changed = false;
    const int before = graph.producer(graph.operation(index).input(0));
    if (before >= 0 && graph.operation(before).kind == OpKind::Reshape) {
        graph.setInput(index, 0, graph.operation(before).input(0));
        changed = true;
    }
    const ValueId from = graph.operation(index).input(0), to = graph.operation(index).outputs[0];
    if (graph.value(from).shape == graph.value(to).shape && sameNumbers(graph, from, to)) {
        graph.replaceValue(to, from);
        return true;
    }
    return changed;
}

/// Attributes of an operation that runs before the transpose instead of after it.
Attributes beforeTranspose(const Operation& operation, const Permutation& permutation)
{
    if (operation.kind == OpKind::Concat)
        return ConcatAttributes{permutation[size_t(operation.as<ConcatAttributes>().axis)]};
    if (operation.kind == OpKind::Pad) {
        const auto& old = operation.as<PadAttributes>();
        PadAttributes pad = old;
        for (size_t axis = 0; axis < permutation.size(); ++axis) {
            pad.before[size_t(permutation[axis])] = old.before[axis];
            pad.after[size_t(permutation[axis])] = old.after[axis];
        }
        return pad;
    }
    return operation.attributes;
}

/// Do all inputs come from transposes of one kind that nobody else reads?
bool allTransposed(PassGraph& graph, int index)
{
    const Operation& operation = graph.operation(index);
    const Permutation* permutation = nullptr;
    for (ValueId input : operation.inputs) {
        const int maker = transposeOf(graph, input);
        if (maker < 0 || graph.onlyReader(input) != index)
            return false;
        const Permutation& own = permutationOf(graph.operation(maker));
        if (permutation && *permutation != own)
            return false;
        permutation = &own;
    }
    return permutation != nullptr;
}

bool indifferentToOrder(OpKind kind)
{
    return kind == OpKind::Unary || kind == OpKind::Binary || kind == OpKind::Cast || kind == OpKind::Concat
        || kind == OpKind::Pad;
}

/// f(transpose(x)) becomes transpose(f(x)), so that the transpose meets the next one.
bool sinkTranspose(PassGraph& graph, int index)
{
    if (!allTransposed(graph, index))
        return false;
    const Operation old = graph.operation(index);
    const Permutation permutation = permutationOf(graph.operation(graph.producer(old.inputs[0])));
    const Shape out = graph.value(old.outputs[0]).shape;
    Shape inner = out;
    for (size_t axis = 0; axis < permutation.size(); ++axis)
        inner[permutation[axis]] = out[int(axis)];
    // The last of the transposes stands after all that the moved operation reads.
    int last = -1;
    std::vector<CallId> calls;
    for (ValueId input : old.inputs)
        last = std::max(last, graph.producer(input));
    for (size_t i = 0; i < old.inputs.size(); ++i) {
        const int maker = graph.producer(old.inputs[i]);
        calls = mergedCalls(calls, graph.operation(maker).calls);
        graph.setInput(index, i, graph.operation(maker).input(0));
        graph.kill(maker);
    }
    calls = mergedCalls(calls, old.calls); // the transpose now makes this operation's output
    graph.operation(index).attributes = beforeTranspose(old, permutation);
    const ValueId moved = graph.addValue(inner, graph.value(old.outputs[0]).dtype);
    graph.splitInTwo(
        index, last, moved, {OpKind::Transpose, {}, {}, TransposeAttributes{permutation}, calls});
    return true;
}

} // namespace

void cancelTransposes(PassGraph& graph)
{
    for (bool changed = true; changed; graph.sweep()) {
        changed = false;
        for (int index = 0; index < graph.operationCount(); ++index) {
            if (graph.dead(index))
                continue;
            const OpKind kind = graph.operation(index).kind;
            if (kind == OpKind::Transpose)
                changed = simplifyTranspose(graph, index) || changed;
            else if (kind == OpKind::Reshape)
                changed = simplifyReshape(graph, index) || changed;
            else if (indifferentToOrder(kind))
                changed = sinkTranspose(graph, index) || changed;
        }
    }
}

} // namespace kerascope
