// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/cost.h"

namespace kerascope {
namespace {

double elements(const Program& program, ValueId value)
{
    if (value < 0)
        return 0;
    return double(program.values[size_t(value)].shape.elements().value_or(0));
}

/// Per step and sample: both matrix products, then some element functions per gate.
double recurrentFlops(const Program& program, const Operation& operation)
{
    const Shape& x = program.values[size_t(operation.inputs[0])].shape;
    const double steps = double(x[0]) * double(x[1]);
    const double products = elements(program, operation.inputs[1]) + elements(program, operation.inputs[2]);
    const double gates = double(program.values[size_t(operation.inputs[1])].shape[-1]);
    return steps * (2 * products + 3 * gates);
}

double operationFlops(const Program& program, const Operation& operation)
{
    const double out = elements(program, operation.outputs[0]);
    const double in = elements(program, operation.input(0));
    switch (operation.kind) {
    case OpKind::Conv: {
        const Shape& kernel = program.values[size_t(operation.inputs[1])].shape;
        return out * 2 * double(kernel.product(0, kernel.rank() - 1));
    }
    case OpKind::ConvTranspose: {
        const Shape& kernel = program.values[size_t(operation.inputs[1])].shape;
        return in * 2 * double(kernel.product(0, kernel.rank() - 1));
    }
    case OpKind::MatMul: {
        const bool transposed = operation.as<MatMulAttributes>().transposeA;
        return out * 2 * double(program.values[size_t(operation.inputs[0])].shape[transposed ? -2 : -1]);
    }
    case OpKind::Pool: {
        double window = 1;
        for (const int64_t size : operation.as<PoolAttributes>().window)
            window *= double(size);
        return out * window;
    }
    case OpKind::Recurrent:
        return recurrentFlops(program, operation);
    case OpKind::Reduce:
        return in;
    case OpKind::Softmax:
        return 4 * out;
    case OpKind::Normalize:
        return 5 * out;
    case OpKind::Affine:
        return 2 * out;
    case OpKind::Resize:
        return 8 * out;
    case OpKind::Unary:
    case OpKind::Binary:
    case OpKind::Select:
        return out;
    default: // data movement
        return 0;
    }
}

} // namespace

Cost operationCost(const Program& program, const Operation& operation)
{
    Cost cost;
    if (operation.outputs.empty())
        return cost;
    cost.flops = operationFlops(program, operation);
    if (operation.kind == OpKind::Gather) // of the table only the rows asked for
        cost.bytes = 4 * (elements(program, operation.outputs[0]) + elements(program, operation.input(1)));
    else
        for (const ValueId input : operation.inputs)
            cost.bytes += 4 * elements(program, input);
    for (const ValueId output : operation.outputs)
        cost.bytes += 4 * elements(program, output);
    return cost;
}

} // namespace kerascope
