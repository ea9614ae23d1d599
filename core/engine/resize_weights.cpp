// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/resize_weights.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kerascope {
namespace {

int radiusOf(ResizeKind kind)
{
    switch (kind) {
    case ResizeKind::Bicubic:
        return 2;
    case ResizeKind::Lanczos3:
        return 3;
    case ResizeKind::Lanczos5:
        return 5;
    default:
        return 1;
    }
}

double kernel(ResizeKind kind, double x)
{
    x = std::abs(x);
    if (kind == ResizeKind::Bilinear)
        return std::max(0.0, 1 - x);
    if (kind == ResizeKind::Bicubic) {
        if (x >= 2)
            return 0;
        return x >= 1 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : ((1.5 * x - 2.5) * x) * x + 1;
    }
    const double radius = radiusOf(kind);
    if (x > radius)
        return 0;
    if (x <= 1e-3)
        return 1;
    const double pi = std::numbers::pi;
    return radius * std::sin(pi * x) * std::sin(pi * x / radius) / (pi * pi * x * x);
}

/// TensorFlow looks bicubic weights up at 1/1024 of a pixel, and reckons in single precision up to there.
double tableCentre(int64_t i, int64_t inputSize, int64_t outputSize)
{
    constexpr float steps = 1024;
    const float place = (float(i) + 0.5F) * (float(inputSize) / float(outputSize)) - 0.5F;
    const float pixel = std::floor(place);
    return double(pixel) + double(std::lrint((place - pixel) * steps)) / double(steps) + 0.5;
}

} // namespace

ResizeAxis resizeAxis(ResizeKind kind, int64_t inputSize, int64_t outputSize)
{
    ResizeAxis axis;
    const double scale = double(inputSize) / double(outputSize);
    const bool nearest = kind == ResizeKind::Nearest;
    const int radius = radiusOf(kind);
    axis.taps = nearest ? 1 : int(std::min<int64_t>(2 * radius, inputSize));
    axis.first.reserve(size_t(outputSize));
    axis.weights.assign(size_t(outputSize) * size_t(axis.taps), 0.0F);
    for (int64_t i = 0; i < outputSize; ++i) {
        const double centre =
            kind == ResizeKind::Bicubic ? tableCentre(i, inputSize, outputSize) : (double(i) + 0.5) * scale;
        float* weights = axis.weights.data() + i * axis.taps;
        if (nearest) {
            axis.first.push_back(int(std::min<int64_t>(int64_t(std::floor(centre)), inputSize - 1)));
            weights[0] = 1;
            continue;
        }
        const auto begin = int64_t(std::ceil(centre - radius - 0.5));
        const int64_t first = std::clamp<int64_t>(begin, 0, inputSize - axis.taps);
        axis.first.push_back(int(first));
        double total = 0;
        for (int t = 0; t < axis.taps; ++t)
            total += kernel(kind, double(first + t) + 0.5 - centre);
        for (int t = 0; t < axis.taps; ++t)
            weights[t] = total == 0 ? 0.0F : float(kernel(kind, double(first + t) + 0.5 - centre) / total);
    }
    return axis;
}

} // namespace kerascope
