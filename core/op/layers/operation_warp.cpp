// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/host_operations.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"
#include "core/op/layers/spatial.h"
#include "core/op/linear_algebra.h"

#include <algorithm>
#include <cmath>

/// Operations whose outputs look elsewhere in a tensor, at places between its elements.
namespace kerascope {
namespace {

/// A place on an axis of `size` elements, brought into it; "constant" stays.
float inside(const std::string& mode, float at, int64_t size)
{
    const auto length = float(size);
    if (mode == "constant" || (at >= 0 && at <= length - 1))
        return at;
    float in = at;
    if (size <= 1)
        in = 0;
    else if (mode == "reflect") { // dcba|abcd|dcba
        if (at < 0) {
            in = at < 2 * length ? at + 2 * length * std::trunc(-at / (2 * length)) : at;
            in = in < -length ? in + 2 * length : -in - 1;
        } else {
            in = at - 2 * length * std::trunc(at / (2 * length));
            in = in >= length ? 2 * length - in - 1 : in;
        }
    } else if (mode == "wrap") {
        in = at < 0 ? at + length * (std::trunc(-at / (length - 1)) + 1)
                    : at - length * std::trunc(at / (length - 1));
    }
    return std::clamp(in, 0.0F, length - 1);
}

struct Warp {
    bool nearest = false;
    std::string mode = "constant";
    float filling = 0;
};

/// In single precision as TensorFlow, or a place between two elements goes to the other one.
/// Pictures [N, H, W, C] looked at through a projection of eight numbers each (or one for all).
void warp(const HostArgument& in, const std::vector<float>& projections, const Warp& how, float* out)
{
    const int64_t height = in.shape[1], width = in.shape[2], channels = in.shape[3];
    for (int64_t i = 0; i < in.shape[0] * height * width; ++i) {
        const int64_t picture = i / (height * width), y = i / width % height, x = i % width;
        const float* p = projections.data() + (projections.size() > 8 ? picture * 8 : 0);
        const float down = p[6] * float(x) + p[7] * float(y) + 1;
        const float fromX = inside(how.mode, (p[0] * float(x) + p[1] * float(y) + p[2]) / down, width),
                    fromY = inside(how.mode, (p[3] * float(x) + p[4] * float(y) + p[5]) / down, height);
        const auto read = [&](float row, float column, int64_t channel) -> double {
            const bool within = row >= 0 && row < float(height) && column >= 0 && column < float(width);
            return down != 0 && within
                ? double(in.data[((picture * height + int64_t(row)) * width + int64_t(column)) * channels
                    + channel])
                : double(how.filling);
        };
        const float row = std::floor(fromY), column = std::floor(fromX);
        for (int64_t channel = 0; channel < channels; ++channel) {
            double number = 0;
            if (how.nearest) {
                number = read(std::round(fromY), std::round(fromX), channel);
            } else {
                const double right = double(fromX - column), low = double(fromY - row);
                number = (1 - low)
                        * ((1 - right) * read(row, column, channel) + right * read(row, column + 1, channel))
                    + low
                        * ((1 - right) * read(row + 1, column, channel)
                            + right * read(row + 1, column + 1, channel));
            }
            out[i * channels + channel] = float(number);
        }
    }
}

/// The projection that takes four points (x, y) to four others.
void addProjection(const float* start, const float* end, std::vector<float>& projections)
{
    Matrix equations(8, 8), targets(8, 1);
    for (int64_t i = 0; i < 4; ++i) {
        const double x = end[2 * i], y = end[2 * i + 1];
        for (int64_t k = 0; k < 2; ++k) {
            const int64_t row = 2 * i + k;
            const double target = start[2 * i + k];
            equations.at(row, 3 * k) = x;
            equations.at(row, 3 * k + 1) = y;
            equations.at(row, 3 * k + 2) = 1;
            equations.at(row, 6) = -target * x;
            equations.at(row, 7) = -target * y;
            targets.at(row, 0) = target;
        }
    }
    const Matrix solution = solved(equations, targets);
    for (const double number : solution.numbers)
        projections.push_back(float(number));
}

void transform(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const bool perspective = c.type == "PerspectiveTransform";
    ValueId x = arguments.operand(0, "images");
    std::vector<ValueId> inputs{-1, arguments.operand(1, perspective ? "start_points" : "transform")};
    if (perspective)
        inputs.push_back(arguments.operand(2, "end_points"));
    const bool first = c.channelsFirst(), single = b.rank(x) == 3;
    x = toChannelsLast(b, b.alignLeft(x, 4), first);
    Warp how{arguments.text(99, "interpolation") == "nearest", arguments.text(99, "fill_mode"),
        float(arguments.number(99, "fill_value", 0))};
    if (how.mode.empty() || perspective)
        how.mode = "constant";
    if (c.failed() || b.rank(x) != 4)
        return b.fail(unreadable());
    for (size_t i = 1; i < inputs.size(); ++i) {
        const int64_t all = b.shape(inputs[i]).product(0, b.rank(inputs[i]));
        if (all != 8 && all != 8 * b.shape(x)[0])
            return b.misfit(unreadable());
    }
    inputs[0] = x;
    const Shape shape = b.shape(x);
    ValueId y = hostWhole(b, inputs, shape, DType::Float32,
        [how, perspective](const auto& in, const Shape&, float* out) -> Result<void> {
            const int64_t all = in[1].shape.elements().value_or(0);
            std::vector<float> projections;
            if (perspective)
                for (int64_t i = 0; i < all; i += 8)
                    addProjection(in[1].data + i, in[2].data + i, projections);
            else
                projections.assign(in[1].data, in[1].data + all);
            warp(in[0], projections, how, out);
            return {};
        });
    y = toChannelsFirst(b, y, first);
    if (single && !c.failed()) {
        Shape rest = b.shape(y);
        rest.dims.erase(rest.dims.begin());
        y = b.reshape(y, rest);
    }
    c.set(y);
}

/// An index on an axis by Keras's own rules for map_coordinates; −1: the filling.
int64_t placeOf(const std::string& mode, int64_t at, int64_t size)
{
    if (mode == "constant")
        return at >= 0 && at < size ? at : -1;
    if (mode == "wrap")
        return (at % size + size) % size;
    if (mode == "nearest")
        return std::clamp<int64_t>(at, 0, size - 1);
    const int64_t turned = std::abs(at) % (2 * size);
    const int64_t place = turned < size ? turned : 2 * size - turned - (mode == "reflect" ? 1 : 0);
    return std::min(place, size - 1);
}

/// inputs at coordinates [rank, …], the nearest element (order 0) or between neighbours (order 1).
void mapCoordinates(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "inputs"), places = arguments.operand(1, "coordinates");
    const auto order = arguments.integers(99, "order");
    std::string mode = arguments.text(99, "fill_mode");
    if (mode.empty())
        mode = "constant";
    const auto filling = float(arguments.number(99, "fill_value", 0));
    if (c.failed() || !order || (*order)[0] < 0 || (*order)[0] > 1 || b.rank(places) < 2
        || b.shape(places)[0] != b.rank(x))
        return b.fail(unreadable());
    Shape shape = b.shape(places);
    shape.dims.erase(shape.dims.begin());
    const bool linear = (*order)[0] == 1;
    c.set(hostWhole(b, {x, places}, shape, b.dtype(x),
        [mode, filling, linear](const auto& in, const Shape& out, float* to) -> Result<void> {
            const Shape& size = in[0].shape;
            const int64_t count = out.elements().value_or(0),
                          corners = linear ? int64_t(1) << size.rank() : 1;
            for (int64_t i = 0; i < count; ++i) {
                double sum = 0;
                for (int64_t corner = 0; corner < corners; ++corner) {
                    double weight = 1;
                    int64_t at = 0;
                    for (int axis = 0; axis < size.rank(); ++axis) {
                        const double place = in[1].data[int64_t(axis) * count + i];
                        const double low = linear ? std::floor(place) : std::nearbyint(place);
                        const bool upper = (corner >> axis & 1) != 0;
                        weight *= !linear ? 1 : upper ? place - low : 1 - (place - low);
                        const int64_t one = placeOf(mode, int64_t(low) + (upper ? 1 : 0), size[axis]);
                        at = at < 0 || one < 0 ? -1 : at * size[axis] + one;
                    }
                    sum += weight * double(at < 0 ? filling : in[0].data[at]);
                }
                to[i] = float(sum);
            }
            return {};
        }));
}

} // namespace

void addWarpOperations(LayerTable& table)
{
    table.emplace("AffineTransform", transform);
    table.emplace("PerspectiveTransform", transform);
    table.emplace("MapCoordinates", mapCoordinates);
}

} // namespace kerascope
