// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/element_functions.h"
#include "core/engine/reference/reference_kernels.h"

#include <algorithm>
#include <vector>

namespace kerascope::reference {
namespace {

/// Spatial sizes as three axes; a missing one has size 1 and stands last, as unused attributes do.
Spatial spatialOf(const Shape& shape, int firstAxis, int rank)
{
    Spatial sizes{1, 1, 1};
    for (int i = 0; i < rank; ++i)
        sizes[size_t(i)] = shape[firstAxis + i];
    return sizes;
}

int64_t count(const Spatial& sizes) { return sizes[0] * sizes[1] * sizes[2]; }

Spatial unravel(int64_t index, const Spatial& sizes)
{
    return {index / (sizes[1] * sizes[2]), index / sizes[2] % sizes[1], index % sizes[2]};
}

int64_t ravel(const Spatial& at, const Spatial& sizes)
{
    return (at[0] * sizes[1] + at[1]) * sizes[2] + at[2];
}

bool inside(const Spatial& at, const Spatial& sizes)
{
    for (size_t i = 0; i < 3; ++i)
        if (at[i] < 0 || at[i] >= sizes[i])
            return false;
    return true;
}

double epilogue(
    const HostStep& step, const Activation& activation, double sum, int64_t channel, int64_t index)
{
    if (step.input(2))
        sum += double(step.input(2).data[channel]);
    if (step.input(3))
        sum += double(step.input(3).data[index]);
    return applyUnary(activation, sum);
}

} // namespace

void conv(const HostStep& step)
{
    const auto& a = step.as<ConvAttributes>();
    const HostTensor x = step.in[0], kernel = step.in[1], y = step.out[0];
    const Spatial in = spatialOf(*x.shape, 1, a.spatialRank), out = spatialOf(*y.shape, 1, a.spatialRank),
                  window = spatialOf(*kernel.shape, 0, a.spatialRank);
    const int64_t batch = (*x.shape)[0], cin = (*x.shape)[-1], cout = (*y.shape)[-1];
    const int64_t groupIn = cin / a.groups, groupOut = cout / a.groups;
    std::vector<double> sums(size_t(cout), 0.0); // of one output pixel
    for (int64_t n = 0; n < batch; ++n)
        for (int64_t o = 0; o < count(out); ++o) {
            const Spatial at = unravel(o, out);
            std::fill(sums.begin(), sums.end(), 0.0);
            for (int64_t k = 0; k < count(window); ++k) {
                const Spatial tap = unravel(k, window);
                Spatial from;
                for (size_t i = 0; i < 3; ++i)
                    from[i] = at[i] * a.stride[i] + tap[i] * a.dilation[i] - a.padBefore[i];
                if (!inside(from, in))
                    continue;
                const float* pixel = x.data + (n * count(in) + ravel(from, in)) * cin;
                for (int64_t i = 0; i < cin; ++i) {
                    const int64_t first = i / groupIn * groupOut;
                    const float* weights = kernel.data + (k * groupIn + i % groupIn) * cout;
                    for (int64_t c = first; c < first + groupOut; ++c)
                        sums[size_t(c)] += double(pixel[i]) * double(weights[c]);
                }
            }
            for (int64_t c = 0; c < cout; ++c) {
                const int64_t index = (n * count(out) + o) * cout + c;
                y.data[index] = float(epilogue(step, a.activation, sums[size_t(c)], c, index));
            }
        }
}

void convTranspose(const HostStep& step)
{
    const auto& a = step.as<ConvTransposeAttributes>();
    const HostTensor x = step.in[0], kernel = step.in[1], y = step.out[0];
    const Spatial in = spatialOf(*x.shape, 1, a.spatialRank), out = spatialOf(*y.shape, 1, a.spatialRank),
                  window = spatialOf(*kernel.shape, 0, a.spatialRank);
    const int64_t batch = (*x.shape)[0], cin = (*x.shape)[-1], cout = (*y.shape)[-1];
    for (int64_t n = 0; n < batch; ++n)
        for (int64_t o = 0; o < count(out); ++o)
            for (int64_t c = 0; c < cout; ++c) {
                const Spatial at = unravel(o, out);
                double sum = 0;
                for (int64_t k = 0; k < count(window); ++k) {
                    const Spatial tap = unravel(k, window);
                    Spatial from;
                    bool hit = true;
                    for (size_t i = 0; i < 3; ++i) {
                        const int64_t full = at[i] + a.cropBefore[i] - tap[i] * a.dilation[i];
                        hit = hit && full >= 0 && full % a.stride[i] == 0;
                        from[i] = full / a.stride[i];
                    }
                    if (!hit || !inside(from, in))
                        continue;
                    const float* pixel = x.data + (n * count(in) + ravel(from, in)) * cin;
                    for (int64_t i = 0; i < cin; ++i)
                        sum += double(pixel[i]) * double(kernel.data[(k * cout + c) * cin + i]);
                }
                const int64_t index = (n * count(out) + o) * cout + c;
                y.data[index] = float(epilogue(step, a.activation, sum, c, index));
            }
}

void pool(const HostStep& step)
{
    const auto& a = step.as<PoolAttributes>();
    const HostTensor x = step.in[0], y = step.out[0];
    const Spatial in = spatialOf(*x.shape, 1, a.spatialRank), out = spatialOf(*y.shape, 1, a.spatialRank);
    const int64_t batch = (*x.shape)[0], channels = (*x.shape)[-1];
    for (int64_t n = 0; n < batch; ++n)
        for (int64_t o = 0; o < count(out); ++o)
            for (int64_t c = 0; c < channels; ++c) {
                const Spatial at = unravel(o, out);
                double best = -__builtin_inf(), sum = 0;
                int64_t taps = 0;
                Spatial start, size; // the part of the window inside the input: a window may be far larger
                for (size_t i = 0; i < 3; ++i) {
                    const int64_t first = at[i] * a.stride[i] - a.padBefore[i];
                    start[i] = std::max<int64_t>(first, 0);
                    size[i] = std::max<int64_t>(0, std::min(first + a.window[i], in[i]) - start[i]);
                }
                for (int64_t k = 0; k < count(size); ++k) {
                    Spatial from = unravel(k, size);
                    for (size_t i = 0; i < 3; ++i)
                        from[i] += start[i];
                    const auto value = double(x.data[(n * count(in) + ravel(from, in)) * channels + c]);
                    best = value > best || value != value ? value : best;
                    sum += value;
                    ++taps;
                }
                const double result = a.maximum ? best : sum / double(std::max<int64_t>(taps, 1));
                y.data[(n * count(out) + o) * channels + c] = float(result);
            }
}

} // namespace kerascope::reference
