// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/cpu_steps.h"

namespace kerascope::cpu {

uint64_t ownWorkspace(const Program& program, const Operation& operation, int threads)
{
    if (operation.kind != OpKind::Softmax || operation.as<SoftmaxAttributes>().kind != SoftmaxKind::Sparsemax)
        return 0;
    const Shape& shape = program.values[size_t(operation.inputs[0])].shape;
    return uint64_t(shape[-1]) * uint64_t(threads) * sizeof(float); // a sorted row per thread
}

Step ownStep(const HostStep& step, int threads)
{
    switch (step.operation->kind) {
    case OpKind::Conv:
        return directConvStep(step, threads);
    case OpKind::ConvTranspose:
        return directConvTransposeStep(step, threads);
    case OpKind::MatMul:
        return directMatMulStep(step, threads);
    case OpKind::Pool:
        return poolStep(step, threads);
    case OpKind::Unary:
        return unaryStep(step, threads);
    case OpKind::Binary:
        return binaryStep(step, threads);
    case OpKind::Select:
        return selectStep(step, threads);
    case OpKind::Reduce:
        return reduceStep(step, threads);
    case OpKind::Softmax:
        return softmaxStep(step, threads);
    case OpKind::Normalize:
        return normalizeStep(step, threads);
    case OpKind::Affine:
        return affineStep(step, threads);
    case OpKind::Pad:
        return padStep(step, threads);
    case OpKind::Slice:
        return sliceStep(step, threads);
    case OpKind::Concat:
        return concatStep(step, threads);
    case OpKind::Transpose:
        return transposeStep(step, threads);
    case OpKind::Reshape:
        return reshapeStep(step, threads);
    case OpKind::Repeat:
        return repeatStep(step, threads);
    case OpKind::Broadcast:
        return broadcastStep(step, threads);
    case OpKind::Resize:
        return resizeStep(step, threads);
    case OpKind::Gather:
        return gatherStep(step, threads);
    case OpKind::Cast:
        return castStep(step, threads);
    case OpKind::Host: // it can fail
    case OpKind::Recurrent:
        break; // needs more than its addresses: recurrentStep()
    }
    return {};
}

} // namespace kerascope::cpu
