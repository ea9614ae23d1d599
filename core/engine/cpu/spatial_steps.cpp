// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/cpu_steps.h"
#include "core/engine/cpu/simd/simd_kernels.h"
#include "core/engine/cpu/team.h"
#include "core/engine/resize_weights.h"

#include <algorithm>
#include <cstring>

namespace kerascope::cpu {
namespace {

Spatial spatialOf(const Shape& shape, int firstAxis, int rank)
{
    Spatial sizes{1, 1, 1};
    for (int i = 0; i < rank; ++i)
        sizes[size_t(i)] = shape[firstAxis + i];
    return sizes;
}

int64_t volume(const Spatial& sizes) { return sizes[0] * sizes[1] * sizes[2]; }

Spatial unravel(int64_t index, const Spatial& sizes)
{
    return {index / (sizes[1] * sizes[2]), index / sizes[2] % sizes[1], index % sizes[2]};
}

/// Taps of a window that lie inside the input: [begin, end) per axis.
struct TapRange {
    Spatial begin, end, start;
};

TapRange tapsInside(const Spatial& at, const Spatial& stride, const Spatial& dilation, const Spatial& pad,
    const Spatial& window, const Spatial& in)
{
    TapRange range;
    for (size_t i = 0; i < 3; ++i) {
        const int64_t start = at[i] * stride[i] - pad[i];
        range.start[i] = start;
        range.begin[i] = start >= 0 ? 0 : (-start + dilation[i] - 1) / dilation[i];
        range.end[i] = std::min(window[i], start >= in[i] ? 0 : (in[i] - 1 - start) / dilation[i] + 1);
    }
    return range;
}

/// f(tap index, input position) for all taps inside.
template <class Function>
void eachTap(
    const TapRange& range, const Spatial& dilation, const Spatial& window, const Spatial& in, Function&& f)
{
    for (int64_t a = range.begin[0]; a < range.end[0]; ++a)
        for (int64_t b = range.begin[1]; b < range.end[1]; ++b)
            for (int64_t c = range.begin[2]; c < range.end[2]; ++c)
                f((a * window[1] + b) * window[2] + c,
                    ((range.start[0] + a * dilation[0]) * in[1] + range.start[1] + b * dilation[1]) * in[2]
                        + range.start[2] + c * dilation[2]);
}

/// Residual and bias into the row of one output pixel, before the products are added.
void startRow(const HostStep& step, float* row, int64_t index, int64_t channels)
{
    const HostTensor bias = step.input(2), residual = step.input(3);
    if (!residual)
        std::fill_n(row, channels, 0.0F);
    else if (residual.data + index != row)
        std::memcpy(row, residual.data + index, size_t(channels) * sizeof(float));
    if (bias)
        simdKernels().axpy(1.0F, bias.data, row, channels);
}

} // namespace

Step poolStep(const HostStep& step, int threads)
{
    const auto a = step.as<PoolAttributes>();
    const HostTensor x = step.in[0], y = step.out[0];
    const Spatial in = spatialOf(*x.shape, 1, a.spatialRank), out = spatialOf(*y.shape, 1, a.spatialRank);
    const int64_t batch = (*x.shape)[0], channels = (*x.shape)[-1];
    const Spatial dense{1, 1, 1};
    Spatial covered; // of the window, at most
    for (size_t i = 0; i < 3; ++i)
        covered[i] = std::min(a.window[i], in[i]);
    return [=, &simd = simdKernels()] {
        const int64_t work = y.elements * volume(covered);
        inTeam(threads, batch * volume(out), work, [&](int64_t begin, int64_t end, int) {
            for (int64_t pixel = begin; pixel < end; ++pixel) {
                const TapRange range =
                    tapsInside(unravel(pixel % volume(out), out), a.stride, dense, a.padBefore, a.window, in);
                const float* image = x.data + pixel / volume(out) * volume(in) * channels;
                float* row = y.data + pixel * channels;
                int64_t taps = 0;
                eachTap(range, dense, a.window, in, [&](int64_t, int64_t position) {
                    const float* from = image + position * channels;
                    if (taps++ == 0)
                        std::memcpy(row, from, size_t(channels) * sizeof(float));
                    else
                        simd.accumulate(
                            a.maximum ? ReduceKind::Maximum : ReduceKind::Sum, from, row, channels);
                });
                if (taps == 0)
                    std::fill_n(row, channels, a.maximum ? -__builtin_inff() : 0.0F);
                else if (!a.maximum && taps > 1)
                    simd.scale(row, 0, 1.0F / float(taps), row, channels);
            }
        });
    };
}

Step directConvStep(const HostStep& step, int threads)
{
    const auto a = step.as<ConvAttributes>();
    const HostTensor x = step.in[0], kernel = step.in[1], y = step.out[0];
    const Spatial in = spatialOf(*x.shape, 1, a.spatialRank), out = spatialOf(*y.shape, 1, a.spatialRank),
                  window = spatialOf(*kernel.shape, 0, a.spatialRank);
    const int64_t batch = (*x.shape)[0], cin = (*x.shape)[-1], cout = (*y.shape)[-1];
    const int64_t groupIn = cin / a.groups, groupOut = cout / a.groups;
    return [=, &simd = simdKernels()] {
        const int64_t work = y.elements * volume(window) * groupIn;
        inTeam(threads, batch * volume(out), work, [&](int64_t begin, int64_t end, int) {
            for (int64_t pixel = begin; pixel < end; ++pixel) {
                const TapRange range = tapsInside(
                    unravel(pixel % volume(out), out), a.stride, a.dilation, a.padBefore, window, in);
                const float* image = x.data + pixel / volume(out) * volume(in) * cin;
                float* row = y.data + pixel * cout;
                startRow(step, row, pixel * cout, cout);
                eachTap(range, a.dilation, window, in, [&](int64_t tap, int64_t position) {
                    const float* from = image + position * cin;
                    const float* weights = kernel.data + tap * groupIn * cout;
                    if (groupIn == 1 && groupOut == 1)
                        return simd.multiplyAdd(from, weights, row, cout);
                    for (int64_t c = 0; c < cin; ++c) {
                        const int64_t first = c / groupIn * groupOut;
                        simd.axpy(from[c], weights + c % groupIn * cout + first, row + first, groupOut);
                    }
                });
                if (!a.activation.none())
                    simd.unary(a.activation, row, row, cout);
            }
        });
    };
}

Step directConvTransposeStep(const HostStep& step, int threads)
{
    const auto a = step.as<ConvTransposeAttributes>();
    const HostTensor x = step.in[0], kernel = step.in[1], y = step.out[0];
    const Spatial in = spatialOf(*x.shape, 1, a.spatialRank), out = spatialOf(*y.shape, 1, a.spatialRank),
                  window = spatialOf(*kernel.shape, 0, a.spatialRank);
    const int64_t batch = (*x.shape)[0], cin = (*x.shape)[-1], cout = (*y.shape)[-1];
    const auto onePixel = [=, &simd = simdKernels()](int64_t pixel) {
        const Spatial at = unravel(pixel % volume(out), out);
        const float* image = x.data + pixel / volume(out) * volume(in) * cin;
        float* row = y.data + pixel * cout;
        startRow(step, row, pixel * cout, cout);
        for (int64_t tap = 0; tap < volume(window); ++tap) {
            const Spatial k = unravel(tap, window);
            int64_t position = 0;
            bool hit = true;
            for (size_t i = 0; i < 3; ++i) {
                const int64_t full = at[i] + a.cropBefore[i] - k[i] * a.dilation[i];
                hit = hit && full >= 0 && full % a.stride[i] == 0 && full / a.stride[i] < in[i];
                position = position * in[i] + full / a.stride[i];
            }
            if (!hit)
                continue;
            for (int64_t c = 0; c < cin; ++c)
                simd.axpy(image[position * cin + c], kernel.data + (tap * cin + c) * cout, row, cout);
        }
        if (!a.activation.none())
            simd.unary(a.activation, row, row, cout);
    };
    return [=] {
        inTeam(threads, batch * volume(out), y.elements * cin, [&](int64_t begin, int64_t end, int) {
            for (int64_t pixel = begin; pixel < end; ++pixel)
                onePixel(pixel);
        });
    };
}

Step resizeStep(const HostStep& step, int threads)
{
    const ResizeKind kind = step.as<ResizeAttributes>().kind;
    const HostTensor x = step.in[0], y = step.out[0];
    const Shape in = *x.shape, out = *y.shape;
    const int64_t channels = out[3];
    return [=, vertical = resizeAxis(kind, in[1], out[1]), horizontal = resizeAxis(kind, in[2], out[2]),
               &simd = simdKernels()] {
        const int64_t work = y.elements * vertical.taps * horizontal.taps;
        inTeam(threads, out[0] * out[1] * out[2], work, [&](int64_t begin, int64_t end, int) {
            for (int64_t pixel = begin; pixel < end; ++pixel) {
                const int64_t column = pixel % out[2], line = pixel / out[2] % out[1],
                              image = pixel / (out[2] * out[1]);
                const float* from = x.data + image * in[1] * in[2] * channels;
                float* row = y.data + pixel * channels;
                if (vertical.taps * horizontal.taps > 1)
                    std::fill_n(row, channels, 0.0F);
                for (int v = 0; v < vertical.taps; ++v)
                    for (int h = 0; h < horizontal.taps; ++h) {
                        const float weight = vertical.weights[size_t(line * vertical.taps + v)]
                            * horizontal.weights[size_t(column * horizontal.taps + h)];
                        const float* source = from
                            + ((vertical.first[size_t(line)] + v) * in[2] + horizontal.first[size_t(column)]
                                  + h)
                                * channels;
                        if (vertical.taps * horizontal.taps == 1)
                            std::memcpy(row, source, size_t(channels) * sizeof(float));
                        else if (weight != 0)
                            simd.axpy(weight, source, row, channels);
                    }
            }
        });
    };
}

} // namespace kerascope::cpu
