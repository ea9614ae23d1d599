// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/cpu_steps.h"
#include "core/engine/cpu/simd/simd_kernels.h"
#include "core/engine/cpu/team.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace kerascope::cpu {
namespace {

/// Keras's threshold (keras.ops.sparsemax), see the reference engine.
void sparsemaxRow(const float* x, float* y, int64_t size, float* sorted)
{
    std::copy(x, x + size, sorted);
    std::sort(sorted, sorted + size, std::greater<>());
    double cumulative = 0, supported = 0;
    int64_t support = 0;
    for (int64_t i = 0; i < size; ++i) {
        cumulative += double(sorted[i]);
        if (double(sorted[i]) - (cumulative - 1) / double(i + 1) > 0) {
            supported += cumulative;
            ++support;
        }
    }
    const double threshold = (supported - 1) / double(support);
    for (int64_t i = 0; i < size; ++i)
        y[i] = float(std::max(double(x[i]) - threshold, 0.0));
}

void softmaxRow(const SimdKernels& simd, SoftmaxKind kind, const float* x, float* y, int64_t size)
{
    const auto largest = float(simd.reduce(ReduceKind::Maximum, x, size));
    if (kind == SoftmaxKind::Softmax) {
        const double sum = simd.expSum(x, largest, y, size);
        simd.scale(y, 0, float(1 / sum), y, size);
        return;
    }
    // In pieces through a small buffer: y may be x.
    double sum = 0;
    float exponentials[256];
    for (int64_t i = 0; i < size; i += 256)
        sum += simd.expSum(x + i, largest, exponentials, std::min<int64_t>(256, size - i));
    simd.scale(x, float(double(largest) + std::log(sum)), 1, y, size);
}

void normalizeRow(
    const SimdKernels& simd, const NormalizeAttributes& a, const float* x, float* y, int64_t size)
{
    const auto count = double(size), epsilon = double(a.epsilon);
    const bool centred = a.kind == NormalizeKind::MeanVariance || a.kind == NormalizeKind::VarianceOnly;
    const float mean = centred ? float(simd.reduce(ReduceKind::Sum, x, size) / count) : 0.0F;
    const double squares = simd.squares(x, mean, size);
    const double factor = a.kind == NormalizeKind::UnitLength ? std::min(1 / std::sqrt(squares), 1 / epsilon)
                                                              : 1 / std::sqrt(squares / count + epsilon);
    simd.scale(x, a.kind == NormalizeKind::MeanVariance ? mean : 0.0F, float(factor), y, size);
}

struct ReducePlan {
    ReduceKind kind = ReduceKind::Sum;
    std::vector<int64_t> dims; ///< neighbouring axes of one sort merged
    std::vector<bool> reduced;
    double count = 1;
};

ReducePlan planReduce(const HostStep& step)
{
    const auto& a = step.as<ReduceAttributes>();
    const Shape& shape = *step.in[0].shape;
    ReducePlan plan;
    plan.kind = a.kind;
    for (int i = 0; i < shape.rank(); ++i) {
        const bool reduced = std::find(a.axes.begin(), a.axes.end(), i) != a.axes.end();
        plan.count *= reduced ? double(shape[i]) : 1.0;
        if (shape[i] == 1)
            continue;
        if (!plan.dims.empty() && plan.reduced.back() == reduced) {
            plan.dims.back() *= shape[i];
        } else {
            plan.dims.push_back(shape[i]);
            plan.reduced.push_back(reduced);
        }
    }
    return plan;
}

float startOf(ReduceKind kind)
{
    switch (kind) {
    case ReduceKind::Maximum:
        return -__builtin_inff();
    case ReduceKind::Minimum:
        return __builtin_inff();
    case ReduceKind::Product:
    case ReduceKind::All:
        return 1;
    default:
        return 0;
    }
}

/// Means are divided; any and all of a single number become 0 or 1.
void finishRow(const SimdKernels& simd, const ReducePlan& plan, float* y, int64_t n)
{
    if (plan.kind == ReduceKind::Mean)
        simd.scale(y, 0, float(1 / plan.count), y, n);
    const float zero = 0;
    if (plan.kind == ReduceKind::Any || plan.kind == ReduceKind::All)
        simd.binary(Binary::NotEqual, y, 1, &zero, 0, y, n);
}

/// Any order of kept and reduced axes: sums of rows along the innermost axis.
void reduceAnyOrder(const SimdKernels& simd, const ReducePlan& plan, const float* x, const HostTensor& y)
{
    std::fill_n(y.data, y.elements, startOf(plan.kind));
    const size_t rank = plan.dims.size();
    std::vector<int64_t> index(rank, 0), strides(rank, 0);
    int64_t stride = 1, rows = 1;
    for (size_t i = rank; i-- > 0;) {
        strides[i] = plan.reduced[i] ? 0 : stride;
        stride *= plan.reduced[i] ? 1 : plan.dims[i];
        rows *= i + 1 < rank ? plan.dims[i] : 1;
    }
    const int64_t inner = plan.dims.back();
    int64_t place = 0;
    for (int64_t row = 0; row < rows; ++row, x += inner) {
        if (plan.reduced.back()) {
            const auto part = float(simd.reduce(plan.kind, x, inner));
            simd.accumulate(plan.kind, &part, y.data + place, 1);
        } else {
            simd.accumulate(plan.kind, x, y.data + place, inner);
        }
        for (size_t i = rank - 1; i-- > 0;) {
            place += strides[i];
            if (++index[i] < plan.dims[i])
                break;
            place -= strides[i] * index[i];
            index[i] = 0;
        }
    }
    finishRow(simd, plan, y.data, y.elements);
}

} // namespace

