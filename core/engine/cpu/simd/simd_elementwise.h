// SPDX-License-Identifier: GPL-3.0-or-later
// Included by the variants of the kernels, see simd_math.h.

template <class Function> static inline void eachElement(const float* x, float* y, int64_t n, Function f)
{
#pragma omp simd
    for (int64_t i = 0; i < n; ++i)
        y[i] = f(x[i]);
}

/// Functions of libm, one by one.
template <class Function> static inline void eachSlowly(const float* x, float* y, int64_t n, Function f)
{
    for (int64_t i = 0; i < n; ++i)
        y[i] = f(x[i]);
}

static void relu(const Activation& p, const float* x, float* y, int64_t n)
{
    const float alpha = p.alpha, limit = p.beta, threshold = p.gamma;
    if (alpha == 0 && threshold == 0)
        return eachElement(x, y, n, [=](float v) {
            return v >= limit ? limit : v > 0 ? v : v != v ? v : 0.0F;
        });
    eachElement(x, y, n, [=](float v) {
        const float below = alpha == 0 && v == v ? 0.0F : alpha * (v - threshold);
        return v >= limit ? limit : v > threshold ? v : below;
    });
}

static void unarySmooth(const Activation& p, const float* x, float* y, int64_t n)
{
    const float a = p.alpha;
    switch (p.function) {
    case Unary::Elu:
        return eachElement(x, y, n, [=](float v) { return v > 0 ? v : a * fastExpm1(v); });
    case Unary::Selu:
        return eachElement(x, y, n,
            [](float v) { return 1.05070098735548F * (v > 0 ? v : 1.67326324235437F * fastExpm1(v)); });
    case Unary::Celu:
        return eachElement(x, y, n, [=](float v) { return v > 0 ? v : a * fastExpm1(v / a); });
    case Unary::Softplus:
        return eachElement(x, y, n, [](float v) { return fastSoftplus(v); });
    case Unary::Softsign:
        return eachElement(x, y, n, [](float v) { return v / (1.0F + __builtin_fabsf(v)); });
    case Unary::Tanh:
        return eachElement(x, y, n, [](float v) { return fastTanh(v); });
    case Unary::Sigmoid:
        return eachElement(x, y, n, [](float v) { return fastSigmoid(v); });
    case Unary::Silu:
        return eachElement(x, y, n, [](float v) { return v * fastSigmoid(v); });
    case Unary::GeluErf:
        return eachElement(x, y, n, [](float v) { return 0.5F * v * (1.0F + fastErf(v * 0.70710678F)); });
    case Unary::GeluTanh:
        return eachElement(x, y, n, [](float v) {
            return 0.5F * v * (1.0F + fastTanh(0.7978845608F * (v + 0.044715F * v * v * v)));
        });
    case Unary::TanhShrink:
        return eachElement(x, y, n, [](float v) { return v - fastTanh(v); });
    case Unary::LogSigmoid:
        return eachElement(x, y, n, [](float v) { return -fastSoftplus(-v); });
    case Unary::Mish:
        return eachElement(x, y, n, [](float v) { return fastMish(v); });
    case Unary::Exp:
        return eachElement(x, y, n, [](float v) { return fastExp(v); });
    case Unary::Log:
        return eachSlowly(x, y, n, [](float v) { return __builtin_logf(v); });
    case Unary::Sin:
        return eachSlowly(x, y, n, [](float v) { return __builtin_sinf(v); });
    case Unary::Cos:
        return eachSlowly(x, y, n, [](float v) { return __builtin_cosf(v); });
    default:
        return;
    }
}

static void unary(const Activation& p, const float* x, float* y, int64_t n)
{
    const float a = p.alpha, b = p.beta;
    switch (p.function) {
    case Unary::Identity:
        return eachElement(x, y, n, [](float v) { return v; });
    case Unary::Relu:
        return relu(p, x, y, n);
    case Unary::HardSigmoid:
        return eachElement(x, y, n, [=](float v) { return clampTo(a * v + b, 0, 1); });
    case Unary::HardSilu:
        return eachElement(x, y, n, [](float v) { return v * clampTo(v / 6 + 0.5F, 0, 1); });
    case Unary::HardTanh:
        return eachElement(x, y, n, [](float v) { return clampTo(v, -1, 1); });
    case Unary::HardShrink:
        return eachElement(x, y, n, [=](float v) { return v > a || v < -a || v != v ? v : 0.0F; });
    case Unary::SoftShrink:
        return eachElement(x, y, n, [=](float v) { return v > a ? v - a : v < -a ? v + a : 0.0F; });
    case Unary::Threshold:
        return eachElement(x, y, n, [=](float v) { return v > a ? v : b; });
    case Unary::SparsePlus:
        return eachElement(x, y, n, [](float v) {
            return v <= -1 ? 0.0F : v < 1 ? 0.25F * (v + 1) * (v + 1) : v;
        });
    case Unary::SparseSigmoid:
        return eachElement(x, y, n, [](float v) { return clampTo(0.5F * (v + 1), 0, 1); });
    case Unary::Squareplus:
        return eachElement(x, y, n, [=](float v) { return (v + __builtin_sqrtf(v * v + a)) / 2; });
    case Unary::Sqrt:
        return eachElement(x, y, n, [](float v) { return __builtin_sqrtf(v); });
    case Unary::Rsqrt:
        return eachElement(x, y, n, [](float v) { return 1.0F / __builtin_sqrtf(v); });
    case Unary::Square:
        return eachElement(x, y, n, [](float v) { return v * v; });
    case Unary::Abs:
        return eachElement(x, y, n, [](float v) { return __builtin_fabsf(v); });
    case Unary::Negative:
        return eachElement(x, y, n, [](float v) { return -v; });
    case Unary::Reciprocal:
        return eachElement(x, y, n, [](float v) { return 1.0F / v; });
    case Unary::Sign:
        return eachElement(x, y, n, [](float v) { return v > 0 ? 1.0F : v < 0 ? -1.0F : v; });
    case Unary::Floor:
        return eachElement(x, y, n, [](float v) { return __builtin_floorf(v); });
    case Unary::Ceil:
        return eachElement(x, y, n, [](float v) { return __builtin_ceilf(v); });
    case Unary::Round:
        return eachElement(x, y, n, [](float v) { return __builtin_rintf(v); });
    case Unary::Linear:
        return eachElement(x, y, n, [=](float v) { return a * v + b; });
    case Unary::Clip:
        return eachElement(x, y, n, [=](float v) { return clampTo(v, a, b); });
    case Unary::Not:
        return eachElement(x, y, n, [](float v) { return v == 0 ? 1.0F : 0.0F; });
    default:
        return unarySmooth(p, x, y, n);
    }
}

