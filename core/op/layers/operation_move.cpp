// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"
#include "core/op/layers/spatial.h"

#include <algorithm>

/// Operations that move or repeat elements, and those that are layers without weights.
namespace kerascope {
namespace {

void flip(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x");
    const auto given = arguments.integers(1, "axis");
    for (int axis = 0; axis < b.rank(x) && !c.failed(); ++axis) {
        const bool wanted = !given || std::any_of(given->begin(), given->end(), [&](int64_t one) {
            return c.axis(one, b.rank(x)) == axis;
        });
        const int64_t size = b.shape(x)[axis];
        if (wanted)
            x = b.sliceAxis(x, axis, size - 1, size, -1);
    }
    c.set(x);
}

void roll(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x");
    const auto shifts = arguments.integers(1, "shift"), axes = arguments.integers(2, "axis");
    if (c.failed() || !shifts || shifts->empty() || (axes && axes->size() != shifts->size()))
        return b.fail(unreadable());
    const Shape whole = b.shape(x);
    if (!axes)
        x = b.reshape(x, {whole.product(0, whole.rank())});
    for (size_t i = 0; i < shifts->size() && !c.failed(); ++i) {
        const int axis = axes ? c.axis((*axes)[i], b.rank(x)) : 0;
        const int64_t size = b.shape(x)[axis];
        const int64_t shift = ((*shifts)[i] % size + size) % size;
        if (shift != 0)
            x = b.concat(
                {b.sliceAxis(x, axis, size - shift, shift), b.sliceAxis(x, axis, 0, size - shift)}, axis);
    }
    c.set(axes ? x : b.reshape(x, whole));
}

void tile(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x");
    auto counts = arguments.integers(1, "repeats");
    if (c.failed() || !counts || counts->empty())
        return b.fail(unreadable());
    constexpr int64_t mostCopies = 65536;
    x = b.alignLeft(x, int(counts->size()));
    counts->insert(counts->begin(), size_t(std::max<int64_t>(b.rank(x) - int64_t(counts->size()), 0)), 1);
    for (int axis = 0; axis < b.rank(x) && !c.failed(); ++axis) {
        const int64_t count = (*counts)[size_t(axis)];
        if (count < 1 || count > mostCopies)
            return b.fail(unreadable());
        if (count > 1)
            x = b.concat(std::vector<ValueId>(size_t(count), x), axis);
    }
    c.set(x);
}

void swapAxes(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto first = arguments.integers(1, "axis1"), second = arguments.integers(2, "axis2");
    if (c.failed() || !first || !second || first->size() != 1 || second->size() != 1)
        return b.fail(unreadable());
    std::vector<int> order(size_t(b.rank(x)));
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = int(i);
    const int one = c.axis((*first)[0], b.rank(x)), other = c.axis((*second)[0], b.rank(x));
    if (c.failed())
        return;
    std::swap(order[size_t(one)], order[size_t(other)]);
    c.set(b.transpose(x, order));
}

void moveAxisOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto from = arguments.integers(1, "source"), to = arguments.integers(2, "destination");
    if (c.failed() || !from || !to || from->size() != to->size())
        return b.fail(unreadable());
    const int rank = b.rank(x);
    std::vector<int> order(size_t(rank), -1), sources;
    for (size_t i = 0; i < from->size() && !c.failed(); ++i) {
        sources.push_back(c.axis((*from)[i], rank));
        order[size_t(c.axis((*to)[i], rank))] = sources.back();
    }
    for (int axis = 0; axis < rank; ++axis)
        if (std::find(sources.begin(), sources.end(), axis) == sources.end())
            *std::find(order.begin(), order.end(), -1) = axis;
    c.set(c.failed() ? -1 : b.transpose(x, order));
}

void ravel(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    c.set(b.reshape(x, {b.shape(x).product(0, b.rank(x))}));
}

void broadcastTo(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto shape = arguments.integers(1, "shape");
    if (c.failed() || !shape || int(shape->size()) < b.rank(x))
        return b.fail(unreadable());
    const ValueId aligned = b.alignLeft(x, int(shape->size()));
    Shape out(*shape);
    for (int i = 0; i < out.rank(); ++i)
        if (out[i] == -1)
            out[i] = b.shape(aligned)[i];
    c.set(b.broadcast(aligned, out));
}

void fullLike(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x"), value = arguments.operand(1, "fill_value");
    if (!c.failed())
        c.set(b.broadcast(b.alignLeft(value, b.rank(x)), b.shape(x)));
}

/// One axis continued by its mirror image, with (symmetric) or without (reflect) the element at the edge.
ValueId mirrored(ProgramBuilder& b, ValueId x, int axis, int64_t before, int64_t after, bool symmetric)
{
    const int64_t size = b.shape(x)[axis], skip = symmetric ? 0 : 1;
    if (before > size - skip || after > size - skip) {
        b.misfit(unreadable());
        return -1;
    }
    std::vector<ValueId> parts;
    if (before > 0)
        parts.push_back(b.sliceAxis(x, axis, before - 1 + skip, before, -1));
    parts.push_back(x);
    if (after > 0)
        parts.push_back(b.sliceAxis(x, axis, size - 1 - skip, after, -1));
    return parts.size() == 1 ? x : b.concat(parts, axis);
}

void padOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x");
    const nlohmann::json* widths = arguments.find(1, "pad_width");
    std::string mode = arguments.text(2, "mode");
    std::transform(mode.begin(), mode.end(), mode.begin(), [](char l) { return char(std::tolower(l)); });
    if (c.failed() || !widths || !widths->is_array() || int(widths->size()) != b.rank(x))
        return b.fail(unreadable());
    std::vector<int64_t> before, after;
    for (const nlohmann::json& pair : *widths) {
        const bool good = pair.is_array() && pair.size() == 2 && pair[0].is_number_integer()
            && pair[1].is_number_integer() && pair[0].get<int64_t>() >= 0 && pair[1].get<int64_t>() >= 0;
        if (!good)
            return b.fail(unreadable());
        before.push_back(std::min<int64_t>(pair[0].get<int64_t>(), INT32_MAX));
        after.push_back(std::min<int64_t>(pair[1].get<int64_t>(), INT32_MAX));
    }
    if (mode.empty() || mode == "constant") {
        c.set(b.pad(x, before, after, float(arguments.number(3, "constant_values", 0))));
        return;
    }
    if (mode != "reflect" && mode != "symmetric")
        return b.fail(Text(msg("core", "its option \"%1\" is not supported"), "mode"));
    for (int axis = 0; axis < int(before.size()) && !c.failed(); ++axis)
        x = mirrored(b, x, axis, before[size_t(axis)], after[size_t(axis)], mode == "symmetric");
    c.set(x);
}

