// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

/// Fourier transforms as products with waves; reductions that pass over what is not a number.
namespace kerascope {
namespace {

constexpr double turn = 2 * std::numbers::pi;

/// cos and sin of 2π·row·column/n, each [rows, columns], times a factor for the column's row.
struct Waves {
    ValueId cosine = -1, sine = -1;
};

Waves waves(LayerContext& c, int64_t n, int64_t rows, int64_t columns, double scale, bool halves = false)
{
    constexpr int64_t most = int64_t(1) << 24;
    ProgramBuilder& b = c.build;
    if (b.times(rows, columns) > most) {
        b.fail(Text(msg("core", "the operation %1 cannot be computed yet"), c.type));
        return {};
    }
    std::vector<float> cosine, sine;
    cosine.reserve(size_t(rows * columns));
    sine.reserve(size_t(rows * columns));
    for (int64_t row = 0; row < rows; ++row)
        for (int64_t column = 0; column < columns; ++column) {
            const double angle = turn * double(row * column % n) / double(n);
            // of half a spectrum every row but the first and the middle one stands for two
            const double factor = halves && row != 0 && 2 * row != n ? 2 * scale : scale;
            cosine.push_back(float(factor * std::cos(angle)));
            sine.push_back(float(factor * std::sin(angle)));
        }
    return {b.literal(std::move(cosine), {rows, columns}), b.literal(std::move(sine), {rows, columns})};
}

ValueId times(ProgramBuilder& b, ValueId x, ValueId matrix) { return b.matMul(x, matrix, -1, {}); }

/// The two parts of a complex tensor that an operation takes.
std::vector<ValueId> complexOperand(LayerContext& c)
{
    OperationArguments arguments(c);
    auto parts = arguments.operands(0, "x");
    if (!c.failed() && (parts.size() != 2 || c.build.rank(parts[0]) < 1))
        c.build.fail(unreadable());
    return parts;
}

/// One transform along an axis: (re + i·im)·e^(∓i…).
std::vector<ValueId> transformed(LayerContext& c, std::vector<ValueId> x, int axis, bool inverse)
{
    ProgramBuilder& b = c.build;
    const int last = b.rank(x[0]) - 1;
    for (ValueId& part : x)
        part = b.moveAxis(part, axis, last);
    if (c.failed())
        return {-1, -1};
    const int64_t n = b.shape(x[0])[-1];
    const Waves w = waves(c, n, n, n, inverse ? 1.0 / double(n) : 1);
    const Binary first = inverse ? Binary::Subtract : Binary::Add,
                 second = inverse ? Binary::Add : Binary::Subtract;
    const ValueId re = b.binary(first, times(b, x[0], w.cosine), times(b, x[1], w.sine));
    const ValueId im = b.binary(second, times(b, x[1], w.cosine), times(b, x[0], w.sine));
    return {b.moveAxis(re, last, axis), b.moveAxis(im, last, axis)};
}

template <int axes, bool inverse> void fourier(LayerContext& c)
{
    auto x = complexOperand(c);
    if (c.failed() || c.build.rank(x[0]) < axes)
        return c.build.fail(unreadable());
    const int rank = c.build.rank(x[0]);
    for (int i = 0; i < axes && !c.failed(); ++i)
        x = transformed(c, x, rank - 1 - i, inverse);
    if (!c.failed())
        c.outputs = x;
}

/// The last axis cut, or continued by zeros.
ValueId fitted(ProgramBuilder& b, ValueId x, int64_t size)
{
    if (b.failed())
        return -1;
    const int last = b.rank(x) - 1;
    const int64_t have = b.shape(x)[-1];
    if (have >= size)
        return have == size ? x : b.sliceAxis(x, last, 0, size);
    std::vector<int64_t> before(size_t(last + 1), 0), after = before;
    after.back() = size - have;
    return b.pad(x, before, after);
}

int64_t lengthOf(LayerContext& c, int64_t otherwise)
{
    OperationArguments arguments(c);
    const auto given = arguments.integers(1, "fft_length");
    const int64_t length = given && given->size() == 1 ? (*given)[0] : otherwise;
    if (length < 1)
        c.build.fail(unreadable());
    return length;
}

void realFourier(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    if (c.failed() || b.rank(x) < 1)
        return b.fail(unreadable());
    const int64_t n = lengthOf(c, b.shape(x)[-1]);
    const Waves w = waves(c, n, n, n / 2 + 1, 1);
    const ValueId row = fitted(b, x, n);
    c.outputs = {times(b, row, w.cosine), b.unary(times(b, row, w.sine), {Unary::Negative})};
}

void inverseRealFourier(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto x = complexOperand(c);
    if (c.failed())
        return;
    const int64_t n = lengthOf(c, 2 * (b.shape(x[0])[-1] - 1));
    if (c.failed())
        return;
    const Waves w = waves(c, n, n / 2 + 1, n, 1.0 / double(n), true);
    const ValueId re = fitted(b, x[0], n / 2 + 1), im = fitted(b, x[1], n / 2 + 1);
    c.set(b.binary(Binary::Subtract, times(b, re, w.cosine), times(b, im, w.sine)));
}

/// Reductions that pass over what is not a number.
template <ReduceKind kind> void withoutNan(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    if (c.failed())
        return;
    const auto axes = arguments.axes(1, b.rank(x));
    const bool keep = arguments.flag(2, "keepdims", false), mean = kind == ReduceKind::Mean;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const float instead = kind == ReduceKind::Product ? 1
        : kind == ReduceKind::Maximum                 ? -infinity
        : kind == ReduceKind::Minimum                 ? infinity
                                                      : 0;
    const ValueId nan = b.binary(Binary::NotEqual, x, x);
    const ValueId clean = b.select(nan, b.scalar(instead, b.rank(x)), x);
    const ValueId y = b.reduce(mean ? ReduceKind::Sum : kind, clean, axes, keep);
    if (!mean)
        return c.set(y);
    const ValueId count = b.reduce(ReduceKind::Sum, b.linear(b.cast(nan, DType::Float32), -1, 1), axes, keep);
    c.set(b.binary(Binary::Divide, y, count));
}

/// Variance or deviation of what is a number.
template <bool root> void spreadWithoutNan(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto axes = arguments.axes(1, b.rank(x));
    const bool keep = arguments.flag(2, "keepdims", false);
    if (c.failed())
        return;
    const ValueId zero = b.scalar(0, b.rank(x)), nan = b.binary(Binary::NotEqual, x, x);
    const ValueId one = b.linear(b.cast(nan, DType::Float32), -1, 1);
    const ValueId mean =
        b.binary(Binary::Divide, b.reduce(ReduceKind::Sum, b.select(nan, zero, x), axes, true),
            b.reduce(ReduceKind::Sum, one, axes, true));
    const ValueId squares =
        b.unary(b.select(nan, zero, b.binary(Binary::Subtract, x, mean)), {Unary::Square});
    const ValueId y = b.binary(Binary::Divide, b.reduce(ReduceKind::Sum, squares, axes, keep),
        b.reduce(ReduceKind::Sum, one, axes, keep));
    c.set(root ? b.unary(y, {Unary::Sqrt}) : y);
}

/// The first place of the largest (or smallest) number; −1 where there is none.
template <ReduceKind kind> void placeWithoutNan(LayerContext& c)
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const auto [x, axis] = arguments.along(1);
    if (c.failed())
        return;
    const int rank = b.rank(x);
    const int64_t size = b.shape(x)[axis];
    const bool keep = arguments.flag(2, "keepdims", false);
    const ValueId nan = b.binary(Binary::NotEqual, x, x);
    const ValueId clean =
        b.select(nan, b.scalar(kind == ReduceKind::Maximum ? -infinity : infinity, rank), x);
    const ValueId best = b.binary(Binary::Equal, clean, b.reduce(kind, clean, {axis}, true));
    const ValueId place = b.reduce(ReduceKind::Minimum,
        b.select(best, counting(b, size, axis, rank), b.scalar(float(size), rank)), {axis}, keep);
    const ValueId none = b.reduce(ReduceKind::All, nan, {axis}, keep);
    if (!c.failed())
        c.set(b.cast(b.select(none, b.scalar(-1, b.rank(place)), place), DType::Int32));
}

} // namespace

void addSignalOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"FFT", fourier<1, false>},
        {"FFT2", fourier<2, false>}, {"IFFT2", fourier<2, true>}, {"RFFT", realFourier},
        {"IRFFT", inverseRealFourier}, {"Nansum", withoutNan<ReduceKind::Sum>},
        {"Nanmean", withoutNan<ReduceKind::Mean>}, {"Nanprod", withoutNan<ReduceKind::Product>},
        {"Nanmax", withoutNan<ReduceKind::Maximum>}, {"Nanmin", withoutNan<ReduceKind::Minimum>},
        {"Nanvar", spreadWithoutNan<false>}, {"Nanstd", spreadWithoutNan<true>},
        {"Nanargmax", placeWithoutNan<ReduceKind::Maximum>},
        {"Nanargmin", placeWithoutNan<ReduceKind::Minimum>}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
