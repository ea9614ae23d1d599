// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/passes/pass_graph.h"

namespace kerascope {
namespace {

/// Can the operation that makes `value` add something of the same shape before its activation?
bool takesResidual(PassGraph& graph, ValueId value, int reader)
{
    const int maker = graph.producer(value);
    if (maker < 0 || !isProduct(graph.operation(maker).kind) || graph.onlyReader(value) != reader)
        return false;
    Operation& operation = graph.operation(maker);
    return activationOf(operation)->none() && operation.input(3) < 0;
}

} // namespace

void fuseResiduals(PassGraph& graph)
{
    for (int index = 0; index < graph.operationCount(); ++index) {
        if (graph.dead(index) || graph.operation(index).kind != OpKind::Binary)
            continue;
        const Operation add = graph.operation(index);
        const auto& attributes = add.as<BinaryAttributes>();
        const ValueId a = add.input(0), b = add.input(1);
        if (attributes.function != Binary::Add || a == b || graph.value(a).shape != graph.value(b).shape)
            continue;
        const bool intoA = takesResidual(graph, a, index), intoB = takesResidual(graph, b, index);
        if (!intoA && !intoB)
            continue;
        // Of two products the later one, so that the other's result waits for the shortest time.
        const bool chooseA = intoA && (!intoB || graph.producer(a) > graph.producer(b));
        graph.fuse(graph.producer(chooseA ? a : b), index);
        graph.setInput(index, 3, chooseA ? b : a);
        *activationOf(graph.operation(index)) = attributes.activation;
    }
}

} // namespace kerascope
