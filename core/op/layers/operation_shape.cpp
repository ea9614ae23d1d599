// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/operation_arguments.h"

#include "core/op/layers/layer_table.h"

#include <algorithm>

namespace kerascope {
namespace {

/// The new shape counts the batch axis; one −1 takes the rest.
void reshape(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto target = arguments.integers(1, "newshape");
    if (c.failed() || !target) {
        b.fail(Text(msg("core", "its argument \"%1\" is missing"), "newshape"));
        return;
    }
    Shape out;
    int64_t known = 1;
    int open = -1;
    for (const int64_t dim : *target) {
        if (dim == -1 && open < 0)
            open = out.rank();
        else if (dim > 0)
            known = b.times(known, dim);
        else
            b.fail(Text(msg("core", "its option \"%1\" must be positive, not %2"), "newshape", dim));
        out.dims.push_back(dim);
    }
    if (open >= 0 && !c.failed())
        out[open] = b.shape(x).product(0, b.rank(x)) / known;
    c.set(b.reshape(x, std::move(out)));
}

void transpose(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const int rank = b.rank(x);
    std::vector<int> permutation;
    if (const auto given = arguments.integers(1, "axes"))
        for (const int64_t one : *given)
            permutation.push_back(c.axis(one, rank));
    else
        for (int axis = rank - 1; axis >= 0; --axis)
            permutation.push_back(axis);
    std::vector<int> sorted = permutation;
    std::sort(sorted.begin(), sorted.end());
    bool good = int(sorted.size()) == rank;
    for (size_t i = 0; good && i < sorted.size(); ++i)
        good = sorted[i] == int(i);
    if (!good)
        b.fail(Text(
            msg("core", "its option \"%1\" does not fit an input of shape %2"), "axes", b.shape(x).text()));
    c.set(b.failed() ? -1 : b.transpose(x, permutation));
}

void expandDims(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto given = arguments.integers(1, "axis");
    Shape out = b.shape(x);
    std::vector<int> axes;
    if (given)
        for (const int64_t one : *given)
            axes.push_back(c.axis(one, out.rank() + int(given->size())));
    std::sort(axes.begin(), axes.end());
    for (const int axis : axes)
        if (axis <= out.rank())
            out.dims.insert(out.dims.begin() + axis, 1);
    c.set(b.reshape(x, std::move(out)));
}

void squeeze(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const Shape shape = b.shape(x);
    const auto given = arguments.integers(1, "axis");
    std::vector<bool> gone(size_t(shape.rank()), false);
    for (int axis = 0; axis < shape.rank() && !given; ++axis)
        gone[size_t(axis)] = shape[axis] == 1;
    if (given && !c.failed())
        for (const int64_t one : *given)
            if (const int axis = c.axis(one, shape.rank()); !c.failed())
                gone[size_t(axis)] = true;
    Shape out;
    for (int axis = 0; axis < shape.rank(); ++axis)
        if (!gone[size_t(axis)])
            out.dims.push_back(shape[axis]);
    c.set(b.reshape(x, std::move(out)));
}

void concatenateOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const auto parts = arguments.operands(0, "xs");
    if (parts.empty() || c.failed()) {
        b.fail(Text(msg("core", "it has no input")));
        return;
    }
    const auto axis = arguments.integers(1, "axis");
    const int along = c.axis(axis && !axis->empty() ? (*axis)[0] : -1, b.rank(parts[0]));
    c.set(c.failed() ? -1 : b.concat(parts, along));
}

void stack(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    auto parts = arguments.operands(0, "x");
    if (parts.empty() || c.failed()) {
        b.fail(Text(msg("core", "it has no input")));
        return;
    }
    const auto axis = arguments.integers(1, "axis");
    const int along = c.axis(axis && !axis->empty() ? (*axis)[0] : 0, b.rank(parts[0]) + 1);
    std::vector<float> numbers;
    for (const ValueId part : parts)
        if (const std::vector<float>* one = arguments.known(part); one && b.rank(part) == 0)
            numbers.push_back((*one)[0]);
    if (numbers.size() == parts.size()) { // sizes put together to a shape
        c.set(b.literal(numbers, {int64_t(numbers.size())}));
        return;
    }
    for (ValueId& part : parts) {
        Shape shape = b.shape(part);
        if (along <= shape.rank())
            shape.dims.insert(shape.dims.begin() + along, 1);
        part = b.reshape(part, std::move(shape));
    }
    c.set(c.failed() ? -1 : b.concat(parts, along));
}

template <int number> void filledLike(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    if (c.failed())
        return;
    const auto type = dtypeFromName(arguments.text(1, "dtype"));
    const DType kind = type == DType::Bool ? DType::Bool : DType::Float32;
    c.set(b.add(OpKind::Broadcast, {b.scalar(float(number), b.rank(x))}, b.shape(x), NoAttributes{}, kind));
}

/// One entry of a Python index on an axis of that size.
struct Range {
    int64_t begin = 0, size = 0, step = 1;
};

std::optional<Range> rangeOf(const nlohmann::json& entry, int64_t axisSize)
{
    const auto part = [&](size_t i) -> std::optional<int64_t> {
        const nlohmann::json& one = entry["slice"][i];
        return one.is_number_integer()
            ? std::optional(std::clamp<int64_t>(one.get<int64_t>(), INT32_MIN, INT32_MAX))
            : std::nullopt;
    };
    for (const nlohmann::json& one : entry["slice"])
        if (!one.is_null() && !one.is_number_integer())
            return std::nullopt;
    Range range;
    range.step = part(2).value_or(1);
    if (range.step == 0)
        return std::nullopt;
    const bool back = range.step < 0;
    const int64_t lowest = back ? -1 : 0, highest = back ? axisSize - 1 : axisSize;
    const auto placed = [&](std::optional<int64_t> at, int64_t otherwise) {
        if (!at)
            return otherwise;
        return std::clamp(*at < 0 ? *at + axisSize : *at, lowest, highest);
    };
    range.begin = placed(part(0), back ? axisSize - 1 : 0);
    const int64_t end = placed(part(1), back ? -1 : axisSize);
    const int64_t distance = back ? range.begin - end : end - range.begin;
    const int64_t stride = back ? -range.step : range.step;
    range.size = distance > 0 ? (distance + stride - 1) / stride : 0;
    return range;
}

bool isSlice(const nlohmann::json& entry)
{
    return entry.is_object() && entry.contains("slice") && entry["slice"].is_array()
        && entry["slice"].size() == 3;
}

/// The sizes of a tensor, which are known while lowering.
void shapeOf(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    if (c.failed() || b.rank(x) == 0)
        return b.fail(unreadable());
    const Shape& shape = b.shape(x);
    c.set(b.literal(std::vector<float>(shape.dims.begin(), shape.dims.end()), {int64_t(shape.rank())}));
}

/// An element or a stretch of numbers that are known while lowering.
bool itemOfKnown(LayerContext& c, const std::vector<float>& numbers, const nlohmann::json& key)
{
    const nlohmann::json& entry = key.is_array() && key.size() == 1 ? key[0] : key;
    const auto size = int64_t(numbers.size());
    if (entry.is_number_integer()) {
        const int64_t at = entry.get<int64_t>() < 0 ? entry.get<int64_t>() + size : entry.get<int64_t>();
        if (at < 0 || at >= size)
            return false;
        c.set(c.build.literal({numbers[size_t(at)]}, Shape{}));
        return true;
    }
    const auto range = isSlice(entry) ? rangeOf(entry, size) : std::nullopt;
    if (!range || range->size < 1)
        return false;
    std::vector<float> taken;
    for (int64_t i = 0; i < range->size; ++i)
        taken.push_back(numbers[size_t(range->begin + i * range->step)]);
    c.set(c.build.literal(taken, {range->size}));
    return true;
}

/// x[…] with integers, slices, an ellipsis and new axes.
void getItem(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x");
    const nlohmann::json* key = arguments.find(1, "key");
    if (c.failed() || !key) {
        b.fail(unreadable());
        return;
    }
    if (const std::vector<float>* numbers = arguments.known(x);
        numbers && b.rank(x) == 1 && itemOfKnown(c, *numbers, *key))
        return;
    const nlohmann::json list = key->is_array() ? *key : nlohmann::json::array({*key});
    const int taken = int(std::count_if(list.begin(), list.end(),
        [](const auto& entry) { return entry.is_number_integer() || isSlice(entry); }));
    const int rank = b.rank(x);
    Shape out;
    int axis = 0;
    for (const auto& entry : list) {
        if (entry.is_null()) {
            out.dims.push_back(1);
        } else if (entry.is_object() && entry.contains("ellipsis")) {
            for (int i = taken; i < rank && axis < rank; ++i)
                out.dims.push_back(b.shape(x)[axis++]);
        } else if (axis < rank && entry.is_number_integer()) {
            const int64_t size = b.shape(x)[axis];
            const int64_t at = std::clamp<int64_t>(entry.get<int64_t>(), INT32_MIN, INT32_MAX);
            x = b.sliceAxis(x, axis++, at < 0 ? at + size : at, 1);
        } else if (axis < rank && isSlice(entry)) {
            const auto range = rangeOf(entry, b.shape(x)[axis]);
            if (!range)
                b.fail(unreadable());
            else
                x = b.sliceAxis(x, axis++, range->begin, range->size, range->step);
            out.dims.push_back(range ? range->size : 1);
        } else {
            b.fail(unreadable());
        }
        if (c.failed())
            return;
    }
    while (axis < rank)
        out.dims.push_back(b.shape(x)[axis++]);
    c.set(b.reshape(x, std::move(out)));
}

void repeat(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto count = arguments.integers(1, "repeats"), axis = arguments.integers(2, "axis");
    if (!count || count->size() != 1 || (*count)[0] < 1 || !axis || axis->size() != 1) {
        b.fail(unreadable());
        return;
    }
    const int along = c.axis((*axis)[0], b.rank(x));
    c.set(c.failed() ? -1 : b.repeat(x, along, (*count)[0]));
}

} // namespace

void addShapeOperations(LayerTable& table)
{
    table.emplace("Reshape", reshape);
    table.emplace("Transpose", transpose);
    table.emplace("ExpandDims", expandDims);
    table.emplace("Squeeze", squeeze);
    table.emplace("Concatenate", concatenateOperation);
    table.emplace("Stack", stack);
    table.emplace("ZerosLike", filledLike<0>);
    table.emplace("EmptyLike", filledLike<0>);
    table.emplace("OnesLike", filledLike<1>);
    table.emplace("GetItem", getItem);
    table.emplace("Shape", shapeOf);
    table.emplace("Repeat", repeat);
}

} // namespace kerascope
