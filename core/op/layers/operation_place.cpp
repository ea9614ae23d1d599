// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/categories.h"
#include "core/op/layers/host_operations.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"

#include <algorithm>
#include <cmath>
#include <limits>

/// Operations that put numbers at places which are computed, or count where numbers fall.
namespace kerascope {
namespace {

Text sizeDepends() { return Text(msg("core", "the size of its output depends on the numbers that come in")); }

enum class Joining { Replace, Add, Maximum, Minimum, Multiply };

float joined(Joining how, float have, float update)
{
    switch (how) {
    case Joining::Add:
        return have + update;
    case Joining::Maximum:
        return std::max(have, update);
    case Joining::Minimum:
        return std::min(have, update);
    case Joining::Multiply:
        return have * update;
    default:
        return update;
    }
}

/// Where rows of `width` numbers go: indices [places, depth] into the first axes of a shape; −1 outside.
int64_t flatPlace(const float* index, int64_t depth, const Shape& shape)
{
    int64_t at = 0;
    for (int64_t i = 0; i < depth; ++i) {
        const auto one = int64_t(index[i]);
        if (one < 0 || one >= shape[int(i)])
            return -1;
        at = at * shape[int(i)] + one;
    }
    return at;
}

/// `base` (or zeros) with updates at indices [places…, depth].
ValueId scattered(
    LayerContext& c, ValueId base, ValueId indices, ValueId updates, const Shape& shape, Joining how)
{
    ProgramBuilder& b = c.build;
    const Shape at = b.shape(indices);
    const int64_t depth = at.rank() > 0 ? at[-1] : 0;
    if (c.failed() || depth < 1 || depth > shape.rank() || !shape.known()) {
        b.fail(unreadable());
        return -1;
    }
    const int64_t places = at.product(0, at.rank() - 1), width = shape.product(int(depth), shape.rank());
    if (b.shape(updates).product(0, b.rank(updates)) != b.times(places, width)) {
        b.misfit(Text(msg("core", "its inputs of shapes %1 and %2 do not fit together"), at.text(),
            b.shape(updates).text()));
        return -1;
    }
    std::vector<ValueId> inputs{indices, updates};
    if (base >= 0)
        inputs.push_back(base);
    return hostWhole(b, inputs, shape, b.dtype(updates),
        [depth, places, width, how](const auto& in, const Shape& out, float* to) -> Result<void> {
            const int64_t all = out.elements().value_or(0);
            if (in.size() > 2)
                std::copy_n(in[2].data, all, to);
            else
                std::fill_n(to, all, 0.0F);
            for (int64_t i = 0; i < places; ++i) {
                const int64_t place = flatPlace(in[0].data + i * depth, depth, out);
                for (int64_t k = 0; k < width && place >= 0; ++k)
                    to[place * width + k] = joined(how, to[place * width + k], in[1].data[i * width + k]);
            }
            return {};
        });
}

void scatter(LayerContext& c)
{
    OperationArguments arguments(c);
    const ValueId indices = arguments.operand(0, "indices"), values = arguments.operand(1, "values");
    const auto shape = arguments.integers(2, "shape");
    if (c.failed() || !shape)
        return c.build.fail(unreadable());
    c.set(scattered(c, -1, indices, values, Shape(*shape), Joining::Add));
}

void scatterUpdate(LayerContext& c)
{
    static const std::map<std::string, Joining> ways{{"", Joining::Replace}, {"add", Joining::Add},
        {"max", Joining::Maximum}, {"min", Joining::Minimum}, {"mul", Joining::Multiply}};
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "inputs"), indices = arguments.operand(1, "indices"),
                  updates = arguments.operand(2, "updates");
    const auto how = ways.find(arguments.text(99, "reduction"));
    if (c.failed() || how == ways.end())
        return c.build.fail(unreadable());
    c.set(scattered(c, x, indices, updates, Shape(c.build.shape(x)), how->second));
}

/// A block of numbers from a corner on, which is moved inside where it would stick out.
void sliceUpdate(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "inputs"), updates = arguments.operand(2, "updates");
    const auto start = arguments.integers(1, "start_indices");
    if (c.failed() || !start || int(start->size()) != b.rank(x) || b.rank(updates) != b.rank(x))
        return b.fail(unreadable());
    const Shape whole = b.shape(x), block = b.shape(updates);
    std::vector<int64_t> corner = *start;
    for (int axis = 0; axis < whole.rank(); ++axis) {
        if (block[axis] > whole[axis])
            return b.misfit(unreadable());
        corner[size_t(axis)] = std::clamp<int64_t>(corner[size_t(axis)], 0, whole[axis] - block[axis]);
    }
    c.set(hostWhole(b, {x, updates}, whole, b.dtype(x),
        [corner](const auto& in, const Shape& out, float* to) -> Result<void> {
            std::copy_n(in[0].data, out.elements().value_or(0), to);
            const Shape& part = in[1].shape;
            for (int64_t i = 0; i < part.elements().value_or(0); ++i) {
                int64_t at = 0, stride = 1, rest = i;
                for (int axis = out.rank() - 1; axis >= 0; --axis) {
                    at += stride * (corner[size_t(axis)] + rest % part[axis]);
                    stride *= out[axis];
                    rest /= part[axis];
                }
                to[at] = in[1].data[i];
            }
            return {};
        }));
}

