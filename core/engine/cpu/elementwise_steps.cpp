// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/cpu_steps.h"
#include "core/engine/cpu/simd/simd_kernels.h"
#include "core/engine/cpu/strided_rows.h"

#include <cmath>
#include <utility>

namespace kerascope::cpu {
namespace {

constexpr int64_t chunk = 4096; ///< numbers that stay in the nearest cache between two loops over them

/// How much more than a copy a function costs.
int64_t costOf(Unary function)
{
    switch (function) {
    case Unary::Identity:
    case Unary::Relu:
    case Unary::Linear:
    case Unary::Clip:
    case Unary::Abs:
    case Unary::Square:
    case Unary::Negative:
        return 1;
    case Unary::Log:
    case Unary::Sin:
    case Unary::Cos:
        return 16;
    default:
        return 4;
    }
}

/// Rows of `channels` numbers, repeated until a row is long enough for the vector loops.
std::vector<float> repeated(const float* row, int64_t channels, int64_t times)
{
    std::vector<float> all;
    all.reserve(size_t(channels * times));
    for (int64_t i = 0; i < times; ++i)
        all.insert(all.end(), row, row + channels);
    return all;
}

} // namespace

Step activationStep(const Activation& activation, const HostTensor& y, int threads)
{
    return [=, run = simdKernels().unary] {
        inTeam(
            threads, y.elements, y.elements * costOf(activation.function),
            [&](int64_t begin, int64_t end, int) {
                run(activation, y.data + begin, y.data + begin, end - begin);
            },
            16);
    };
}

Step addStep(const HostTensor& y, const HostTensor& x, const Activation& activation, int threads)
{
    const int64_t cost = 1 + (activation.none() ? 0 : costOf(activation.function));
    return [=, &simd = simdKernels()] {
        inTeam(
            threads, y.elements, y.elements * cost,
            [&](int64_t begin, int64_t end, int) {
                for (int64_t i = begin; i < end; i += chunk) {
                    float* row = y.data + i;
                    const int64_t n = std::min(chunk, end - i);
                    simd.binary(Binary::Add, row, 1, x.data + i, 1, row, n);
                    if (!activation.none())
                        simd.unary(activation, row, row, n);
                }
            },
            16);
    };
}

Step unaryStep(const HostStep& step, int threads)
{
    const Activation activation = step.as<UnaryAttributes>().activation;
    const float* x = step.in[0].data;
    const HostTensor y = step.out[0];
    return [=, run = simdKernels().unary] {
        inTeam(
            threads, y.elements, y.elements * costOf(activation.function),
            [&](int64_t begin, int64_t end, int) { run(activation, x + begin, y.data + begin, end - begin); },
            16);
    };
}

Step binaryStep(const HostStep& step, int threads)
{
    const auto attributes = step.as<BinaryAttributes>();
    const HostTensor a = step.in[0], b = step.in[1], y = step.out[0];
    const StridedRows<3> rows(y.shape->dims,
        {broadcastStrides(*a.shape, *y.shape), broadcastStrides(*b.shape, *y.shape),
            rowMajorStrides(*y.shape)});
    const SimdKernels& simd = simdKernels();
    const int64_t cost = 1 + (attributes.activation.none() ? 0 : costOf(attributes.activation.function));
    const auto compute = [=, &simd](
                             int64_t p, int64_t q, int64_t r, int64_t n, int64_t aStep, int64_t bStep) {
        simd.binary(attributes.function, a.data + p, aStep, b.data + q, bStep, y.data + r, n);
        if (!attributes.activation.none())
            simd.unary(attributes.activation, y.data + r, y.data + r, n);
    };
    const int64_t aStep = rows.innerStride(0), bStep = rows.innerStride(1);
    if (rows.rows() == 1)
        return [=] {
            inTeam(
                threads, y.elements, y.elements * cost,
                [&](int64_t begin, int64_t end, int) {
                    for (int64_t i = begin; i < end; i += chunk)
                        compute(i * aStep, i * bStep, i, std::min(chunk, end - i), aStep, bStep);
                },
                16);
        };
    return [=] {
        rows.run(threads, cost, [&](const std::array<int64_t, 3>& at) {
            compute(at[0], at[1], at[2], rows.inner(), aStep, bStep);
        });
    };
}

Step selectStep(const HostStep& step, int threads)
{
    const HostTensor condition = step.in[0], a = step.in[1], b = step.in[2], y = step.out[0];
    const StridedRows<4> rows(y.shape->dims,
        {broadcastStrides(*condition.shape, *y.shape), broadcastStrides(*a.shape, *y.shape),
            broadcastStrides(*b.shape, *y.shape), rowMajorStrides(*y.shape)});
    return [=] {
        const int64_t c = rows.innerStride(0), p = rows.innerStride(1), q = rows.innerStride(2);
        rows.run(threads, 2, [&](const std::array<int64_t, 4>& at) {
            for (int64_t i = 0; i < rows.inner(); ++i)
                y.data[at[3] + i] =
                    condition.data[at[0] + i * c] != 0 ? a.data[at[1] + i * p] : b.data[at[2] + i * q];
        });
    };
}

Step affineStep(const HostStep& step, int threads)
{
    const Activation activation = step.as<AffineAttributes>().activation;
    const HostTensor x = step.in[0], scale = step.in[1], shift = step.input(2), y = step.out[0];
    const int64_t channels = (*x.shape)[-1], rows = channels == 0 ? 0 : x.elements / channels;
    const bool fixed = scale.constant && (!shift || shift.constant);
    const int64_t times =
        fixed ? std::max<int64_t>(1, std::min(rows, 256 / std::max<int64_t>(channels, 1))) : 1;
    const int64_t width = channels * times;
    const int64_t cost = 1 + (activation.none() ? 0 : costOf(activation.function));
    const bool repeat = times > 1;
    return [=, scales = repeat ? repeated(scale.data, channels, times) : std::vector<float>(),
               shifts = repeat && shift ? repeated(shift.data, channels, times) : std::vector<float>(),
               &simd = simdKernels()] {
        const float* scaleRow = repeat ? scales.data() : scale.data;
        const float* shiftRow = !shift ? nullptr : repeat ? shifts.data() : shift.data;
        inTeam(threads, rows, y.elements * cost, [&](int64_t begin, int64_t end, int) {
            for (int64_t row = begin; row < end; row += times) {
                const int64_t n = std::min(width, (end - row) * channels), at = row * channels;
                simd.affine(x.data + at, scaleRow, shiftRow, y.data + at, n);
                if (!activation.none())
                    simd.unary(activation, y.data + at, y.data + at, n);
            }
        });
    };
}

Step castStep(const HostStep& step, int threads)
{
    const HostTensor x = step.in[0], y = step.out[0];
    return [=] {
        inTeam(
            threads, y.elements, y.elements,
            [&](int64_t begin, int64_t end, int) {
                for (int64_t i = begin; i < end; ++i) {
                    const float value = x.data[i];
                    y.data[i] = y.dtype == DType::Bool ? float(value != 0)
                        : isFloat(y.dtype)             ? value
                                                       : std::trunc(value);
                }
            },
            16);
    };
}

} // namespace kerascope::cpu
