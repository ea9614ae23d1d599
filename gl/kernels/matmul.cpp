// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/kernels/gemm.h"

#include <utility>

namespace kerascope {
namespace {

constexpr int64_t maxVectorRows = 4; // more rows go to the tiled product

/// A dense layer at small batch reads each weight once: threads share out k and sum in shared memory.
void buildVectorProduct(StepBuilder& step, const GemmSpec& spec)
{
    const int64_t columns = divideUp(spec.n, 4);
    int lanes = 16; // vec4 columns of a workgroup; the other threads share k
    while (lanes > 4 && columns / lanes < step.profile().units)
        lanes /= 2;
    KernelCall& call = step.call("gemv.comp");
    call.define("LANES", lanes);
    call.define("TEAMS", 256 / lanes);
    call.define("ROWS", spec.m);
    call.add("n_size", spec.n);
    call.add("k_size", spec.k);
    call.add("lda", spec.lda);
    call.add("ldb", spec.ldb / 4);
    call.add("ldc", spec.ldc);
    call.read("a", spec.a, 1);
    call.read("b", spec.b, 4);
    call.define("HAS_BIAS", spec.bias ? 1 : 0);
    call.define("HAS_RESIDUAL", spec.residual ? 1 : 0);
    if (spec.bias)
        call.read("bias", spec.bias, 1);
    if (spec.residual)
        call.read("residual", spec.residual, 1);
    call.write("c", spec.c, 1);
    step.activation(call, spec.activation);
    call.groups = {divideUp(columns, lanes), 1, 1};
    call.flops = 2.0 * double(spec.m) * double(spec.n) * double(spec.k);
}

/// Matrices of an operand: all sizes but the last two.
int64_t matrixCount(const Shape& shape) { return shape.rank() > 2 ? shape.product(0, shape.rank() - 2) : 1; }

/// An operand with one matrix for each of the output's: repeated in the workspace where only some axes
/// repeat. A single matrix for all stays as it is.
Operand withAllMatrices(StepBuilder& step, const Operand& operand, Shape& shape, const Shape& out)
{
    const int64_t own = matrixCount(shape);
    if (own == 1 || own == matrixCount(out))
        return operand;
    Shape wanted = out;
    wanted[-2] = shape[-2];
    wanted[-1] = shape[-1];
    const Operand repeated = addBroadcast(step, operand, shape, wanted);
    shape = wanted;
    return repeated;
}

} // namespace

bool addVectorProduct(StepBuilder& step, const GemmSpec& spec)
{
    const KernelProfile& profile = step.profile();
    const bool fits = profile.hardware && profile.vectorProduct && spec.rows == GemmRows::Matrix
        && spec.batch == 1 && spec.m <= maxVectorRows && spec.ldb % 4 == 0
        && int64_t(spec.b.bytes) <= profile.storageBlockBytes && divideUp(spec.n, 64) <= profile.maxGroups;
    if (fits)
        buildVectorProduct(step, spec);
    return fits;
}

void buildMatMul(StepBuilder& step)
{
    const Operation& op = step.operation();
    const auto& attributes = op.as<MatMulAttributes>();
    Shape a = step.shape(op.input(0)), b = step.shape(op.input(1));
    const Shape out = step.shape(op.outputs[0]);
    GemmSpec spec;
    spec.n = out[-1];
    spec.k = attributes.transposeA ? a[-2] : a[-1];
    spec.m = a.rank() > 1 ? (attributes.transposeA ? a[-1] : a[-2]) : 1;
    const bool sharedB = b.rank() <= 2;

    spec.a = step.value(op.input(0));
    if (!sharedB)
        spec.a = withAllMatrices(step, spec.a, a, out);
    if (attributes.transposeA)
        spec.a = addTranspose(step, spec.a, matrixCount(a), spec.k, spec.m);
    spec.lda = spec.k;
    const bool constant = step.isConstant(op.input(1));
    if (constant && sharedB) {
        const Packing packing = attributes.transposeB ? Packing::TransposedColumns4 : Packing::Columns4;
        spec.b = step.value(op.input(1), packing);
        spec.ldb = roundUp(spec.n, 4);
    } else {
        spec.b = withAllMatrices(step, step.value(op.input(1)), b, out);
        if (attributes.transposeB)
            spec.b = addTranspose(step, spec.b, matrixCount(b), spec.n, spec.k);
        spec.ldb = spec.n;
    }
    spec.ldc = spec.n;
    if (sharedB) {
        spec.m *= matrixCount(a);
    } else {
        spec.batch = matrixCount(out);
        spec.aBatch = matrixCount(a) == 1 ? 0 : spec.m * spec.k;
        spec.bBatch = matrixCount(b) == 1 ? 0 : spec.k * spec.n;
        spec.cBatch = spec.m * spec.n;
    }
    if (step.has(2))
        spec.bias = step.value(op.input(2));
    if (step.has(3))
        spec.residual = step.value(op.input(3));
    spec.c = step.value(op.outputs[0]);
    spec.activation = attributes.activation;
    if (!addVectorProduct(step, spec))
        addGemm(step, spec);
}

} // namespace kerascope
