// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"

#include <algorithm>
#include <limits>
#include <numbers>

/// Element functions of Keras that are made of several primitives.
namespace kerascope {
namespace {

/// An element function made of two: b(x·scale + offset)·factor + last.
struct Chain {
    float scale, offset;
    Activation function;
    float factor, last;
};

const std::unordered_map<std::string, Chain>& chains()
{
    constexpr float ln2 = std::numbers::ln2_v<float>, ln10 = std::numbers::ln10_v<float>;
    static const std::unordered_map<std::string, Chain> table{{"Expm1", {1, 0, {Unary::Exp}, 1, -1}},
        {"Log1p", {1, 1, {Unary::Log}, 1, 0}}, {"Log2", {1, 0, {Unary::Log}, 1 / ln2, 0}},
        {"Log10", {1, 0, {Unary::Log}, 1 / ln10, 0}}, {"Exp2", {ln2, 0, {Unary::Exp}, 1, 0}},
        {"Deg2rad", {std::numbers::pi_v<float> / 180, 0, {}, 1, 0}},
        {"Rad2deg", {180 / std::numbers::pi_v<float>, 0, {}, 1, 0}}};
    return table;
}

ValueId scaled(ProgramBuilder& b, ValueId x, float scale, float offset)
{
    return scale == 1 && offset == 0 ? x : b.linear(x, scale, offset);
}

void chain(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const Chain& of = chains().at(c.type);
    const ValueId x = b.cast(OperationArguments(c).operand(0, "x"), DType::Float32);
    c.set(scaled(b, b.unary(scaled(b, x, of.scale, of.offset), of.function), of.factor, of.last));
}

template <int sign> void hyperbolic(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    const ValueId up = b.linear(b.unary(x, {Unary::Exp}), 0.5F, 0);
    const ValueId down = b.linear(b.unary(b.linear(x, -1, 0), {Unary::Exp}), 0.5F, 0);
    c.set(b.binary(sign > 0 ? Binary::Add : Binary::Subtract, up, down));
}

void tangent(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    c.set(b.binary(Binary::Divide, b.unary(x, {Unary::Sin}), b.unary(x, {Unary::Cos})));
}

void truncate(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    c.set(b.binary(
        Binary::Multiply, b.unary(x, {Unary::Sign}), b.unary(b.unary(x, {Unary::Abs}), {Unary::Floor})));
}

/// From gelu(z) = z·(1 + erf(z/√2))/2; near 0 by the first term of the series.
void errorFunction(LayerContext& c)
{
    constexpr float root2 = std::numbers::sqrt2_v<float>, slope = 2 * std::numbers::inv_sqrtpi_v<float>;
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    if (c.failed())
        return;
    const ValueId z = b.linear(x, root2, 0);
    const ValueId whole = b.linear(b.binary(Binary::Divide, b.unary(z, {Unary::GeluErf}), z), 2, -1);
    const ValueId small = b.binary(Binary::Less, b.unary(x, {Unary::Abs}), b.scalar(1e-3F, b.rank(x)));
    c.set(b.select(small, b.linear(x, slope, 0), whole));
}

enum class Test { Nan, Finite, Infinite };
template <Test test> void check(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    if (c.failed())
        return;
    const ValueId nan = b.binary(Binary::NotEqual, x, x);
    if (test == Test::Nan)
        return c.set(nan);
    const ValueId limit = b.scalar(std::numeric_limits<float>::max(), b.rank(x));
    const ValueId size = b.unary(x, {Unary::Abs});
    c.set(b.binary(test == Test::Finite ? Binary::LessEqual : Binary::Greater, size, limit));
}

std::pair<ValueId, ValueId> twoOperands(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x1"), y = arguments.operand(1, "x2");
    const int rank = std::max(b.rank(x), b.rank(y));
    return {b.alignLeft(x, rank), b.alignLeft(y, rank)};
}

void exclusiveOr(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto [x, y] = twoOperands(c);
    c.set(b.binary(Binary::NotEqual, b.cast(x, DType::Bool), b.cast(y, DType::Bool)));
}

void divideNoNan(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto [x, y] = twoOperands(c);
    if (c.failed())
        return;
    const ValueId zero = b.binary(Binary::Equal, y, b.scalar(0, b.rank(y)));
    const ValueId quotient = b.binary(Binary::Divide, x, b.select(zero, b.scalar(1, b.rank(y)), y));
    c.set(c.failed() ? -1 : b.select(zero, b.scalar(0, b.rank(y)), quotient));
}

void squaredDifference(LayerContext& c)
{
    const auto [x, y] = twoOperands(c);
    c.set(c.build.binary(Binary::SquaredDifference, x, y));
}

void hypotenuse(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto [x, y] = twoOperands(c);
    c.set(b.unary(
        b.binary(Binary::Add, b.unary(x, {Unary::Square}), b.unary(y, {Unary::Square})), {Unary::Sqrt}));
}

void logAddExp(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto [x, y] = twoOperands(c);
    const ValueId apart = b.unary(b.binary(Binary::Subtract, x, y), {Unary::Abs});
    c.set(b.binary(Binary::Add, b.binary(Binary::Maximum, x, y),
        b.unary(b.linear(apart, -1, 0), {Unary::Softplus}))); // log(1 + e^−|x−y|)
}

} // namespace

void addElementChains(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"Sinh", hyperbolic<-1>}, {"Cosh", hyperbolic<1>},
        {"Tan", tangent}, {"Trunc", truncate}, {"Erf", errorFunction}, {"Isnan", check<Test::Nan>},
        {"Isfinite", check<Test::Finite>}, {"Isinf", check<Test::Infinite>}, {"LogicalXor", exclusiveOr},
        {"DivideNoNan", divideNoNan}, {"SquaredDifference", squaredDifference}, {"Hypot", hypotenuse},
        {"Logaddexp", logAddExp}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
    for (const auto& [name, entry] : chains())
        table.emplace(name, chain);
}

} // namespace kerascope
