// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine_cases/primitive_cases.h"

#include <algorithm>
#include <utility>

namespace kerascope::cases {
namespace {

const std::vector<Activation> epilogues{{}, {Unary::Relu, 0, __builtin_inff(), 0}, {Unary::Relu, 0, 6, 0},
    {Unary::Relu, 0.2F, __builtin_inff(), 0}, {Unary::Sigmoid, 0, 0, 0}, {Unary::Silu, 0, 0, 0},
    {Unary::HardSilu, 0, 0, 0}, {Unary::Tanh, 0, 0, 0}, {Unary::Elu, 1, 0, 0}, {Unary::GeluErf, 0, 0, 0},
    {Unary::Mish, 0, 0, 0}, {Unary::HardSigmoid, 0.2F, 0.5F, 0}, {Unary::Softplus, 0, 0, 0}};

Shape withSpatial(int64_t batch, const std::vector<int64_t>& spatial, int64_t channels)
{
    Shape shape{batch};
    shape.dims.insert(shape.dims.end(), spatial.begin(), spatial.end());
    shape.dims.push_back(channels);
    return shape;
}

struct ConvChoice {
    int rank = 2;
    int64_t batch = 1, cin = 3, cout = 5, groups = 1;
    std::vector<int64_t> size, window, stride, dilation;
    int padding = 0; ///< 0 valid, 1 same, 2 causal
    bool bias = true, residual = false;
    Activation activation;
};

PrimitiveCase makeConv(const ConvChoice& choice, Random& random, const std::string& name)
{
    ProgramBuilder build;
    ConvAttributes a;
    a.spatialRank = choice.rank;
    a.groups = choice.groups;
    a.activation = choice.activation;
    std::vector<int64_t> out;
    for (size_t i = 0; i < choice.size.size(); ++i) {
        a.stride[i] = choice.stride[i];
        a.dilation[i] = choice.dilation[i];
        const int64_t extent = (choice.window[i] - 1) * choice.dilation[i] + 1;
        if (choice.padding == 1) {
            const int64_t steps = (choice.size[i] + choice.stride[i] - 1) / choice.stride[i];
            const int64_t total =
                std::max<int64_t>((steps - 1) * choice.stride[i] + extent - choice.size[i], 0);
            a.padBefore[i] = total / 2;
            a.padAfter[i] = total - total / 2;
        } else if (choice.padding == 2) {
            a.padBefore[i] = extent - 1;
        }
        out.push_back((choice.size[i] + a.padBefore[i] + a.padAfter[i] - extent) / choice.stride[i] + 1);
    }
    const ValueId x = build.input(withSpatial(choice.batch, choice.size, choice.cin));
    Shape kernelShape(choice.window);
    kernelShape.dims.push_back(choice.cin / choice.groups);
    kernelShape.dims.push_back(choice.cout);
    const ValueId kernel = build.constant(kernelShape, random.numbers(kernelShape, -0.5F, 0.5F));
    const Shape outShape = withSpatial(choice.batch, out, choice.cout);
    std::vector<ValueId> inputs{x, kernel};
    if (choice.bias || choice.residual)
        inputs.push_back(choice.bias ? build.constant({choice.cout}, random.numbers({choice.cout})) : -1);
    if (choice.residual)
        inputs.push_back(build.input(outShape));
    build.output(build.op(OpKind::Conv, inputs, a, outShape));
    PrimitiveCase made{name, build.take(), {}};
    made.inputs = randomInputs(made.program, random);
    return made;
}

ConvChoice randomConv(Random& random, int index)
{
    const std::vector<int64_t> channels{1, 3, 5, 13, 16, 32, 127, 128, 129};
    ConvChoice c;
    c.rank = index % 8 == 7 ? 3 : index % 3 == 2 ? 1 : 2;
    c.batch = random.pick<int64_t>({1, 1, 3});
    c.cin = random.pick(channels);
    c.cout = random.pick(channels);
    const bool wide = c.cin * c.cout > 2000;
    switch (index % 4) {
    case 1: // depthwise, with a multiplier now and then
        c.groups = c.cin;
        c.cout = c.cin * random.pick<int64_t>({1, 1, 2});
        break;
    case 2:
        c.groups = random.pick<int64_t>({2, 3});
        c.cin = c.groups * random.pick<int64_t>({1, 4, 8, 5});
        c.cout = c.groups * random.pick<int64_t>({1, 3, 8, 16});
        break;
    default:
        break;
    }
    c.padding = c.rank == 1 ? int(random.below(3)) : int(random.below(2));
    const int64_t window = random.pick<int64_t>({1, 2, 3, 5});
    for (int i = 0; i < c.rank; ++i) {
        c.window.push_back(random.coin() ? window : random.pick<int64_t>({1, 3}));
        const bool dilated = random.below(4) == 0;
        c.dilation.push_back(dilated ? 2 : 1);
        c.stride.push_back(dilated ? 1 : random.pick<int64_t>({1, 1, 2, 3}));
        c.size.push_back(
            wide || c.rank == 3 ? random.pick<int64_t>({9, 10, 11}) : random.pick<int64_t>({9, 13, 17}));
    }
    c.bias = random.coin();
    c.residual = random.below(3) == 0;
    c.activation = random.pick(epilogues);
    return c;
}

} // namespace

std::vector<PrimitiveCase> convCases()
{
    std::vector<PrimitiveCase> all;
    Random random(11);
    for (int i = 0; i < 60; ++i)
        all.push_back(makeConv(randomConv(random, i), random, "conv " + std::to_string(i)));
    for (int64_t cin : {1, 3, 5, 13, 127, 128, 129}) {
        ConvChoice c;
        c.cin = cin;
        c.cout = 130 - cin;
        c.size = {7, 7};
        c.window = c.stride = c.dilation = {1, 1};
        c.activation = epilogues[2];
        all.push_back(makeConv(c, random, "conv 1x1 from " + std::to_string(cin)));
    }
    for (int64_t size : {1, 3, 127, 128, 129}) {
        ConvChoice c;
        c.cin = c.cout = c.groups = 3;
        c.size = {size, 5};
        c.window = {3, 3};
        c.stride = c.dilation = {1, 1};
        c.padding = 1;
        all.push_back(makeConv(c, random, "conv depthwise of " + std::to_string(size)));
    }
    return all;
}

std::vector<PrimitiveCase> convTransposeCases()
{
    std::vector<PrimitiveCase> all;
    Random random(12);
    for (int i = 0; i < 28; ++i) {
        ProgramBuilder build;
        ConvTransposeAttributes a;
        a.spatialRank = i % 7 == 6 ? 3 : 1 + i % 2;
        a.activation = random.pick(epilogues);
        const int64_t batch = random.pick<int64_t>({1, 2}), cin = random.pick<int64_t>({1, 3, 13, 32, 129}),
                      cout = random.pick<int64_t>({1, 5, 16, 127});
        std::vector<int64_t> size, window, out;
        for (int s = 0; s < a.spatialRank; ++s) {
            const auto axis = size_t(s);
            size.push_back(random.pick<int64_t>({1, 3, 5, 7}));
            window.push_back(random.pick<int64_t>({1, 2, 3, 4}));
            a.stride[axis] = random.pick<int64_t>({1, 2, 3});
            a.dilation[axis] = a.stride[axis] == 1 && random.coin() ? 2 : 1;
            const int64_t extent = (window[axis] - 1) * a.dilation[axis] + 1;
            const int64_t full = (size[axis] - 1) * a.stride[axis] + extent;
            a.cropBefore[axis] = random.coin() ? std::max<int64_t>(extent - a.stride[axis], 0) / 2 : 0;
            // Now and then more than the full result, as output_padding and stride > kernel ask for.
            out.push_back(
                std::max<int64_t>(full - a.cropBefore[axis] - random.below(2), 1) + random.below(3));
        }
        const ValueId x = build.input(withSpatial(batch, size, cin));
        Shape kernelShape(window);
        kernelShape.dims.push_back(cout);
        kernelShape.dims.push_back(cin);
        std::vector<ValueId> inputs{x, build.constant(kernelShape, random.numbers(kernelShape, -0.5F, 0.5F))};
        const Shape outShape = withSpatial(batch, out, cout);
        const bool residual = random.below(3) == 0;
        if (residual || random.coin())
            inputs.push_back(residual && random.coin() ? -1 : build.constant({cout}, random.numbers({cout})));
        if (residual)
            inputs.push_back(build.input(outShape));
        build.output(build.op(OpKind::ConvTranspose, inputs, a, outShape));
        PrimitiveCase made{"conv transpose " + std::to_string(i), build.take(), {}};
        made.inputs = randomInputs(made.program, random);
        all.push_back(std::move(made));
    }
    return all;
}

std::vector<PrimitiveCase> poolCases()
{
    std::vector<PrimitiveCase> all;
    Random random(13);
    for (int i = 0; i < 32; ++i) {
        ProgramBuilder build;
        PoolAttributes a;
        a.maximum = i % 2 == 0;
        a.spatialRank = i % 8 == 7 ? 3 : 1 + (i / 2) % 2;
        std::vector<int64_t> size, out;
        for (int s = 0; s < a.spatialRank; ++s) {
            const auto axis = size_t(s);
            size.push_back(random.pick<int64_t>({5, 6, 13, 17}));
            a.window[axis] = random.pick<int64_t>({1, 2, 3, 5});
            a.stride[axis] = random.pick<int64_t>({1, 2, 3});
            if (random.coin()) {
                const int64_t steps = (size[axis] + a.stride[axis] - 1) / a.stride[axis];
                const int64_t total =
                    std::max<int64_t>((steps - 1) * a.stride[axis] + a.window[axis] - size[axis], 0);
                a.padBefore[axis] = total / 2;
                a.padAfter[axis] = total - total / 2;
            }
            out.push_back(
                (size[axis] + a.padBefore[axis] + a.padAfter[axis] - a.window[axis]) / a.stride[axis] + 1);
        }
        const int64_t batch = random.pick<int64_t>({1, 3}),
                      channels = random.pick<int64_t>({1, 3, 5, 13, 64, 127, 128, 129});
        const ValueId x = build.input(withSpatial(batch, size, channels));
        build.output(build.op(OpKind::Pool, {x}, a, withSpatial(batch, out, channels)));
        PrimitiveCase made{"pool " + std::to_string(i), build.take(), {}};
        made.inputs = randomInputs(made.program, random, -3, 1);
        all.push_back(std::move(made));
    }
    return all;
}

} // namespace kerascope::cases