template <class Function>
static inline void eachPair(
    const float* a, int64_t aStep, const float* b, int64_t bStep, float* y, int64_t n, Function f)
{
    if (aStep == 1 && bStep == 1) {
#pragma omp simd
        for (int64_t i = 0; i < n; ++i)
            y[i] = f(a[i], b[i]);
    } else if (aStep == 1) {
        const float right = *b;
#pragma omp simd
        for (int64_t i = 0; i < n; ++i)
            y[i] = f(a[i], right);
    } else if (bStep == 1) {
        const float left = *a;
#pragma omp simd
        for (int64_t i = 0; i < n; ++i)
            y[i] = f(left, b[i]);
    } else {
        const float value = f(*a, *b);
        for (int64_t i = 0; i < n; ++i)
            y[i] = value;
    }
}

static float floorModulo(float a, float b)
{
    const float rest = __builtin_fmodf(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static void binary(Binary function, const float* a, int64_t p, const float* b, int64_t q, float* y, int64_t n)
{
    const auto truth = [](bool value) { return value ? 1.0F : 0.0F; };
    switch (function) {
    case Binary::Add:
        return eachPair(a, p, b, q, y, n, [](float u, float v) { return u + v; });
    case Binary::Subtract:
        return eachPair(a, p, b, q, y, n, [](float u, float v) { return u - v; });
    case Binary::Multiply:
        return eachPair(a, p, b, q, y, n, [](float u, float v) { return u * v; });
    case Binary::Divide:
        return eachPair(a, p, b, q, y, n, [](float u, float v) { return u / v; });
    case Binary::Maximum:
        return eachPair(a, p, b, q, y, n, [](float u, float v) { return u != u || u > v ? u : v; });
    case Binary::Minimum:
        return eachPair(a, p, b, q, y, n, [](float u, float v) { return u != u || u < v ? u : v; });
    case Binary::Power:
        return eachPair(a, p, b, q, y, n, [](float u, float v) { return __builtin_powf(u, v); });
    case Binary::FloorDivide:
        return eachPair(a, p, b, q, y, n, [](float u, float v) { return __builtin_floorf(u / v); });
    case Binary::Modulo:
        return eachPair(a, p, b, q, y, n, [](float u, float v) { return floorModulo(u, v); });
    case Binary::SquaredDifference:
        return eachPair(a, p, b, q, y, n, [](float u, float v) { return (u - v) * (u - v); });
    case Binary::Prelu:
        return eachPair(a, p, b, q, y, n, [](float u, float v) { return u > 0 ? u : v * u; });
    case Binary::Equal:
        return eachPair(a, p, b, q, y, n, [=](float u, float v) { return truth(u == v); });
    case Binary::NotEqual:
        return eachPair(a, p, b, q, y, n, [=](float u, float v) { return truth(u != v); });
    case Binary::Less:
        return eachPair(a, p, b, q, y, n, [=](float u, float v) { return truth(u < v); });
    case Binary::LessEqual:
        return eachPair(a, p, b, q, y, n, [=](float u, float v) { return truth(u <= v); });
    case Binary::Greater:
        return eachPair(a, p, b, q, y, n, [=](float u, float v) { return truth(u > v); });
    case Binary::GreaterEqual:
        return eachPair(a, p, b, q, y, n, [=](float u, float v) { return truth(u >= v); });
    case Binary::And:
        return eachPair(a, p, b, q, y, n, [=](float u, float v) { return truth(u != 0 && v != 0); });
    case Binary::Or:
        return eachPair(a, p, b, q, y, n, [=](float u, float v) { return truth(u != 0 || v != 0); });
    }
}

static void affine(const float* x, const float* scale, const float* shift, float* y, int64_t n)
{
    if (shift) {
#pragma omp simd
        for (int64_t i = 0; i < n; ++i)
            y[i] = x[i] * scale[i] + shift[i];
    } else {
#pragma omp simd
        for (int64_t i = 0; i < n; ++i)
            y[i] = x[i] * scale[i];
    }
}