/// [N, H, W, C·k²] ↔ [N, H·k, W·k, C]
template <bool toSpace> void depthAndSpace(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto block = arguments.integers(1, "block_size");
    const std::string format = arguments.text(2, "data_format");
    if (c.failed() || !block || block->size() != 1 || (*block)[0] < 1 || b.rank(x) != 4
        || (format != "channels_last" && format != "NHWC" && !format.empty()))
        return b.fail(unreadable());
    const int64_t k = (*block)[0];
    const Shape s = b.shape(x);
    const bool fits = toSpace ? s[3] % (k * k) == 0 : s[1] % k == 0 && s[2] % k == 0;
    if (!fits)
        return b.misfit(unreadable());
    if (toSpace) {
        const ValueId parts = b.reshape(x, {s[0], s[1], s[2], k, k, s[3] / (k * k)});
        c.set(b.reshape(b.transpose(parts, {0, 1, 3, 2, 4, 5}), {s[0], s[1] * k, s[2] * k, s[3] / (k * k)}));
    } else {
        const ValueId parts = b.reshape(x, {s[0], s[1] / k, k, s[2] / k, k, s[3]});
        c.set(b.reshape(b.transpose(parts, {0, 1, 3, 2, 4, 5}), {s[0], s[1] / k, s[2] / k, s[3] * k * k}));
    }
}

template <bool maximum> void poolOperation(LayerContext& c)
{
    const ValueId x = OperationArguments(c).operand(0, "inputs");
    const int rank = c.build.rank(x) - 2;
    nlohmann::json config = c.config;
    if (config.contains("pool_size") && config.value("strides", nlohmann::json()).is_null())
        config["strides"] = config["pool_size"];
    asLayer(
        c, std::string(maximum ? "MaxPooling" : "AveragePooling") + std::to_string(rank) + "D", config, x);
}

void resizeOperation(LayerContext& c)
{
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "images");
    const auto size = arguments.integers(1, "size");
    if (c.failed() || !size || size->size() != 2)
        return c.build.fail(unreadable());
    nlohmann::json config = c.config.is_object() ? c.config : nlohmann::json::object();
    for (const char* key : {"interpolation", "antialias"})
        if (const nlohmann::json* written = arguments.find(99, key))
            config[key] = *written;
    config["height"] = (*size)[0];
    config["width"] = (*size)[1];
    asLayer(c, "Resizing", config, x);
}

void grayscale(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = OperationArguments(c).operand(0, "images");
    const bool first = c.channelsFirst();
    x = toChannelsLast(b, x, first);
    c.set(c.failed()
            ? -1
            : toChannelsFirst(b, b.matMul(x, b.literal({0.2989F, 0.5870F, 0.1140F}, {3, 1}), -1, {}), first));
}

/// Joined along the second (hstack), first (vstack) or third axis.
template <int along> void joinOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    auto parts = OperationArguments(c).operands(0, "xs");
    for (ValueId& part : parts) {
        if (along != 1)
            part = b.alignLeft(part, 2);
        if (along == 2 && b.rank(part) == 2)
            part = b.reshape(part, {b.shape(part)[0], b.shape(part)[1], 1});
    }
    if (parts.empty() || c.failed())
        return b.fail(unreadable());
    c.set(b.concat(parts, std::min(along, b.rank(parts[0]) - 1)));
}

} // namespace

void addMovingOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"Flip", flip}, {"Roll", roll}, {"Tile", tile},
        {"Swapaxes", swapAxes}, {"Moveaxis", moveAxisOperation}, {"Ravel", ravel},
        {"BroadcastTo", broadcastTo}, {"FullLike", fullLike}, {"Pad", padOperation},
        {"DepthToSpace", depthAndSpace<true>}, {"SpaceToDepth", depthAndSpace<false>},
        {"MaxPool", poolOperation<true>}, {"AveragePool", poolOperation<false>}, {"Resize", resizeOperation},
        {"RGBToGrayscale", grayscale}, {"Hstack", joinOperation<1>}, {"Vstack", joinOperation<0>},
        {"Dstack", joinOperation<2>}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
