// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gl/layer_cases.h"

#include <limits>

namespace kerascope {
namespace {

ProgramCase one(const std::string& name, OpKind kind, const std::vector<Shape>& in, const Shape& out,
    Attributes attributes)
{
    CaseBuilder build(name);
    std::vector<ValueId> inputs;
    for (const Shape& shape : in)
        inputs.push_back(build.input(shape, -2, 2));
    const ValueId result = build.value(out);
    build.operation(kind, inputs, {result}, std::move(attributes));
    build.output(result);
    return build.take();
}

ProgramCase unaryCase(Unary function, int64_t size)
{
    CaseBuilder build("unary " + std::to_string(int(function)) + " of " + std::to_string(size));
    const bool positive = function == Unary::Log || function == Unary::Sqrt || function == Unary::Rsqrt;
    const ValueId x = build.input({size}, positive ? 0.1F : -4, 4), y = build.value({size});
    Activation activation{function, 0.3F, 1.5F, 0.2F};
    if (function == Unary::Clip)
        activation.alpha = -1;
    build.operation(OpKind::Unary, {x}, {y}, UnaryAttributes{activation});
    build.output(y);
    return build.take();
}

ProgramCase binaryCase(Binary function, const Shape& a, const Shape& b, const Shape& out)
{
    CaseBuilder build("binary " + std::to_string(int(function)) + " " + a.text() + " with " + b.text());
    const bool power = function == Binary::Power;
    const ValueId x = build.input(a, power ? 0.1F : -3, 3), y = build.input(b, 0.5, 3), z = build.value(out);
    build.operation(OpKind::Binary, {x, y}, {z}, BinaryAttributes{function, {}});
    build.output(z);
    return build.take();
}

ProgramCase castCase(DType to)
{
    CaseBuilder build(std::string("cast to ") + dtypeName(to));
    const ValueId x = build.inputOf({6}, {-2.7F, -0.5F, 0, 0.5F, 2.7F, 7}), y = build.value({6}, to);
    build.operation(OpKind::Cast, {x}, {y}, NoAttributes{});
    build.output(y);
    return build.take();
}

ProgramCase gatherCase(int64_t width)
{
    CaseBuilder build("gather of width " + std::to_string(width));
    const ValueId table = build.constant({7, width});
    const ValueId index = build.inputOf({2, 4}, {0, 6, 3.9F, -2, 100, 1, 2, 5}),
                  y = build.value({2, 4, width});
    build.operation(OpKind::Gather, {table, index}, {y}, NoAttributes{});
    build.output(y);
    return build.take();
}

} // namespace

std::vector<ProgramCase> elementCases()
{
    std::vector<ProgramCase> cases;
    for (int function = 0; function <= int(Unary::Not); ++function)
        cases.push_back(unaryCase(Unary(function), 131));
    for (int function = 0; function <= int(Binary::Or); ++function)
        cases.push_back(binaryCase(Binary(function), {3, 43}, {3, 43}, {3, 43}));
    cases.push_back(binaryCase(Binary::Add, {2, 5, 7, 8}, {2, 1, 1, 8}, {2, 5, 7, 8}));
    cases.push_back(binaryCase(Binary::Multiply, {2, 5, 7, 3}, {1, 1, 1, 3}, {2, 5, 7, 3}));
    cases.push_back(binaryCase(Binary::Subtract, {4, 1, 6}, {1, 5, 6}, {4, 5, 6}));
    cases.push_back(binaryCase(Binary::Add, {2, 13}, {1, 1}, {2, 13}));
    cases.push_back(one("select", OpKind::Select, {{3, 5}, {3, 1}, {1, 5}}, {3, 5}, NoAttributes{}));
    cases.push_back(
        one("affine 8", OpKind::Affine, {{2, 3, 8}, {8}, {8}}, {2, 3, 8}, AffineAttributes{{Unary::Tanh}}));
    cases.push_back(one("affine 5", OpKind::Affine, {{2, 3, 5}, {5}}, {2, 3, 5}, AffineAttributes{}));
    for (const DType type : {DType::Float32, DType::Int32, DType::Bool})
        cases.push_back(castCase(type));
    cases.push_back(gatherCase(8));
    cases.push_back(gatherCase(5));
    return cases;
}

std::vector<ProgramCase> moveCases()
{
    std::vector<ProgramCase> cases;
    cases.push_back(one(
        "pad 4", OpKind::Pad, {{2, 3, 4, 8}}, {2, 6, 5, 8}, PadAttributes{{0, 1, 0, 0}, {0, 2, 1, 0}, 0.5F}));
    cases.push_back(
        one("pad 3", OpKind::Pad, {{2, 3, 3}}, {2, 3, 8}, PadAttributes{{0, 0, 2}, {0, 0, 3}, 0}));
    cases.push_back(
        one("slice", OpKind::Slice, {{3, 9, 8}}, {3, 3, 4}, SliceAttributes{{0, 1, 4}, {1, 3, 1}}));
    cases.push_back(one(
        "slice backwards", OpKind::Slice, {{3, 9, 5}}, {2, 9, 5}, SliceAttributes{{1, 8, 0}, {1, -1, 1}}));
    cases.push_back(one(
        "concat last", OpKind::Concat, {{2, 3, 4}, {2, 3, 8}, {2, 3, 5}}, {2, 3, 17}, ConcatAttributes{2}));
    cases.push_back(
        one("concat middle", OpKind::Concat, {{2, 3, 4}, {2, 1, 4}}, {2, 4, 4}, ConcatAttributes{1}));
    cases.push_back(
        one("transpose", OpKind::Transpose, {{2, 5, 7, 3}}, {2, 3, 5, 7}, TransposeAttributes{{0, 3, 1, 2}}));
    cases.push_back(
        one("transpose outer", OpKind::Transpose, {{3, 5, 8}}, {5, 3, 8}, TransposeAttributes{{1, 0, 2}}));
    cases.push_back(one("repeat", OpKind::Repeat, {{2, 3, 4}}, {2, 6, 4}, RepeatAttributes{1, 2}));
    cases.push_back(one("repeat last", OpKind::Repeat, {{2, 3}}, {2, 9}, RepeatAttributes{1, 3}));
    cases.push_back(one("broadcast", OpKind::Broadcast, {{2, 1, 3}}, {2, 5, 3}, NoAttributes{}));
    CaseBuilder build("reshape then add");
    const ValueId x = build.input({2, 6}), y = build.value({3, 4}), z = build.value({3, 4});
    build.operation(OpKind::Reshape, {x}, {y}, NoAttributes{});
    build.operation(OpKind::Binary, {y, y}, {z}, BinaryAttributes{});
    build.output(y);
    build.output(z);
    cases.push_back(build.take());
    return cases;
}

std::vector<ProgramCase> rowCases()
{
    std::vector<ProgramCase> cases;
    for (const ReduceKind kind : {ReduceKind::Sum, ReduceKind::Mean, ReduceKind::Maximum, ReduceKind::Minimum,
             ReduceKind::Product, ReduceKind::Any, ReduceKind::All}) {
        const std::string name = "reduce " + std::to_string(int(kind));
        cases.push_back(one(name + " image", OpKind::Reduce, {{2, 5, 7, 12}}, {2, 12},
            ReduceAttributes{kind, {1, 2}, false}));
        cases.push_back(
            one(name + " last", OpKind::Reduce, {{3, 43}}, {3, 1}, ReduceAttributes{kind, {1}, true}));
        cases.push_back(one(
            name + " mixed", OpKind::Reduce, {{3, 5, 7, 9}}, {5, 9}, ReduceAttributes{kind, {0, 2}, false}));
        cases.push_back(
            one(name + " all", OpKind::Reduce, {{3, 5}}, Shape(), ReduceAttributes{kind, {0, 1}, false}));
    }
    cases.push_back(
        one("reduce long", OpKind::Reduce, {{2, 5000}}, {2}, ReduceAttributes{ReduceKind::Mean, {1}, false}));
    cases.push_back(one("reduce very long", OpKind::Reduce, {{2, 70001}}, {2},
        ReduceAttributes{ReduceKind::Maximum, {1}, false}));
    cases.push_back(one("softmax very long", OpKind::Softmax, {{2, 50001}}, {2, 50001}, SoftmaxAttributes{}));
    cases.push_back(
        one("normalize very long", OpKind::Normalize, {{2, 70001}}, {2, 70001}, NormalizeAttributes{}));
    cases.push_back(
        one("product very long", OpKind::MatMul, {{1, 70001}, {70001, 3}}, {1, 3}, MatMulAttributes{}));
    cases.push_back(
        one("product very long 4", OpKind::MatMul, {{5, 70000}, {70000, 3}}, {5, 3}, MatMulAttributes{}));
    for (const SoftmaxKind kind : {SoftmaxKind::Softmax, SoftmaxKind::LogSoftmax, SoftmaxKind::Sparsemax})
        for (const int64_t size : {1, 3, 129, 1000})
            cases.push_back(one("softmax " + std::to_string(int(kind)) + " of " + std::to_string(size),
                OpKind::Softmax, {{5, size}}, {5, size}, SoftmaxAttributes{kind}));
    for (const NormalizeKind kind : {NormalizeKind::MeanVariance, NormalizeKind::RootMeanSquare,
             NormalizeKind::VarianceOnly, NormalizeKind::UnitLength}) {
        cases.push_back(one("normalize " + std::to_string(int(kind)), OpKind::Normalize,
            {{4, 129}, {129}, {129}}, {4, 129}, NormalizeAttributes{kind, 1, 1e-3F}));
        cases.push_back(one("normalize two axes " + std::to_string(int(kind)), OpKind::Normalize, {{4, 5, 3}},
            {4, 5, 3}, NormalizeAttributes{kind, 2, 1e-3F}));
    }
    return cases;
}

std::vector<ProgramCase> spatialCases()
{
    std::vector<ProgramCase> cases;
    for (const bool maximum : {true, false}) {
        PoolAttributes pool;
        pool.maximum = maximum;
        pool.window = {3, 2, 1};
        pool.stride = {2, 2, 1};
        pool.padBefore = {1, 0, 0};
        pool.padAfter = {1, 1, 0};
        cases.push_back(one("pool 5", OpKind::Pool, {{2, 9, 7, 5}}, {2, 5, 4, 5}, pool));
        cases.push_back(one("pool 8", OpKind::Pool, {{2, 9, 7, 8}}, {2, 5, 4, 8}, pool));
        PoolAttributes line;
        line.maximum = maximum;
        line.spatialRank = 1;
        line.window = {3, 1, 1};
        line.stride = {3, 1, 1};
        cases.push_back(one("pool line", OpKind::Pool, {{2, 9, 4}}, {2, 3, 4}, line));
    }
    for (const ResizeKind kind : {ResizeKind::Nearest, ResizeKind::Bilinear, ResizeKind::Bicubic,
             ResizeKind::Lanczos3, ResizeKind::Lanczos5}) {
        const std::string name = "resize " + std::to_string(int(kind));
        cases.push_back(
            one(name + " up", OpKind::Resize, {{2, 5, 7, 3}}, {2, 10, 21, 3}, ResizeAttributes{kind}));
        cases.push_back(
            one(name + " down", OpKind::Resize, {{1, 13, 9, 4}}, {1, 5, 4, 4}, ResizeAttributes{kind}));
    }
    ConvAttributes line;
    line.spatialRank = 1;
    line.dilation = {2, 1, 1};
    line.padBefore = {4, 0, 0};
    cases.push_back(one("causal line", OpKind::Conv, {{2, 13, 6}, {3, 6, 5}}, {2, 13, 5}, line));
    ConvAttributes space;
    space.spatialRank = 3;
    space.stride = {1, 2, 1};
    space.padBefore = space.padAfter = {1, 0, 1};
    cases.push_back(one("space", OpKind::Conv, {{1, 4, 5, 6, 4}, {3, 3, 2, 4, 8}}, {1, 4, 2, 7, 8}, space));
    return cases;
}

namespace {

struct RecurrentCase {
    CellKind cell = CellKind::Lstm;
    int64_t units = 5;
    bool sequences = true, backwards = false, mask = false, zero = false, state = false, kept = false;
    Unary function = Unary::Tanh, gate = Unary::Sigmoid;
};

ProgramCase recurrentCase(const RecurrentCase& c)
{
    CaseBuilder build("recurrent " + std::to_string(int(c.cell)) + " of " + std::to_string(c.units)
        + (c.sequences ? " all" : " last") + (c.mask ? " masked" : "") + (c.state ? " from a state" : "")
        + (c.kept ? " kept" : ""));
    const int64_t batch = 3, time = 6, features = 7, u = c.units;
    const bool lstm = c.cell == CellKind::Lstm, after = c.cell == CellKind::GruResetAfter;
    const int64_t gates = c.cell == CellKind::Simple ? 1 : lstm ? 4 : 3;
    std::vector<ValueId> inputs{build.input({batch, time, features}),
        build.constant({features, gates * u}, -0.5, 0.5), build.constant({u, gates * u}, -0.5, 0.5),
        build.constant(after ? Shape{2, gates * u} : Shape{gates * u})};
    inputs.push_back(
        c.mask ? build.inputOf({batch, time}, {0, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 0}) : -1);
    if (c.state) {
        inputs.push_back(build.input({batch, u}));
        if (lstm)
            inputs.push_back(build.input({batch, u}));
    }
    RecurrentAttributes attributes;
    attributes.cell = c.cell;
    attributes.units = u;
    attributes.activation.function = c.function;
    attributes.recurrentActivation = {c.gate, 0.2F, 0.5F, 0};
    attributes.goBackwards = c.backwards;
    attributes.returnSequences = c.sequences;
    attributes.zeroOutputForMask = c.zero;
    attributes.hasMask = c.mask;
    attributes.hasState = c.state;
    if (c.kept)
        attributes.stateSlot = build.state({batch, u});
    if (c.kept && lstm)
        build.state({batch, u});
    std::vector<ValueId> outputs{
        build.value(c.sequences ? Shape{batch, time, u} : Shape{batch, u}), build.value({batch, u})};
    if (lstm)
        outputs.push_back(build.value({batch, u}));
    build.operation(OpKind::Recurrent, inputs, outputs, attributes);
    for (const ValueId output : outputs)
        build.output(output);
    return build.take();
}

} // namespace

std::vector<ProgramCase> recurrentCases()
{
    std::vector<ProgramCase> cases;
    for (const CellKind cell : {CellKind::Simple, CellKind::Lstm, CellKind::Gru, CellKind::GruResetAfter}) {
        cases.push_back(recurrentCase({cell, 5, true}));
        cases.push_back(recurrentCase({cell, 13, false, true, false, false, true}));
        cases.push_back(
            recurrentCase({cell, 8, true, false, true, false, true, false, Unary::Relu, Unary::HardSigmoid}));
        cases.push_back(recurrentCase({cell, 33, true, false, true, true}));
        cases.push_back(recurrentCase({cell, 4, false, false, true, false, false, true}));
    }
    cases.push_back(recurrentCase({CellKind::Lstm, 129, true}));
    return cases;
}

} // namespace kerascope