/// Rows joined by the number of their segment; an empty segment has what changes nothing.
template <Joining how> void segments(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId data = arguments.operand(0, "data"), ids = arguments.operand(1, "segment_ids");
    const auto count = arguments.integers(99, "num_segments");
    if (c.failed() || !count)
        return b.fail(sizeDepends());
    if (b.rank(ids) != 1 || b.rank(data) < 1 || (*count)[0] < 1 || b.shape(ids)[0] != b.shape(data)[0])
        return b.fail(unreadable());
    Shape shape = b.shape(data);
    shape[0] = (*count)[0];
    constexpr float largest = std::numeric_limits<float>::max();
    const float empty = how == Joining::Maximum ? -largest
        : how == Joining::Minimum               ? largest
        : how == Joining::Multiply              ? 1
                                                : 0;
    c.set(hostWhole(b, {data, ids}, shape, b.dtype(data),
        [empty](const auto& in, const Shape& out, float* to) -> Result<void> {
            const int64_t all = out.elements().value_or(0), width = all / out[0], rows = in[1].shape[0];
            std::fill_n(to, all, empty);
            for (int64_t row = 0; row < rows; ++row) {
                const auto segment = int64_t(in[1].data[row]);
                for (int64_t k = 0; k < width && segment >= 0 && segment < out[0]; ++k) {
                    float& place = to[segment * width + k];
                    place = joined(how, place, in[0].data[row * width + k]);
                }
            }
            return {};
        }));
}

/// How often each number occurs in a row. Keras lets the output grow with the largest number; here its size
/// is the least one that was asked for, and a larger number is refused when it comes.
void occurrences(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto least = arguments.integers(99, "minlength");
    const nlohmann::json* written = arguments.find(99, "weights");
    if (c.failed() || !least || (*least)[0] < 1)
        return b.fail(sizeDepends());
    if (b.rank(x) < 1 || b.rank(x) > 2 || arguments.flag(99, "sparse", false))
        return b.fail(unreadable());
    std::vector<ValueId> inputs{x};
    if (written)
        inputs.push_back(arguments.value(*written));
    if (written && (c.failed() || b.shape(inputs[1]) != b.shape(x)))
        return b.fail(unreadable());
    Shape shape = b.shape(x);
    shape[-1] = (*least)[0];
    c.set(hostWhole(b, inputs, shape, written ? DType::Float32 : DType::Int32,
        [](const auto& in, const Shape& out, float* to) -> Result<void> {
            const int64_t all = in[0].shape.elements().value_or(0), row = in[0].shape[-1], size = out[-1];
            std::fill_n(to, out.elements().value_or(0), 0.0F);
            for (int64_t i = 0; i < all; ++i) {
                const auto number = int64_t(in[0].data[i]);
                if (number < 0 || number >= size)
                    return Error{ErrorCode::Usage, {},
                        Text(msg("core",
                                 "the number %1 is not below the length %2 that counts were asked for"),
                            number, size),
                        {}};
                to[i / row * size + number] += in.size() > 1 ? in[1].data[i] : 1;
            }
            return {};
        }));
}

void multiHot(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "inputs");
    const auto classes = arguments.integers(99, "num_classes");
    if (c.failed() || !classes || classes->size() != 1 || !depthFits(c, (*classes)[0]) || b.rank(x) < 1)
        return b.fail(unreadable());
    const int rank = b.rank(x) + 1;
    Shape column = b.shape(x);
    column.dims.push_back(1);
    const ValueId hot =
        b.cast(b.binary(Binary::Equal, b.reshape(x, column), counting(b, (*classes)[0], rank - 1, rank)),
            DType::Float32);
    const int axis = arguments.axis(99, rank, -1);
    if (c.failed())
        return;
    c.set(b.reduce(ReduceKind::Maximum, b.moveAxis(hot, rank - 1, axis), {b.rank(x) > 1 ? 1 : 0}, false));
}

void isIn(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x1"), set = flattened(b, arguments.operand(1, "x2"));
    if (c.failed())
        return;
    Shape column = b.shape(x);
    column.dims.push_back(1);
    const int last = b.rank(x);
    const ValueId same = b.binary(Binary::Equal, b.reshape(x, column), b.alignLeft(set, last + 1));
    const ValueId found = b.reduce(ReduceKind::Any, same, {last}, false);
    c.set(arguments.flag(99, "invert", false) ? b.unary(found, {Unary::Not}) : found);
}

