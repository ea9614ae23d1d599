// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/passes/pass_graph.h"

namespace kerascope {
namespace {

/// The kernel's output channels stand last but one.
bool channelsSecondLast(const Operation& product)
{
    return product.kind == OpKind::ConvTranspose
        || (product.kind == OpKind::MatMul && product.as<MatMulAttributes>().transposeB);
}

bool foldable(PassGraph& graph, int product, const Operation& affine)
{
    if (product < 0 || !isProduct(graph.operation(product).kind))
        return false;
    Operation& operation = graph.operation(product);
    const bool bias = operation.input(2) < 0 || graph.isConstant(operation.input(2));
    const bool shift = affine.input(2) < 0 || graph.isConstant(affine.input(2));
    if (!activationOf(operation)->none() || operation.input(3) >= 0 || !bias || !shift
        || !graph.isConstant(operation.input(1)) || !graph.isConstant(affine.input(1)))
        return false;
    const Shape& kernel = graph.value(operation.input(1)).shape;
    return kernel.rank() >= 2
        && kernel[channelsSecondLast(operation) ? -2 : -1] == graph.value(affine.input(1)).shape.elements();
}

} // namespace

/// y = (x·W + b)·s + t is x·(W·s) + (b·s + t).
void foldBatchNorm(PassGraph& graph)
{
    for (int index = 0; index < graph.operationCount(); ++index) {
        if (graph.dead(index) || graph.operation(index).kind != OpKind::Affine)
            continue;
        const Operation affine = graph.operation(index);
        const int product = graph.producer(affine.input(0));
        if (!foldable(graph, product, affine) || graph.onlyReader(affine.input(0)) != index)
            continue;
        graph.fuse(product, index);
        Operation& fused = graph.operation(index);
        const CallId owner = fused.calls.empty() ? noId : fused.calls.front();
        const ConstId kernel = graph.constantOf(fused.input(1)), bias = graph.constantOf(fused.input(2)),
                      scale = graph.constantOf(affine.input(1)), shift = graph.constantOf(affine.input(2));
        const Shape kernelShape = graph.value(fused.input(1)).shape;
        const Shape channels = graph.value(affine.input(1)).shape;
        *activationOf(fused) = affine.as<AffineAttributes>().activation;
        const DerivedKind kind =
            channelsSecondLast(fused) ? DerivedKind::ScaleSecondLastAxis : DerivedKind::ScaleLastAxis;
        graph.setInput(index, 1, graph.addDerived(kind, {kernel, scale}, kernelShape, owner));
        if (bias >= 0)
            graph.setInput(
                index, 2, graph.addDerived(DerivedKind::MultiplyAdd, {bias, scale, shift}, channels, owner));
        else if (shift >= 0)
            graph.setInput(index, 2, affine.input(2));
    }
}

} // namespace kerascope
