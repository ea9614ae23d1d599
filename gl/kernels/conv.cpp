// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/kernels/gemm.h"
#include "gl/kernels/spatial.h"

namespace kerascope {
namespace {

/// Every output channel sees one input channel.
void buildDepthwise(StepBuilder& step, const ConvAttributes& attributes)
{
    const Operation& op = step.operation();
    const Shape in = step.shape(op.input(0)), out = step.shape(op.outputs[0]),
                kernel = step.shape(op.input(1));
    const int64_t channels = out[-1], multiplier = out[-1] / in[-1];
    const bool packed = step.isConstant(op.input(1));
    const int width = channels % 4 == 0 && multiplier == 1 ? 4 : 1;
    const Extent sizes = spatialSizes(out);
    const int64_t vectors = in[0] * sizes[0] * sizes[1] * sizes[2] * (channels / width);
    const int row = chooseDepthwiseRow(step.profile(), vectors, sizes[2]);

    KernelCall& call = step.call("depthwise.comp");
    call.specialise = step.profile().hardware;
    call.define("ROW", row);
    addExtent(call, "in", spatialSizes(in));
    addExtent(call, "out", sizes);
    addExtent(call, "k", kernelSizes(kernel));
    addExtent(call, "stride", innermost(attributes.stride, attributes.spatialRank, 1));
    addExtent(call, "dil", innermost(attributes.dilation, attributes.spatialRank, 1));
    addExtent(call, "pad", innermost(attributes.padBefore, attributes.spatialRank, 0));
    call.add("channels", channels / width);
    call.add("in_channels", in[-1] / width);
    call.add("multiplier", multiplier);
    call.add("kernel_ld", (packed ? roundUp(channels, 4) : channels) / width);
    const int64_t items = in[0] * sizes[0] * sizes[1] * divideUp(sizes[2], row) * (channels / width);
    call.add("items", items);
    call.read("x", step.value(op.input(0)), width);
    call.read("w", step.value(op.input(1), packed ? Packing::Columns4 : Packing::Plain), width);
    call.define("HAS_BIAS", step.has(2) ? 1 : 0);
    call.define("HAS_RESIDUAL", step.has(3) ? 1 : 0);
    if (step.has(2))
        call.read("bias", step.value(op.input(2)), width);
    if (step.has(3))
        call.read("residual", step.value(op.input(3)), width);
    call.write("y", step.value(op.outputs[0]), width);
    step.activation(call, attributes.activation);
    step.spread(call, items, 64);
    const Extent taps = kernelSizes(kernel);
    call.flops = 2.0 * double(vectors * width) * double(taps[0] * taps[1] * taps[2]);
}

/// The kernel as rows of `columns` numbers, padded where it is a constant.
struct KernelMatrix {
    Operand operand;
    int64_t ld = 0;
};
KernelMatrix kernelMatrix(StepBuilder& step, int64_t columns)
{
    const ValueId kernel = step.operation().input(1);
    if (step.isConstant(kernel))
        return {step.value(kernel, Packing::Columns4), roundUp(columns, 4)};
    return {step.value(kernel), columns};
}

void addTail(StepBuilder& step, GemmSpec& spec, const Activation& activation)
{
    const Operation& op = step.operation();
    if (step.has(2))
        spec.bias = step.value(op.input(2));
    if (step.has(3))
        spec.residual = step.value(op.input(3));
    spec.c = step.value(op.outputs[0]);
    spec.activation = activation;
}

} // namespace

void buildConv(StepBuilder& step)
{
    const Operation& op = step.operation();
    const auto& attributes = op.as<ConvAttributes>();
    const Shape in = step.shape(op.input(0)), out = step.shape(op.outputs[0]),
                kernel = step.shape(op.input(1));
    const int64_t groups = attributes.groups;
    if (groups > 1 && groups == in[-1])
        return buildDepthwise(step, attributes);
    GemmSpec spec;
    spec.in = spatialSizes(in);
    spec.out = spatialSizes(out);
    spec.kernel = kernelSizes(kernel);
    spec.stride = innermost(attributes.stride, attributes.spatialRank, 1);
    spec.dilation = innermost(attributes.dilation, attributes.spatialRank, 1);
    spec.pad = innermost(attributes.padBefore, attributes.spatialRank, 0);
    spec.channels = in[-1] / groups;
    spec.m = in[0] * spec.out[0] * spec.out[1] * spec.out[2];
    spec.n = out[-1] / groups;
    spec.k = spec.channels * spec.kernel[0] * spec.kernel[1] * spec.kernel[2];
    spec.batch = groups;
    const KernelMatrix matrix = kernelMatrix(step, out[-1]);
    spec.a = step.value(op.input(0));
    spec.b = matrix.operand;
    spec.lda = in[-1];
    spec.ldb = matrix.ld;
    spec.ldc = out[-1];
    if (groups > 1) {
        spec.aBatch = spec.channels;
        spec.bBatch = spec.cBatch = spec.biasBatch = spec.n;
    }
    const Extent ones{1, 1, 1}, zeros{0, 0, 0};
    const bool pointwise =
        spec.kernel == ones && spec.stride == ones && spec.pad == zeros && spec.in == spec.out;
    spec.rows = pointwise ? GemmRows::Matrix : GemmRows::Convolution;
    addTail(step, spec, attributes.activation);
    if (!addVectorProduct(step, spec))
        addGemm(step, spec);
}

void buildConvTranspose(StepBuilder& step)
{
    const Operation& op = step.operation();
    const auto& attributes = op.as<ConvTransposeAttributes>();
    const Shape in = step.shape(op.input(0)), out = step.shape(op.outputs[0]),
                kernel = step.shape(op.input(1));
    GemmSpec spec;
    spec.rows = GemmRows::TransposedConvolution;
    spec.in = spatialSizes(in);
    spec.out = spatialSizes(out);
    spec.kernel = kernelSizes(kernel);
    spec.stride = innermost(attributes.stride, attributes.spatialRank, 1);
    spec.dilation = innermost(attributes.dilation, attributes.spatialRank, 1);
    spec.pad = innermost(attributes.cropBefore, attributes.spatialRank, 0);
    spec.channels = in[-1];
    spec.m = in[0] * spec.out[0] * spec.out[1] * spec.out[2];
    spec.n = out[-1];
    spec.k = spec.channels * spec.kernel[0] * spec.kernel[1] * spec.kernel[2];
    spec.a = step.value(op.input(0));
    if (step.isConstant(op.input(1))) {
        spec.b = step.value(op.input(1), Packing::TransposedColumns4);
        spec.ldb = roundUp(spec.n, 4);
    } else {
        spec.b = addTranspose(step, step.value(op.input(1)), spec.kernel[0] * spec.kernel[1] * spec.kernel[2],
            spec.n, spec.channels);
        spec.ldb = spec.n;
    }
    spec.lda = in[-1];
    spec.ldc = out[-1];
    addTail(step, spec, attributes.activation);
    addGemm(step, spec);
}

} // namespace kerascope
