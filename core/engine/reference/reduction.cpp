// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reference/reference_kernels.h"
#include "core/engine/strides.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace kerascope::reference {
namespace {

double startOf(ReduceKind kind)
{
    switch (kind) {
    case ReduceKind::Maximum:
        return -__builtin_inf();
    case ReduceKind::Minimum:
        return __builtin_inf();
    case ReduceKind::Product:
    case ReduceKind::All:
        return 1;
    default:
        return 0;
    }
}

double accumulate(ReduceKind kind, double sum, double x)
{
    switch (kind) {
    case ReduceKind::Maximum:
        return x > sum || std::isnan(x) ? x : sum;
    case ReduceKind::Minimum:
        return x < sum || std::isnan(x) ? x : sum;
    case ReduceKind::Product:
        return sum * x;
    case ReduceKind::Any:
        return sum != 0 || x != 0 ? 1 : 0;
    case ReduceKind::All:
        return sum != 0 && x != 0 ? 1 : 0;
    default:
        return sum + x;
    }
}

/// Keras's threshold: the mean of (cumulative sum − 1) parts over the support, summed (keras.ops.sparsemax).
double sparsemaxThreshold(const float* row, int64_t size, std::vector<double>& sorted)
{
    sorted.assign(row, row + size);
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    double cumulative = 0, supported = 0;
    int64_t support = 0;
    for (int64_t i = 0; i < size; ++i) {
        cumulative += sorted[size_t(i)];
        if (sorted[size_t(i)] - (cumulative - 1) / double(i + 1) > 0) {
            supported += cumulative;
            ++support;
        }
    }
    return (supported - 1) / double(support);
}

void softmaxRow(SoftmaxKind kind, const float* x, float* y, int64_t size, std::vector<double>& sorted)
{
    if (kind == SoftmaxKind::Sparsemax) {
        const double threshold = sparsemaxThreshold(x, size, sorted);
        for (int64_t i = 0; i < size; ++i)
            y[i] = float(std::max(double(x[i]) - threshold, 0.0));
        return;
    }
    const auto largest = double(*std::max_element(x, x + size));
    double sum = 0;
    for (int64_t i = 0; i < size; ++i)
        sum += std::exp(double(x[i]) - largest);
    for (int64_t i = 0; i < size; ++i)
        y[i] = float(kind == SoftmaxKind::Softmax ? std::exp(double(x[i]) - largest) / sum
                                                  : double(x[i]) - largest - std::log(sum));
}

struct RowScale {
    double mean = 0, factor = 1; ///< (x − mean)·factor
};

RowScale normalizeRow(const NormalizeAttributes& attributes, const float* x, int64_t size)
{
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < size; ++i) {
        sum += double(x[i]);
        squares += double(x[i]) * double(x[i]);
    }
    const double mean = sum / double(size), epsilon = double(attributes.epsilon);
    double variance = 0;
    for (int64_t i = 0; i < size; ++i)
        variance += (double(x[i]) - mean) * (double(x[i]) - mean);
    variance /= double(size);
    switch (attributes.kind) {
    case NormalizeKind::MeanVariance:
        return {mean, 1 / std::sqrt(variance + epsilon)};
    case NormalizeKind::RootMeanSquare:
        return {0, 1 / std::sqrt(squares / double(size) + epsilon)};
    case NormalizeKind::VarianceOnly:
        return {0, 1 / std::sqrt(variance + epsilon)};
    case NormalizeKind::UnitLength:
        return {0, std::min(1 / std::sqrt(squares), 1 / epsilon)};
    }
    return {};
}

} // namespace

void reduce(const HostStep& step)
{
    const auto& attributes = step.as<ReduceAttributes>();
    const HostTensor x = step.in[0], y = step.out[0];
    Shape kept = *x.shape;
    double reduced = 1;
    for (int axis : attributes.axes) {
        reduced *= double(kept[axis]);
        kept[axis] = 1;
    }
    std::vector<double> sums(size_t(y.elements), startOf(attributes.kind));
    StridedWalk<1> walk(*x.shape, {broadcastStrides(kept, *x.shape)});
    for (int64_t i = 0; i < x.elements; ++i, walk.next()) {
        double& sum = sums[size_t(walk.at(0))];
        sum = accumulate(attributes.kind, sum, double(x.data[i]));
    }
    for (int64_t i = 0; i < y.elements; ++i)
        y.data[i] = float(attributes.kind == ReduceKind::Mean ? sums[size_t(i)] / reduced : sums[size_t(i)]);
}

void softmax(const HostStep& step)
{
    const HostTensor x = step.in[0], y = step.out[0];
    const int64_t size = (*x.shape)[-1];
    std::vector<double> sorted;
    for (int64_t row = 0; row < x.elements; row += size)
        softmaxRow(step.as<SoftmaxAttributes>().kind, x.data + row, y.data + row, size, sorted);
}

void normalize(const HostStep& step)
{
    const auto& attributes = step.as<NormalizeAttributes>();
    const HostTensor x = step.in[0], y = step.out[0], gamma = step.input(1), beta = step.input(2);
    const int64_t size = x.shape->product(x.shape->rank() - attributes.axes, x.shape->rank());
    for (int64_t row = 0; row < x.elements; row += size) {
        const RowScale scale = normalizeRow(attributes, x.data + row, size);
        for (int64_t i = 0; i < size; ++i) {
            double value = (double(x.data[row + i]) - scale.mean) * scale.factor;
            value = gamma ? value * double(gamma.data[i]) : value;
            y.data[row + i] = float(beta ? value + double(beta.data[i]) : value);
        }
    }
}

} // namespace kerascope::reference
