// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/passes/pass_graph.h"

namespace kerascope {
namespace {

bool takesActivation(OpKind kind)
{
    return isProduct(kind) || kind == OpKind::Binary || kind == OpKind::Affine;
}

} // namespace

void fuseActivations(PassGraph& graph)
{
    for (int index = 0; index < graph.operationCount(); ++index) {
        if (graph.dead(index) || graph.operation(index).kind != OpKind::Unary)
            continue;
        const Activation activation = graph.operation(index).as<UnaryAttributes>().activation;
        const ValueId from = graph.operation(index).input(0);
        const ValueId to = graph.operation(index).outputs[0];
        if (activation.none() && !graph.pinned(to) && graph.value(from).dtype == graph.value(to).dtype) {
            graph.replaceValue(to, from);
            continue;
        }
        const int maker = graph.producer(from);
        if (maker < 0 || !takesActivation(graph.operation(maker).kind) || graph.onlyReader(from) != index
            || !activationOf(graph.operation(maker))->none())
            continue;
        graph.fuse(maker, index);
        *activationOf(graph.operation(index)) = activation;
    }
}

} // namespace kerascope
