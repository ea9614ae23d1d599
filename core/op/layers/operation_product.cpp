// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/einsum.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"

#include <algorithm>
#include <numeric>

/// Products over axes, diagonals, and sums along one axis.
namespace kerascope {
namespace {

/// Σ over pairs of axes of x·y; the free axes of x stand in front of those of y.
ValueId contracted(
    LayerContext& c, ValueId x, ValueId y, const std::vector<int>& left, const std::vector<int>& right)
{
    ProgramBuilder& b = c.build;
    EinsumEquation equation;
    Labels first(size_t(b.rank(x))), second(size_t(b.rank(y)));
    std::iota(first.begin(), first.end(), 0);
    std::iota(second.begin(), second.end(), b.rank(x));
    for (size_t i = 0; i < left.size(); ++i)
        second[size_t(right[i])] = first[size_t(left[i])];
    for (const int label : first)
        if (std::find(second.begin(), second.end(), label) == second.end())
            equation.result.push_back(label);
    for (const int label : second)
        if (label >= b.rank(x))
            equation.result.push_back(label);
    equation.operands = {first, second};
    return einsum(b, equation, x, y);
}

/// "axes": how many at the end of x and the start of y, or two lists (or numbers) of axes.
void tensorDot(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x1"), y = arguments.operand(1, "x2");
    const nlohmann::json* written = arguments.find(2, "axes");
    if (c.failed())
        return;
    std::vector<int> left, right;
    if (!written || written->is_number_integer()) {
        const int64_t count = written ? written->get<int64_t>() : 2;
        if (count < 0 || count > std::min(b.rank(x), b.rank(y)))
            return b.fail(unreadable());
        for (int i = 0; i < int(count); ++i) {
            left.push_back(b.rank(x) - int(count) + i);
            right.push_back(i);
        }
    } else {
        if (!written->is_array() || written->size() != 2)
            return b.fail(unreadable());
        for (size_t side = 0; side < 2; ++side) {
            const nlohmann::json& one = (*written)[side];
            for (const nlohmann::json& axis : one.is_array() ? one : nlohmann::json::array({one})) {
                if (!axis.is_number_integer())
                    return b.fail(unreadable());
                (side == 0 ? left : right).push_back(c.axis(axis.get<int64_t>(), b.rank(side == 0 ? x : y)));
            }
        }
    }
    if (c.failed() || left.size() != right.size())
        return b.fail(unreadable());
    c.set(contracted(c, x, y, left, right));
}

void inner(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x1"), y = arguments.operand(1, "x2");
    if (c.failed() || b.rank(x) < 1 || b.rank(y) < 1)
        return b.fail(unreadable());
    c.set(contracted(c, x, y, {b.rank(x) - 1}, {b.rank(y) - 1}));
}

void flatDot(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = flattened(b, arguments.operand(0, "x1")), y = flattened(b, arguments.operand(1, "x2"));
    c.set(b.reduce(ReduceKind::Sum, b.binary(Binary::Multiply, x, y), {0}, false));
}

/// Every element of x in front of a copy of y.
void kronecker(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x1"), y = arguments.operand(1, "x2");
    const int rank = std::max(b.rank(x), b.rank(y));
    if (c.failed() || 2 * rank > ProgramBuilder::maxRank)
        return b.fail(unreadable());
    x = b.alignLeft(x, rank);
    y = b.alignLeft(y, rank);
    Shape left, right, out;
    for (int axis = 0; axis < rank; ++axis) {
        left.dims.insert(left.dims.end(), {b.shape(x)[axis], 1});
        right.dims.insert(right.dims.end(), {1, b.shape(y)[axis]});
        out.dims.push_back(b.times(b.shape(x)[axis], b.shape(y)[axis]));
    }
    c.set(b.reshape(b.binary(Binary::Multiply, b.reshape(x, left), b.reshape(y, right)), out));
}

/// The cross product of vectors of 3 (or 2, whose third number is 0).
void cross(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x1"), y = arguments.operand(1, "x2");
    const bool one = arguments.find(99, "axis") != nullptr;
    const auto axisOf = [&](const char* key, int rank) {
        const auto given = arguments.integers(99, one ? "axis" : key);
        return c.axis(given && !given->empty() ? (*given)[0] : -1, rank);
    };
    x = b.moveAxis(x, axisOf("axisa", b.rank(x)), b.rank(x) - 1);
    y = b.moveAxis(y, axisOf("axisb", b.rank(y)), b.rank(y) - 1);
    const int rank = std::max(b.rank(x), b.rank(y));
    x = b.alignLeft(x, rank);
    y = b.alignLeft(y, rank);
    const int64_t left = b.shape(x)[-1], right = b.shape(y)[-1];
    if (c.failed() || left < 2 || left > 3 || right < 2 || right > 3)
        return b.misfit(unreadable());
    const auto part = [&](ValueId from, int64_t place) {
        return place < b.shape(from)[-1] ? b.sliceAxis(from, rank - 1, place, 1)
                                         : b.linear(b.sliceAxis(from, rank - 1, 0, 1), 0, 0);
    };
    const auto area = [&](int64_t i, int64_t j) {
        return b.binary(Binary::Subtract, b.binary(Binary::Multiply, part(x, i), part(y, j)),
            b.binary(Binary::Multiply, part(x, j), part(y, i)));
    };
    if (left == 2 && right == 2) {
        const ValueId z = area(0, 1);
        Shape shape = b.shape(z);
        shape.dims.pop_back();
        return c.set(b.reshape(z, shape));
    }
    const ValueId out = b.concat({area(1, 2), area(2, 0), area(0, 1)}, rank - 1);
    c.set(c.failed() ? -1 : b.moveAxis(out, rank - 1, axisOf("axisc", rank)));
}

/// The k-th diagonal of the last two axes.
ValueId diagonalOf(LayerContext& c, ValueId x, int64_t k)
{
    ProgramBuilder& b = c.build;
    Shape shape = b.shape(x);
    const int64_t rows = shape[-2], columns = shape[-1];
    const int64_t count = k >= 0 ? std::min(rows, columns - k) : std::min(rows + k, columns);
    if (count < 1) {
        b.misfit(unreadable());
        return -1;
    }
    shape.dims.pop_back();
    shape[-1] = b.times(rows, columns);
    return b.sliceAxis(b.reshape(x, shape), shape.rank() - 1, k >= 0 ? k : -k * columns, count, columns + 1);
}

int64_t wholeOf(OperationArguments& arguments, const char* name, int64_t otherwise)
{
    const auto given = arguments.integers(99, name);
    return given && !given->empty() ? (*given)[0] : otherwise;
}

/// Diagonal and its sum, Trace, over two axes.
void diagonal(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x");
    const int rank = b.rank(x);
    const int first = c.axis(wholeOf(arguments, "axis1", 0), rank),
              second = c.axis(wholeOf(arguments, "axis2", 1), rank);
    if (c.failed() || first == second)
        return b.fail(unreadable());
    std::vector<int> order;
    for (int axis = 0; axis < rank; ++axis)
        if (axis != first && axis != second)
            order.push_back(axis);
    order.insert(order.end(), {first, second});
    x = diagonalOf(c, b.transpose(x, order), wholeOf(arguments, "offset", 0));
    c.set(c.type == "Trace" && !c.failed() ? b.reduce(ReduceKind::Sum, x, {b.rank(x) - 1}, false) : x);
}

/// Diag of a matrix is its diagonal; of a vector, and Diagflat of anything, the matrix that has it.
void diagonalMatrix(LayerContext& c)
{
    constexpr int64_t longest = 4096;
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x");
    const int64_t k = wholeOf(arguments, "k", 0);
    if (c.failed())
        return;
    if (c.type == "Diag" && b.rank(x) == 2)
        return c.set(diagonalOf(c, x, k));
    if (c.type == "Diag" && b.rank(x) != 1)
        return b.fail(unreadable());
    x = flattened(b, x);
    const int64_t size = b.shape(x)[0];
    if (size > longest || std::abs(k) > longest)
        return b.fail(Text(msg("core", "the operation %1 cannot be computed yet"), c.type));
    const ValueId same =
        b.cast(b.binary(Binary::Equal, counting(b, size, 0, 2), counting(b, size, 1, 2)), DType::Float32);
    const ValueId square = b.binary(Binary::Multiply, b.reshape(x, {size, 1}), same);
    c.set(b.pad(square, {std::max<int64_t>(-k, 0), std::max<int64_t>(k, 0)},
        {std::max<int64_t>(k, 0), std::max<int64_t>(-k, 0)}));
}

/// Distances of all pairs of rows.
void distances(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x"), y = arguments.operand(1, "y");
    const int rank = std::max(b.rank(x), b.rank(y));
    x = b.alignLeft(x, rank);
    y = b.alignLeft(y, rank);
    if (c.failed() || rank < 2)
        return b.fail(unreadable());
    Shape left = b.shape(x), right = b.shape(y);
    left.dims.insert(left.dims.end() - 1, 1);
    right.dims.insert(right.dims.end() - 2, 1);
    const ValueId apart = b.binary(Binary::SquaredDifference, b.reshape(x, left), b.reshape(y, right));
    c.set(b.unary(b.reduce(ReduceKind::Sum, apart, {rank}, false), {Unary::Sqrt}));
}

/// Correlations of the rows of a matrix.
void correlations(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    if (c.failed() || b.rank(x) != 2)
        return b.fail(unreadable());
    const ValueId centred = b.binary(Binary::Subtract, x, b.reduce(ReduceKind::Mean, x, {1}, true));
    const ValueId products = b.matMul(centred, centred, -1, {false, true, {}});
    const ValueId deviation = b.unary(diagonalOf(c, products, 0), {Unary::Sqrt});
    if (c.failed())
        return;
    const int64_t count = b.shape(x)[0];
    const ValueId spread =
        b.binary(Binary::Multiply, b.reshape(deviation, {count, 1}), b.reshape(deviation, {1, count}));
    c.set(b.unary(b.binary(Binary::Divide, products, spread), {Unary::Clip, -1, 1, 0}));
}

/// x1[i + k]·x2[i] summed, for every place k ("valid": where x2 lies inside; "full": where it touches).
void correlate(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x1");
    const ValueId y = arguments.operand(1, "x2");
    const std::string mode = arguments.text(99, "mode");
    if (c.failed() || b.rank(x) != 1 || b.rank(y) != 1)
        return b.fail(unreadable());
    const int64_t n = b.shape(x)[0], m = b.shape(y)[0];
    const bool inside = mode.empty() || mode == "valid";
    if (!inside)
        x = b.pad(x, {m - 1}, {m - 1});
    if (inside && m > n)
        return b.misfit(unreadable());
    ValueId out = b.matMul(slidingRows(b, x, m, 1), b.reshape(y, {m, 1}), -1, {});
    out = flattened(b, out);
    if (mode == "same")
        out = b.sliceAxis(out, 0, (n + m - 1 - std::max(n, m)) / 2, std::max(n, m));
    c.set(out);
}

/// Powers of each number.
void powers(LayerContext& c)
{
    constexpr int64_t most = 65536;
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    if (c.failed() || b.rank(x) != 1)
        return b.fail(unreadable());
    const int64_t size = b.shape(x)[0], count = wholeOf(arguments, "N", size);
    if (count < 1 || count > most)
        return b.misfit(unreadable());
    ValueId exponents = counting(b, count, 1, 2);
    if (!arguments.flag(99, "increasing", false))
        exponents = b.linear(exponents, -1, float(count - 1));
    c.set(b.binary(Binary::Power, b.reshape(x, {size, 1}), exponents));
}

/// Means with weights of the same shape, or of one axis.
void average(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto axes = arguments.axes(99, b.rank(x));
    const nlohmann::json* written = arguments.find(1, "weights");
    if (c.failed())
        return;
    if (!written)
        return c.set(b.reduce(ReduceKind::Mean, x, axes, false));
    ValueId weights = arguments.value(*written);
    if (c.failed())
        return;
    if (b.rank(weights) != b.rank(x)) {
        if (axes.size() != 1 || b.rank(weights) != 1)
            return b.fail(unreadable());
        Shape shape(std::vector<int64_t>(size_t(b.rank(x)), 1));
        shape[axes[0]] = b.shape(weights)[0];
        weights = b.reshape(weights, shape);
    }
    c.set(b.binary(Binary::Divide,
        b.reduce(ReduceKind::Sum, b.binary(Binary::Multiply, x, weights), axes, false),
        b.reduce(ReduceKind::Sum, weights, axes, false)));
}

/// The area under straight lines between the numbers; steps of dx or between the known places x.
void trapezoid(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId y = arguments.operand(0, "y");
    const int axis = arguments.axis(99, b.rank(y), -1);
    if (c.failed())
        return;
    const int64_t rest = b.shape(y)[axis] - 1;
    const auto pairs = [&](Binary function, ValueId of, int along, int64_t count) {
        return b.binary(function, b.sliceAxis(of, along, 1, count), b.sliceAxis(of, along, 0, count));
    };
    ValueId heights = b.linear(pairs(Binary::Add, y, axis, rest), 0.5F, 0);
    if (const nlohmann::json* written = arguments.find(99, "x")) {
        const ValueId places = arguments.value(*written);
        if (c.failed() || b.rank(places) != 1)
            return b.fail(unreadable());
        Shape shape(std::vector<int64_t>(size_t(b.rank(y)), 1));
        shape[axis] = rest;
        heights =
            b.binary(Binary::Multiply, heights, b.reshape(pairs(Binary::Subtract, places, 0, rest), shape));
    } else {
        heights = b.linear(heights, float(arguments.number(99, "dx", 1)), 0);
    }
    c.set(b.reduce(ReduceKind::Sum, heights, {axis}, false));
}

/// Coordinates of a grid: each vector spread along its own axis.
void grid(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    std::vector<ValueId> parts;
    for (size_t i = 0; arguments.find(i, "") != nullptr; ++i)
        parts.push_back(flattened(b, arguments.operand(i, "")));
    const int rank = int(parts.size());
    if (c.failed() || parts.empty() || rank > ProgramBuilder::maxRank)
        return b.fail(unreadable());
    const bool swapped = arguments.text(99, "indexing") != "ij" && rank > 1; // x runs along the second axis
    const auto axisOf = [&](int i) { return swapped && i < 2 ? 1 - i : i; };
    Shape whole(std::vector<int64_t>(size_t(rank), 1));
    for (int i = 0; i < rank; ++i)
        whole[axisOf(i)] = b.shape(parts[size_t(i)])[0];
    for (int i = 0; i < rank; ++i) {
        Shape shape(std::vector<int64_t>(size_t(rank), 1));
        shape[axisOf(i)] = whole[axisOf(i)];
        c.outputs.push_back(b.broadcast(b.reshape(parts[size_t(i)], shape), whole));
    }
}

} // namespace

void addProductOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"Tensordot", tensorDot}, {"Inner", inner},
        {"Vdot", flatDot}, {"Kron", kronecker}, {"Cross", cross}, {"Diagonal", diagonal}, {"Trace", diagonal},
        {"Diag", diagonalMatrix}, {"Diagflat", diagonalMatrix}, {"CDist", distances},
        {"Corrcoef", correlations}, {"Correlate", correlate}, {"Vander", powers}, {"Average", average},
        {"Trapezoid", trapezoid}, {"Meshgrid", grid}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
