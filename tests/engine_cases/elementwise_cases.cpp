// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine_cases/primitive_cases.h"

#include <algorithm>

#include <string>
#include <utility>

namespace kerascope::cases {
namespace {

constexpr float infinity = __builtin_inff();

std::vector<Activation> everyUnary()
{
    std::vector<Activation> all{{Unary::Relu, 0, infinity, 0}, {Unary::Relu, 0, 6, 0},
        {Unary::Relu, 0.3F, infinity, 0}, {Unary::Relu, 0.1F, 2, 0.5F}, {Unary::Elu, 1, 0, 0},
        {Unary::Elu, 0.5F, 0, 0}, {Unary::Celu, 0.7F, 0, 0}, {Unary::HardSigmoid, 0.2F, 0.5F, 0},
        {Unary::HardSigmoid, 1.0F / 6, 0.5F, 0}, {Unary::HardShrink, 0.5F, 0, 0},
        {Unary::SoftShrink, 0.5F, 0, 0}, {Unary::Threshold, 0.4F, -2, 0}, {Unary::Squareplus, 4, 0, 0},
        {Unary::Linear, 2, -0.5F, 0}, {Unary::Clip, -0.7F, 1.2F, 0}};
    for (Unary plain :
        {Unary::Identity, Unary::Selu, Unary::Softplus, Unary::Softsign, Unary::Tanh, Unary::Sigmoid,
            Unary::HardSilu, Unary::Silu, Unary::GeluErf, Unary::GeluTanh, Unary::HardTanh, Unary::TanhShrink,
            Unary::LogSigmoid, Unary::Mish, Unary::SparsePlus, Unary::SparseSigmoid, Unary::Exp, Unary::Log,
            Unary::Sqrt, Unary::Rsqrt, Unary::Square, Unary::Abs, Unary::Negative, Unary::Reciprocal,
            Unary::Sign, Unary::Floor, Unary::Ceil, Unary::Round, Unary::Sin, Unary::Cos, Unary::Not})
        all.push_back({plain, 0, 0, 0});
    return all;
}

bool needsPositive(Unary function)
{
    return function == Unary::Log || function == Unary::Sqrt || function == Unary::Rsqrt
        || function == Unary::Reciprocal;
}

void addUnary(std::vector<PrimitiveCase>& all, Random& random)
{
    const std::vector<int64_t> sizes{1, 3, 5, 13, 127, 128, 129};
    int number = 0;
    for (const Activation& activation : everyUnary()) {
        ProgramBuilder build;
        const Shape shape{1, sizes[size_t(number) % sizes.size()], 7};
        const ValueId x = build.input(shape);
        build.output(build.op(OpKind::Unary, {x}, UnaryAttributes{activation}, shape));
        const bool positive = needsPositive(activation.function);
        PrimitiveCase made{
            "unary " + std::to_string(int(activation.function)) + " " + std::to_string(number++),
            build.take(), {}};
        made.inputs = randomInputs(made.program, random, positive ? 0.05F : -4, 4);
        // Values at which branches meet, and far out.
        std::vector<float> special{0, 0.5F, 1.5F, 2.5F, 1, 6, 20, 60};
        if (!positive)
            special.insert(special.end(), {-0.5F, -1.5F, -1, -3, -20, -60});
        if (activation.function == Unary::Rsqrt || activation.function == Unary::Reciprocal
            || activation.function == Unary::Log)
            special.erase(special.begin());
        if (activation.function == Unary::Exp)
            special.resize(6);
        std::vector<float>& data = made.inputs[0].data;
        for (size_t i = 0; i < special.size() && i + 1 < data.size(); ++i)
            data[i + 1] = special[i];
        all.push_back(std::move(made));
    }
}

void addBinary(std::vector<PrimitiveCase>& all, Random& random)
{
    const std::vector<std::pair<Shape, Shape>> shapes{{{2, 5, 13}, {2, 5, 13}}, {{2, 5, 13}, {1, 1, 13}},
        {{1, 5, 1}, {3, 1, 13}}, {{1, 128, 129}, {1, 128, 1}}, {{1, 1, 1}, {1, 3, 127}}, {{3, 129}, {3, 1}},
        {{2, 4, 4, 16}, {2, 1, 1, 16}}, {{1, 65, 65, 8}, {1, 65, 65, 8}}};
    for (int function = 0; function <= int(Binary::Or); ++function)
        for (int variant = 0; variant < 4; ++variant) {
            const auto& [a, b] = shapes[size_t(function + variant * 2) % shapes.size()];
            Shape out = a;
            for (int i = 0; i < out.rank(); ++i)
                out[i] = std::max(a[i], b[i]);
            ProgramBuilder build;
            BinaryAttributes attributes;
            attributes.function = Binary(function);
            if (variant == 1)
                attributes.activation = {Unary::Relu, 0, infinity, 0};
            if (variant == 3)
                attributes.activation = {Unary::Sigmoid, 0, 0, 0};
            const bool logical = attributes.function >= Binary::Equal;
            const bool power = attributes.function == Binary::Power;
            const float low = power ? 0.2F : attributes.function == Binary::Divide ? 0.5F : -3;
            const ValueId left = build.input(a);
            const ValueId right =
                variant == 2 ? build.constant(b, random.numbers(b, low, 3)) : build.input(b);
            build.output(build.op(
                OpKind::Binary, {left, right}, attributes, out, logical ? DType::Bool : DType::Float32));
            PrimitiveCase made{
                "binary " + std::to_string(function) + " " + std::to_string(variant), build.take(), {}};
            made.inputs = randomInputs(made.program, random, low, 3);
            const bool rounded = logical || attributes.function == Binary::FloorDivide
                || attributes.function == Binary::Modulo;
            for (Tensor& input : made.inputs)
                if (rounded) // whole numbers: no quotient near an integer from the wrong side; no zero
                             // divisor
                    for (float& number : input.data)
                        number = logical ? float(int(number)) : float(int(number * 3)) + 0.5F;
            all.push_back(std::move(made));
        }
}

void addOthers(std::vector<PrimitiveCase>& all, Random& random)
{
    const std::vector<Activation> activations{{}, {Unary::Relu, 0, infinity, 0}, {Unary::Silu, 0, 0, 0}};
    for (int64_t channels : {1, 3, 5, 13, 127, 128, 129})
        for (bool shift : {false, true}) {
            ProgramBuilder build;
            const Shape shape{2, 3, channels};
            std::vector<ValueId> inputs{
                build.input(shape), build.constant({channels}, random.numbers({channels}))};
            if (shift)
                inputs.push_back(build.constant({channels}, random.numbers({channels})));
            build.output(build.op(OpKind::Affine, inputs, AffineAttributes{random.pick(activations)}, shape));
            PrimitiveCase made{
                "affine " + std::to_string(channels) + (shift ? " shift" : ""), build.take(), {}};
            made.inputs = randomInputs(made.program, random);
            all.push_back(std::move(made));
        }
    const std::vector<std::vector<Shape>> selects{{{2, 3, 5}, {2, 3, 5}, {2, 3, 5}, {2, 3, 5}},
        {{2, 3, 1}, {2, 3, 5}, {1, 1, 1}, {2, 3, 5}}, {{1, 3}, {129, 1}, {1, 3}, {129, 3}}};
    for (const std::vector<Shape>& shapes : selects) {
        ProgramBuilder build;
        const ValueId condition = build.input(shapes[0], DType::Bool);
        const ValueId a = build.input(shapes[1]);
        const ValueId b = build.input(shapes[2]);
        build.output(build.op(OpKind::Select, {condition, a, b}, NoAttributes{}, shapes[3]));
        PrimitiveCase made{"select " + shapes[0].text(), build.take(), {}};
        made.inputs = randomInputs(made.program, random);
        for (float& number : made.inputs[0].data)
            number = number > 0 ? 1.0F : 0.0F;
        all.push_back(std::move(made));
    }
    for (DType type : {DType::Float32, DType::Int32, DType::Bool}) {
        ProgramBuilder build;
        const Shape shape{3, 43};
        build.output(build.op(OpKind::Cast, {build.input(shape)}, NoAttributes{}, shape, type));
        PrimitiveCase made{std::string("cast to ") + dtypeName(type), build.take(), {}};
        made.inputs = randomInputs(made.program, random, -5, 5);
        made.inputs[0].data[3] = 0;
        all.push_back(std::move(made));
    }
}

} // namespace

std::vector<PrimitiveCase> elementwiseCases()
{
    std::vector<PrimitiveCase> all;
    Random random(31);
    addUnary(all, random);
    addBinary(all, random);
    addOthers(all, random);
    return all;
}

std::vector<PrimitiveCase> reductionCases()
{
    std::vector<PrimitiveCase> all;
    Random random(32);
    const auto add = [&](const std::string& name, ProgramBuilder& build) {
        PrimitiveCase made{name + " " + std::to_string(all.size()), build.take(), {}};
        made.inputs = randomInputs(made.program, random, -2, 2);
        all.push_back(std::move(made));
    };
    const std::vector<std::pair<Shape, std::vector<int>>> reductions{{{2, 5, 13}, {1}}, {{2, 5, 13}, {2}},
        {{2, 7, 7, 129}, {1, 2}}, {{3, 4, 5, 6}, {1, 3}}, {{3, 127}, {1}}, {{128, 3}, {0, 1}},
        {{1, 1, 1}, {1}}, {{1, 9, 9, 128}, {1, 2, 3}}};
    for (int kind = 0; kind <= int(ReduceKind::All); ++kind)
        for (const auto& [shape, axes] : reductions) {
            ProgramBuilder build;
            ReduceAttributes a{ReduceKind(kind), axes, random.coin()};
            Shape out;
            for (int i = 0; i < shape.rank(); ++i)
                if (std::find(axes.begin(), axes.end(), i) == axes.end())
                    out.dims.push_back(shape[i]);
                else if (a.keepDims)
                    out.dims.push_back(1);
            build.output(build.op(OpKind::Reduce, {build.input(shape)}, a, out));
            add("reduce", build);
        }
    for (int kind = 0; kind <= int(SoftmaxKind::Sparsemax); ++kind)
        for (int64_t size : {1, 3, 5, 13, 127, 128, 129, 1000, 2000}) {
            ProgramBuilder build;
            const Shape shape{random.pick<int64_t>({1, 5, 17}), size};
            build.output(
                build.op(OpKind::Softmax, {build.input(shape)}, SoftmaxAttributes{SoftmaxKind(kind)}, shape));
            add("softmax", build);
        }
    for (int kind = 0; kind <= int(NormalizeKind::UnitLength); ++kind)
        for (int64_t size : {1, 3, 5, 13, 127, 128, 129, 1000}) {
            ProgramBuilder build;
            const int axes = 1 + int(random.below(2));
            const Shape shape{3, random.pick<int64_t>({1, 5}), size};
            const Shape row(std::vector<int64_t>(shape.dims.end() - axes, shape.dims.end()));
            std::vector<ValueId> inputs{build.input(shape)};
            const bool gamma = random.coin(), beta = random.coin();
            if (gamma || beta)
                inputs.push_back(gamma ? build.constant(row, random.numbers(row)) : -1);
            if (beta)
                inputs.push_back(build.constant(row, random.numbers(row)));
            build.output(build.op(
                OpKind::Normalize, inputs, NormalizeAttributes{NormalizeKind(kind), axes, 1e-3F}, shape));
            add("normalize", build);
        }
    return all;
}

} // namespace kerascope::cases
