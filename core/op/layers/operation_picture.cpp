// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/host_operations.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"
#include "core/op/layers/spatial.h"

#include <algorithm>
#include <cmath>
#include <numbers>

/// Operations on pictures that are convolutions, products or element functions; those that look elsewhere in
/// the picture stand in operation_warp.cpp.
namespace kerascope {
namespace {

/// A picture or a batch as [N, H, W, C], and the way back.
struct Pictures {
    ValueId x = -1;
    bool single = false, first = false;
};

Pictures picturesOf(LayerContext& c, const char* name, size_t position = 0)
{
    ProgramBuilder& b = c.build;
    Pictures p;
    p.x = OperationArguments(c).operand(position, name);
    p.first = c.channelsFirst();
    p.single = b.rank(p.x) == 3;
    p.x = toChannelsLast(b, b.alignLeft(p.x, 4), p.first);
    if (!c.failed() && b.rank(p.x) != 4)
        b.fail(unreadable());
    return p;
}

void setPictures(LayerContext& c, const Pictures& p, ValueId y)
{
    ProgramBuilder& b = c.build;
    y = toChannelsFirst(b, y, p.first);
    if (p.single && !c.failed()) {
        Shape shape = b.shape(y);
        shape.dims.erase(shape.dims.begin());
        y = b.reshape(y, shape);
    }
    c.set(y);
}

/// Each channel by the same `count` kernels [height, width, count]; channels [C·count].
ValueId filtered(LayerContext& c, ValueId x, int64_t height, int64_t width, const std::vector<float>& kernels,
    const char* padding)
{
    ProgramBuilder& b = c.build;
    if (c.failed())
        return -1;
    const Shape in = b.shape(x);
    const auto count = int64_t(kernels.size()) / (height * width);
    std::vector<float> numbers;
    for (int64_t place = 0; place < height * width; ++place)
        for (int64_t channel = 0; channel < in[3]; ++channel)
            numbers.insert(
                numbers.end(), kernels.begin() + place * count, kernels.begin() + (place + 1) * count);
    ConvAttributes attributes;
    attributes.groups = in[3];
    const WindowPlace rows = placeWindow(c, padding, in[1], height, 1, 1),
                      columns = placeWindow(c, padding, in[2], width, 1, 1);
    attributes.padBefore = {rows.before, columns.before, 0};
    attributes.padAfter = {rows.after, columns.after, 0};
    const int64_t out = b.times(in[3], count);
    return b.add(OpKind::Conv, {x, b.literal(std::move(numbers), {height, width, 1, out})},
        {in[0], rows.out, columns.out, out}, attributes);
}

/// e^(−(i − middle)²/2σ²), brought to sum 1.
std::vector<double> bell(int64_t size, double sigma)
{
    std::vector<double> out;
    double sum = 0;
    for (int64_t i = 0; i < size; ++i) {
        const double at = (double(i) - double(size - 1) / 2) / sigma;
        out.push_back(std::exp(-0.5 * at * at));
        sum += out.back();
    }
    for (double& one : out)
        one /= sum;
    return out;
}

/// [height of `rows`, width of `columns`]
std::vector<float> bells(const std::vector<double>& rows, const std::vector<double>& columns)
{
    std::vector<float> out;
    out.reserve(rows.size() * columns.size());
    for (const double row : rows)
        for (const double column : columns)
            out.push_back(float(row * column));
    return out;
}

void gaussianBlur(LayerContext& c)
{
    constexpr int64_t largest = 1024;
    const Pictures p = picturesOf(c, "images");
    const auto size = c.integers("kernel_size");
    const auto sigma = c.numbers("sigma");
    const std::vector<int64_t> sizes = size.empty() ? std::vector<int64_t>{3, 3} : size;
    const std::vector<float> sigmas = sigma.empty() ? std::vector<float>{1, 1} : sigma;
    if (c.failed() || sizes.size() != 2 || sigmas.size() != 2 || std::min(sizes[0], sizes[1]) < 1
        || std::max(sizes[0], sizes[1]) > largest)
        return c.build.fail(unreadable());
    // Keras lays the outer product out as width by height and reads it as height by width
    const auto kernel = bells(bell(sizes[1], double(sigmas[1])), bell(sizes[0], double(sigmas[0])));
    setPictures(c, p, filtered(c, p.x, sizes[0], sizes[1], kernel, "same"));
}

/// Changes down and to the right, [N, H, W, C, 2].
void sobelEdges(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const Pictures p = picturesOf(c, "images");
    ValueId x = p.x;
    for (const int axis : {1, 2}) {
        const int64_t size = b.shape(x)[axis];
        if (!c.failed() && size > 1)
            x = b.concat({b.sliceAxis(x, axis, 1, 1), x, b.sliceAxis(x, axis, size - 2, 1)}, axis);
    }
    std::vector<float> kernels;
    for (int row = -1; row <= 1; ++row)
        for (int column = -1; column <= 1; ++column) {
            kernels.push_back(float(row * (2 - std::abs(column))));
            kernels.push_back(float(column * (2 - std::abs(row))));
        }
    const ValueId y = filtered(c, x, 3, 3, kernels, "valid");
    if (c.failed())
        return;
    const Shape s = b.shape(y);
    const ValueId apart = b.reshape(y, {s[0], s[1], s[2], s[3] / 2, 2});
    c.set(p.first ? b.transpose(apart, {0, 3, 1, 2, 4}) : apart);
}

/// Luminance, contrast and structure within a sliding bell, averaged over each picture.
void structuralSimilarity(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const Pictures p = picturesOf(c, "image1"), q = picturesOf(c, "image2", 1);
    const int64_t size = c.positive("filter_size", 11);
    const auto row = bell(size, c.number("filter_sigma", 1.5));
    const double top = c.number("max_val", 1), k1 = c.number("k1", 0.01), k2 = c.number("k2", 0.03);
    const auto c1 = float(k1 * k1 * top * top), c2 = float(k2 * k2 * top * top);
    const auto mean = [&](ValueId of) { return filtered(c, of, size, size, bells(row, row), "valid"); };
    const auto product = [&](ValueId left, ValueId right) { return b.binary(Binary::Multiply, left, right); };
    const auto less = [&](ValueId left, ValueId right) { return b.binary(Binary::Subtract, left, right); };
    const auto sum = [&](ValueId left, ValueId right, float more) {
        return b.linear(b.binary(Binary::Add, left, right), 1, more);
    };
    const ValueId mx = mean(p.x), my = mean(q.x);
    const ValueId xx = product(mx, mx), yy = product(my, my), xy = product(mx, my);
    const ValueId vx = less(mean(product(p.x, p.x)), xx), vy = less(mean(product(q.x, q.x)), yy),
                  both = less(mean(product(p.x, q.x)), xy);
    const ValueId map = b.binary(Binary::Divide, product(b.linear(xy, 2, c1), b.linear(both, 2, c2)),
        product(sum(xx, yy, c1), sum(vx, vy, c2)));
    const ValueId y = b.reduce(ReduceKind::Mean, map, {1, 2, 3}, false);
    c.set(p.single && !c.failed() ? b.reshape(y, Shape{}) : y);
}

/// 20·log₁₀(max) − 10·log₁₀(mean (x1 − x2)²)
void signalToNoise(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = flattened(b, arguments.operand(0, "x1")), y = flattened(b, arguments.operand(1, "x2"));
    const double top = arguments.number(99, "max_val", 1);
    const ValueId error = b.reduce(ReduceKind::Mean, b.binary(Binary::SquaredDifference, x, y), {0}, false);
    c.set(b.linear(
        b.unary(error, {Unary::Log}), -10 / std::numbers::ln10_v<float>, float(20 * std::log10(top))));
}

std::optional<int64_t> givenSize(OperationArguments& arguments, const std::string& name)
{
    const auto given = arguments.integers(99, name.c_str());
    return given && given->size() == 1 ? std::optional((*given)[0]) : std::nullopt;
}

/// Borders added to or cut off from height and width; one of three sizes follows from the others.
template <bool cut> void border(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "images");
    const bool first = c.channelsFirst();
    if (c.failed() || b.rank(x) < 3 || b.rank(x) > 4)
        return b.fail(unreadable());
    const std::string ending = cut ? "_cropping" : "_padding";
    const int height = b.rank(x) - (first ? 2 : 3);
    std::vector<int64_t> before(size_t(b.rank(x)), 0), after = before;
    for (int i = 0; i < 2; ++i) {
        const int axis = height + i;
        const int64_t size = b.shape(x)[axis];
        const auto low = givenSize(arguments, (i == 0 ? "top" : "left") + ending),
                   high = givenSize(arguments, (i == 0 ? "bottom" : "right") + ending),
                   whole = givenSize(arguments, i == 0 ? "target_height" : "target_width");
        const int64_t change = whole ? (cut ? size - *whole : *whole - size) : 0;
        const int64_t from = low.value_or(change - high.value_or(0)),
                      to = whole ? change - from : high.value_or(0);
        if (c.failed() || from < 0 || to < 0)
            return b.misfit(unreadable());
        before[size_t(axis)] = from;
        after[size_t(axis)] = to;
        if (cut)
            x = b.sliceAxis(x, axis, from, size - from - to);
    }
    c.set(cut ? x : b.pad(x, before, after));
}

void toHsv(const std::vector<const float*>& in, float* out)
{
    const float r = in[0][0], g = in[0][1], b = in[0][2];
    const float top = std::max({r, g, b}), range = top - std::min({r, g, b});
    float hue = 0;
    if (range > 0)
        hue = r == top ? (g - b) / (6 * range)
            : g == top ? (b - r) / (6 * range) + 2.0F / 6
                       : (r - g) / (6 * range) + 4.0F / 6;
    out[0] = hue < 0 ? hue + 1 : hue;
    out[1] = top > 0 ? range / top : 0;
    out[2] = top;
}

void toRgb(const std::vector<const float*>& in, float* out)
{
    const float turn = in[0][0] * 6, s = in[0][1], v = in[0][2];
    const float full[]{std::abs(turn - 3) - 1, 2 - std::abs(turn - 2), 2 - std::abs(turn - 4)};
    for (int i = 0; i < 3; ++i)
        out[i] = (1 - s + s * std::clamp(full[i], 0.0F, 1.0F)) * v;
}

template <void (*function)(const std::vector<const float*>&, float*)> void colours(LayerContext& c)
{
    const Pictures p = picturesOf(c, "images");
    if (c.failed() || c.build.shape(p.x)[3] != 3)
        return c.build.misfit(unreadable());
    setPictures(c, p, hostRows(c.build, {p.x}, Shape(c.build.shape(p.x)), DType::Float32, function));
}

/// Weights of `in` samples in each of `out` places; [in, out].
std::vector<float> scaleWeights(
    int64_t in, int64_t out, double scale, double translation, ResampleKernel kernel, bool antialias)
{
    std::vector<float> matrix(static_cast<size_t>(in * out), 0.0F);
    const double width = antialias ? std::max(1 / scale, 1.0) : 1.0;
    for (int64_t i = 0; i < out; ++i) {
        const double at = (double(i) + 0.5) / scale - translation / scale - 0.5;
        if (at < -0.5 || at > double(in) - 0.5)
            continue;
        double total = 0;
        for (int64_t k = 0; k < in; ++k)
            total += kernel(std::abs(at - double(k)) / width);
        for (int64_t k = 0; k < in && std::abs(total) > 1000 * 1.1920929e-7; ++k)
            matrix[size_t(k * out + i)] = float(kernel(std::abs(at - double(k)) / width) / total);
    }
    return matrix;
}

/// Each of some axes scaled and moved by a matrix of weights.
void scaleAndTranslate(LayerContext& c)
{
    constexpr int64_t most = int64_t(1) << 24;
    static const std::map<std::string, const char*> names{{"linear", "bilinear"}, {"bilinear", "bilinear"},
        {"trilinear", "bilinear"}, {"cubic", "bicubic"}, {"bicubic", "bicubic"}, {"tricubic", "bicubic"},
        {"lanczos3", "lanczos3"}, {"lanczos5", "lanczos5"}};
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "images");
    const auto shape = arguments.integers(1, "output_shape"), axes = arguments.integers(99, "spatial_dims");
    const ValueId scaleValue = arguments.operand(2, "scale"), moveValue = arguments.operand(3, "translation");
    const auto name = names.find(arguments.text(99, "method"));
    const std::vector<float>*scale = c.failed() ? nullptr : arguments.known(scaleValue),
          *move = c.failed() ? nullptr : arguments.known(moveValue);
    const bool antialias = arguments.flag(99, "antialias", true);
    if (!scale || !move || !shape || !axes || name == names.end() || scale->size() != axes->size()
        || move->size() != axes->size() || int(shape->size()) != b.rank(x))
        return b.fail(unreadable());
    const std::vector<float> scales = *scale, moves = *move;
    const int last = b.rank(x) - 1;
    for (size_t i = 0; i < axes->size(); ++i) {
        const int axis = c.axis((*axes)[i], last + 1);
        const int64_t in = b.shape(x)[axis], out = c.failed() ? 0 : (*shape)[size_t(axis)];
        if (c.failed() || out < 1 || scales[i] == 0 || b.times(in, out) > most)
            return b.fail(unreadable());
        const auto weights = scaleWeights(
            in, out, double(scales[i]), double(moves[i]), resampleKernel(name->second), antialias);
        x = b.moveAxis(
            b.matMul(b.moveAxis(x, axis, last), b.literal(weights, {in, out}), -1, {}), last, axis);
    }
    c.set(x);
}

} // namespace

void addPictureOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"GaussianBlur", gaussianBlur},
        {"SobelEdges", sobelEdges}, {"SSIM", structuralSimilarity}, {"PSNR", signalToNoise},
        {"CropImages", border<true>}, {"PadImages", border<false>}, {"RGBToHSV", colours<toHsv>},
        {"HSVToRGB", colours<toRgb>}, {"ScaleAndTranslate", scaleAndTranslate}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
