// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/element_functions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kerascope {
namespace {

double sigmoid(double x)
{
    const double e = std::exp(-std::abs(x));
    return x >= 0 ? 1 / (1 + e) : e / (1 + e);
}
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }
double clip(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

double relu(const Activation& p, double x)
{
    const double alpha = double(p.alpha), limit = double(p.beta), threshold = double(p.gamma);
    if (x >= limit)
        return limit;
    if (x > threshold)
        return x;
    return alpha == 0 && !std::isnan(x) ? 0.0 : alpha * (x - threshold);
}

double sparsePlus(double x)
{
    if (x <= -1)
        return 0;
    return x < 1 ? 0.25 * (x + 1) * (x + 1) : x;
}

double exponentialUnits(const Activation& p, double x)
{
    const double alpha = double(p.alpha);
    switch (p.function) {
    case Unary::Elu:
        return x > 0 ? x : alpha * std::expm1(x);
    case Unary::Selu:
        return 1.05070098735548 * (x > 0 ? x : 1.67326324235437 * std::expm1(x));
    default:
        return std::max(0.0, x) + std::min(0.0, alpha * std::expm1(x / alpha)); // Celu
    }
}

double gelu(Unary function, double x)
{
    if (function == Unary::GeluErf)
        return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2));
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

} // namespace

double applyUnary(const Activation& p, double x)
{
    const double alpha = double(p.alpha), beta = double(p.beta);
    switch (p.function) {
    case Unary::Identity:
        return x;
    case Unary::Relu:
        return relu(p, x);
    case Unary::Elu:
    case Unary::Selu:
    case Unary::Celu:
        return exponentialUnits(p, x);
    case Unary::Softplus:
        return softplus(x);
    case Unary::Softsign:
        return x / (1 + std::abs(x));
    case Unary::Tanh:
        return std::tanh(x);
    case Unary::Sigmoid:
        return sigmoid(x);
    case Unary::HardSigmoid:
        return clip(alpha * x + beta, 0, 1);
    case Unary::HardSilu:
        return x * clip(x / 6 + 0.5, 0, 1);
    case Unary::Silu:
        return x * sigmoid(x);
    case Unary::GeluErf:
    case Unary::GeluTanh:
        return gelu(p.function, x);
    case Unary::HardTanh:
        return clip(x, -1, 1);
    case Unary::HardShrink:
        return std::abs(x) > alpha ? x : 0;
    case Unary::SoftShrink:
        return x > alpha ? x - alpha : x < -alpha ? x + alpha : 0;
    case Unary::TanhShrink:
        return x - std::tanh(x);
    case Unary::Threshold:
        return x > alpha ? x : beta;
    case Unary::LogSigmoid:
        return -softplus(-x);
    case Unary::Mish:
        return x * std::tanh(softplus(x));
    case Unary::SparsePlus:
        return sparsePlus(x);
    case Unary::SparseSigmoid:
        return clip(0.5 * (x + 1), 0, 1);
    case Unary::Squareplus:
        return (x + std::sqrt(x * x + alpha)) / 2;
    case Unary::Exp:
        return std::exp(x);
    case Unary::Log:
        return std::log(x);
    case Unary::Sqrt:
        return std::sqrt(x);
    case Unary::Rsqrt:
        return 1 / std::sqrt(x);
    case Unary::Square:
        return x * x;
    case Unary::Abs:
        return std::abs(x);
    case Unary::Negative:
        return -x;
    case Unary::Reciprocal:
        return 1 / x;
    case Unary::Sign:
        return x > 0 ? 1 : x < 0 ? -1 : x;
    case Unary::Floor:
        return std::floor(x);
    case Unary::Ceil:
        return std::ceil(x);
    case Unary::Round:
        return std::nearbyint(x);
    case Unary::Sin:
        return std::sin(x);
    case Unary::Cos:
        return std::cos(x);
    case Unary::Linear:
        return alpha * x + beta;
    case Unary::Clip:
        return x < alpha ? alpha : x > beta ? beta : x;
    case Unary::Not:
        return x == 0 ? 1 : 0;
    }
    return x;
}

double applyBinary(Binary function, double a, double b)
{
    switch (function) {
    case Binary::Add:
        return a + b;
    case Binary::Subtract:
        return a - b;
    case Binary::Multiply:
        return a * b;
    case Binary::Divide:
        return a / b;
    case Binary::Maximum:
        return std::isnan(a) || a > b ? a : b;
    case Binary::Minimum:
        return std::isnan(a) || a < b ? a : b;
    case Binary::Power:
        return std::pow(a, b);
    case Binary::FloorDivide:
        return std::floor(a / b);
    case Binary::Modulo: {
        const double rest = std::fmod(a, b);
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    }
    case Binary::SquaredDifference:
        return (a - b) * (a - b);
    case Binary::Prelu:
        return a > 0 ? a : b * a;
    case Binary::Equal:
        return a == b ? 1 : 0;
    case Binary::NotEqual:
        return a != b ? 1 : 0;
    case Binary::Less:
        return a < b ? 1 : 0;
    case Binary::LessEqual:
        return a <= b ? 1 : 0;
    case Binary::Greater:
        return a > b ? 1 : 0;
    case Binary::GreaterEqual:
        return a >= b ? 1 : 0;
    case Binary::And:
        return a != 0 && b != 0 ? 1 : 0;
    case Binary::Or:
        return a != 0 || b != 0 ? 1 : 0;
    }
    return a;
}

} // namespace kerascope
