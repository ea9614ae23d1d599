// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/spatial.h"

#include <algorithm>
#include <cmath>
#include <numbers>

/// Resizing as a product with a matrix of weights along each axis: antialiased, and the interpolations that
/// only Keras 2 has. The formulas are TensorFlow's (scale_and_translate_op.cc, resize_area_op.cc).
namespace kerascope {
namespace {

struct Kernel {
    double radius = 1;
    double (*at)(double distance) = nullptr;
};

double triangle(double x) { return std::max(0.0, 1 - x); }

double keysCubic(double x)
{
    if (x >= 2)
        return 0;
    return x >= 1 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : ((1.5 * x - 2.5) * x) * x + 1;
}

double mitchell(double x)
{
    if (x >= 2)
        return 0;
    return x >= 1 ? (((-7.0 / 18) * x + 2) * x - 10.0 / 3) * x + 16.0 / 9
                  : (((7.0 / 6) * x - 2) * x) * x + 8.0 / 9;
}

double gaussian(double x)
{
    constexpr double sigma = 0.5;
    return x >= 3 * sigma ? 0 : std::exp(-x * x / (2 * sigma * sigma));
}

template <int radius> double lanczos(double x)
{
    constexpr double pi = std::numbers::pi;
    if (x > radius)
        return 0;
    return x <= 1e-3 ? 1 : radius * std::sin(pi * x) * std::sin(pi * x / radius) / (pi * pi * x * x);
}

const Kernel* kernelOf(const std::string& how)
{
    static const std::map<std::string, Kernel> table{{"bilinear", {1, triangle}}, {"bicubic", {2, keysCubic}},
        {"mitchellcubic", {2, mitchell}}, {"gaussian", {1.5, gaussian}}, {"lanczos3", {3, lanczos<3>}},
        {"lanczos5", {5, lanczos<5>}}};
    const auto found = table.find(how);
    return found == table.end() ? nullptr : &found->second;
}

/// Weights of the inputs in output `i`, brought to sum 1.
void kernelColumn(const Kernel& kernel, double spread, double centre, std::vector<double>& column)
{
    const auto size = int64_t(column.size());
    const auto begin = std::max<int64_t>(int64_t(std::ceil(centre - kernel.radius * spread - 0.5)), 0);
    const auto end = std::min<int64_t>(int64_t(std::floor(centre + kernel.radius * spread - 0.5)), size - 1);
    double total = 0;
    for (int64_t k = begin; k <= end; ++k)
        total += column[size_t(k)] = kernel.at(std::abs(double(k) + 0.5 - centre) / spread);
    for (int64_t k = begin; k <= end && std::abs(total) > 1e-10; ++k)
        column[size_t(k)] /= total;
}

/// The share of each input in the stretch that output `i` covers.
void areaColumn(int64_t i, double scale, std::vector<double>& column)
{
    const double begin = double(i) * scale, end = double(i + 1) * scale;
    for (size_t k = 0; k < column.size(); ++k) {
        const double overlap = std::min(end, double(k + 1)) - std::max(begin, double(k));
        column[k] = std::max(overlap, 0.0) / scale;
    }
}

/// [in, out]
std::vector<float> weightsOf(const std::string& how, bool antialias, int64_t in, int64_t out)
{
    std::vector<float> matrix(static_cast<size_t>(in * out));
    const double scale = double(in) / double(out);
    const Kernel* kernel = kernelOf(how);
    for (int64_t i = 0; i < out; ++i) {
        std::vector<double> column(static_cast<size_t>(in), 0.0);
        if (kernel)
            kernelColumn(*kernel, antialias ? std::max(scale, 1.0) : 1.0, (double(i) + 0.5) * scale, column);
        else
            areaColumn(i, scale, column);
        for (int64_t k = 0; k < in; ++k)
            matrix[size_t(k * out + i)] = float(column[size_t(k)]);
    }
    return matrix;
}

} // namespace

ResampleKernel resampleKernel(const std::string& how)
{
    const Kernel* kernel = kernelOf(how);
    return kernel ? kernel->at : nullptr;
}

ValueId resizeByMatrices(
    LayerContext& context, ValueId x, const std::string& how, bool antialias, int64_t height, int64_t width)
{
    constexpr int64_t mostElements = int64_t(1) << 24;
    ProgramBuilder& b = context.build;
    if (how != "area" && !kernelOf(how))
        b.fail(Text(msg("core", "the interpolation \"%1\" cannot be computed yet"), how));
    for (const auto& [axis, out] : {std::pair{1, height}, std::pair{2, width}}) {
        if (b.failed())
            return -1;
        const int64_t in = b.shape(x)[axis];
        if (b.times(in, out) > mostElements) {
            b.fail(Text(msg("core", "it would make a tensor of shape %1"), Shape{in, out}.text()));
            return -1;
        }
        const ValueId matrix = b.literal(weightsOf(how, antialias, in, out), {in, out});
        x = b.moveAxis(b.matMul(b.moveAxis(x, axis, 3), matrix, -1, {}), 3, axis);
    }
    return x;
}

} // namespace kerascope