/// Coordinates of places in a shape. Keras 3.15.1 takes the axes of several rows from the wrong end; so does
/// this.
void coordinates(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "indices");
    auto shape = arguments.integers(99, "shape");
    if (c.failed() || !shape || shape->empty() || *std::min_element(shape->begin(), shape->end()) < 1)
        return b.fail(unreadable());
    if (b.rank(x) == 1)
        std::reverse(shape->begin(), shape->end());
    for (const int64_t size : *shape) {
        const ValueId dim = b.cast(b.scalar(float(size), b.rank(x)), DType::Int32);
        c.outputs.insert(c.outputs.begin(), b.binary(Binary::Modulo, x, dim));
        x = b.binary(Binary::FloorDivide, x, dim);
    }
}

/// Counts of a vector's numbers in equal stretches, and the ends of those.
void histogram(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto bins = arguments.integers(99, "bins");
    const nlohmann::json* range = arguments.find(99, "range");
    const int64_t count = bins && bins->size() == 1 ? (*bins)[0] : 10;
    if (c.failed() || b.rank(x) != 1 || count < 1 || count > (1 << 20) || (range && range->size() != 2))
        return b.fail(unreadable());
    std::optional<std::pair<double, double>> ends;
    if (range && (*range)[0].is_number() && (*range)[1].is_number())
        ends = {(*range)[0].get<double>(), (*range)[1].get<double>()};
    else if (range)
        return b.fail(unreadable());
    const auto edges = [ends, count](const HostArgument& in) {
        const int64_t all = in.shape[0];
        const auto [low, high] = std::minmax_element(in.data, in.data + all);
        const auto from = float(ends ? ends->first : double(*low)),
                   to = float(ends ? ends->second : double(*high));
        std::vector<float> out;
        for (int64_t i = 0; i < count; ++i)
            out.push_back(from + (to - from) / float(count) * float(i));
        out.push_back(to);
        return out;
    };
    const ValueId counts = hostWhole(b, {x}, {count}, DType::Float32,
        [edges, count](const auto& in, const Shape&, float* to) -> Result<void> {
            const auto limits = edges(in[0]);
            std::fill_n(to, count, 0.0F);
            for (int64_t i = 0; i < in[0].shape[0]; ++i) {
                const float number = in[0].data[i];
                if (number >= limits.front() && number <= limits.back())
                    to[std::upper_bound(limits.begin() + 1, limits.end() - 1, number) - limits.begin() - 1] +=
                        1;
            }
            return {};
        });
    const ValueId places = hostWhole(b, {x}, {count + 1}, DType::Float32,
        [edges](const auto& in, const Shape&, float* to) -> Result<void> {
            const auto limits = edges(in[0]);
            std::copy(limits.begin(), limits.end(), to);
            return {};
        });
    c.outputs = {counts, places};
}

/// The different numbers in rising order, as many as were asked for.
void unique(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto size = arguments.integers(99, "size");
    if (c.failed() || !size || (*size)[0] < 1)
        return b.fail(sizeDepends());
    for (const char* name : {"return_index", "return_inverse", "return_counts"})
        if (arguments.flag(99, name, false))
            return b.fail(Text(msg("core", "its option \"%1\" is not supported"), name));
    if (arguments.find(99, "axis") || !arguments.flag(99, "sorted", true))
        return b.fail(Text(msg("core", "its option \"%1\" is not supported"), "axis"));
    const auto filling = float(arguments.number(99, "fill_value", 0));
    c.set(hostWhole(b, {x}, {(*size)[0]}, b.dtype(x),
        [filling](const auto& in, const Shape& out, float* to) -> Result<void> {
            std::vector<float> numbers(in[0].data, in[0].data + in[0].shape.elements().value_or(0));
            std::sort(numbers.begin(), numbers.end());
            numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
            numbers.resize(size_t(out[0]), filling);
            std::copy(numbers.begin(), numbers.end(), to);
            return {};
        }));
}

} // namespace

void addPlaceOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"Scatter", scatter},
        {"ScatterUpdate", scatterUpdate}, {"SliceUpdate", sliceUpdate},
        {"SegmentSum", segments<Joining::Add>}, {"SegmentMax", segments<Joining::Maximum>},
        {"SegmentMin", segments<Joining::Minimum>}, {"SegmentProd", segments<Joining::Multiply>},
        {"Bincount", occurrences}, {"MultiHot", multiHot}, {"IsIn", isIn}, {"UnravelIndex", coordinates},
        {"Histogram", histogram}, {"Unique", unique}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