Step softmaxStep(const HostStep& step, int threads)
{
    const SoftmaxKind kind = step.as<SoftmaxAttributes>().kind;
    const HostTensor x = step.in[0], y = step.out[0];
    const int64_t size = (*x.shape)[-1], rows = size == 0 ? 0 : x.elements / size;
    auto* scratch = reinterpret_cast<float*>(step.workspace);
    return [=, &simd = simdKernels()] {
        inTeam(threads, rows, x.elements * 8, [&](int64_t begin, int64_t end, int thread) {
            for (int64_t row = begin; row < end; ++row) {
                if (kind == SoftmaxKind::Sparsemax)
                    sparsemaxRow(x.data + row * size, y.data + row * size, size, scratch + thread * size);
                else
                    softmaxRow(simd, kind, x.data + row * size, y.data + row * size, size);
            }
        });
    };
}

Step normalizeStep(const HostStep& step, int threads)
{
    const auto attributes = step.as<NormalizeAttributes>();
    const HostTensor x = step.in[0], y = step.out[0], gamma = step.input(1), beta = step.input(2);
    const int64_t size = x.shape->product(x.shape->rank() - attributes.axes, x.shape->rank());
    const int64_t rows = size == 0 ? 0 : x.elements / size;
    return [=, &simd = simdKernels()] {
        inTeam(threads, rows, x.elements * 4, [&](int64_t begin, int64_t end, int) {
            for (int64_t row = begin; row < end; ++row) {
                float* out = y.data + row * size;
                normalizeRow(simd, attributes, x.data + row * size, out, size);
                if (gamma)
                    simd.affine(out, gamma.data, beta ? beta.data : nullptr, out, size);
                else if (beta)
                    simd.binary(Binary::Add, out, 1, beta.data, 1, out, size);
            }
        });
    };
}

Step reduceStep(const HostStep& step, int threads)
{
    const ReducePlan plan = planReduce(step);
    const HostTensor x = step.in[0], y = step.out[0];
    const size_t rank = plan.dims.size();
    const SimdKernels& simd = simdKernels();
    const bool first = rank > 0 && plan.reduced[0]; // R K, else K R or K R K
    if (x.elements == 0 || rank > 3 || (rank == 3 && first))
        return [=, &simd] { reduceAnyOrder(simd, plan, x.data, y); };
    if (rank == 0 || (rank == 1 && !first))
        return [=, &simd] {
            std::copy_n(x.data, y.elements, y.data);
            finishRow(simd, plan, y.data, y.elements);
        };
    const int64_t outer = first ? 1 : plan.dims[0], count = plan.dims[first ? 0 : 1];
    const int64_t inner = x.elements / (outer * count);
    if (inner == 1)
        return [=, &simd] {
            inTeam(threads, outer, x.elements, [&](int64_t begin, int64_t end, int) {
                for (int64_t row = begin; row < end; ++row)
                    y.data[row] = float(simd.reduce(plan.kind, x.data + row * count, count));
                finishRow(simd, plan, y.data + begin, end - begin);
            });
        };
    return [=, &simd] { // columns of 64, so that one sample's many channels are shared out too
        constexpr int64_t width = 64;
        const int64_t columns = (inner + width - 1) / width;
        inTeam(threads, outer * columns, x.elements, [&](int64_t begin, int64_t end, int) {
            for (int64_t item = begin; item < end; ++item) {
                const int64_t row = item / columns, from = item % columns * width,
                              n = std::min(width, inner - from);
                float* sums = y.data + row * inner + from;
                std::fill_n(sums, n, startOf(plan.kind));
                for (int64_t i = 0; i < count; ++i)
                    simd.accumulate(plan.kind, x.data + (row * count + i) * inner + from, sums, n);
                finishRow(simd, plan, sums, n);
            }
        });
    };
}

} // namespace kerascope::cpu
