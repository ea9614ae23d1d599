// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/host_operations.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"

#include <algorithm>
#include <cmath>

/// Norms of vectors and of matrices.
namespace kerascope {
namespace {

struct Order {
    bool plain = false, nuclear = false;
    double number = 2;
};

std::optional<Order> orderOf(const nlohmann::json* written)
{
    if (!written || *written == "fro" || *written == "euclidean")
        return Order{true, false, 2};
    if (*written == "nuc")
        return Order{false, true, 0};
    if (*written == "inf" || *written == "-inf") // as some versions write the infinities
        return Order{false, false, *written == "inf" ? INFINITY : -INFINITY};
    return written->is_number() ? std::optional(Order{false, false, written->get<double>()}) : std::nullopt;
}

ValueId length(ProgramBuilder& b, ValueId x, const std::vector<int>& axes, bool keep)
{
    return b.unary(b.reduce(ReduceKind::Sum, b.unary(x, {Unary::Square}), axes, keep), {Unary::Sqrt});
}

/// (Σ|x|ᵖ)^(1/p), with its limits for p = ±∞ and the count of what is not 0 for p = 0.
ValueId vectorNorm(ProgramBuilder& b, ValueId x, int axis, double p, bool keep)
{
    const ValueId size = b.unary(x, {Unary::Abs});
    if (p == 2)
        return length(b, x, {axis}, keep);
    if (std::isinf(p))
        return b.reduce(p > 0 ? ReduceKind::Maximum : ReduceKind::Minimum, size, {axis}, keep);
    if (p == 0)
        return b.reduce(ReduceKind::Sum, b.cast(b.cast(x, DType::Bool), DType::Float32), {axis}, keep);
    const auto power = [&](ValueId of, double exponent) {
        return b.binary(Binary::Power, of, b.scalar(float(exponent), b.rank(of)));
    };
    const ValueId sum = b.reduce(ReduceKind::Sum, power(size, p), {axis}, keep);
    return b.failed() ? -1 : power(sum, 1 / p);
}

/// ±1 and ±∞ by sums of columns or rows; ±2 and "nuc" by singular values.
ValueId matrixNorm(LayerContext& c, ValueId x, int row, int column, const Order& order, bool keep)
{
    ProgramBuilder& b = c.build;
    const double p = order.number;
    const ReduceKind best = p > 0 ? ReduceKind::Maximum : ReduceKind::Minimum;
    if (!order.nuclear && (std::abs(p) == 1 || std::isinf(p))) {
        const int along = std::isinf(p) ? column : row;
        const ValueId sums = b.reduce(ReduceKind::Sum, b.unary(x, {Unary::Abs}), {along}, true);
        const ValueId out = b.reduce(best, sums, {row, column}, keep);
        return out;
    }
    if (!order.nuclear && std::abs(p) != 2) {
        b.fail(Text(msg("core", "its option \"%1\" is not supported"), "ord"));
        return -1;
    }
    std::vector<int> permutation;
    for (int axis = 0; axis < b.rank(x); ++axis)
        if (axis != row && axis != column)
            permutation.push_back(axis);
    permutation.insert(permutation.end(), {row, column});
    Shape kept = b.shape(x);
    kept[row] = kept[column] = 1;
    const ValueId values = singularValues(c, b.transpose(x, permutation));
    const ValueId out = b.reduce(order.nuclear ? ReduceKind::Sum : best, values, {b.rank(values) - 1}, false);
    return keep ? b.reshape(out, kept) : out;
}

void norm(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto order = orderOf(arguments.find(99, "ord"));
    const bool keep = arguments.flag(99, "keepdims", false);
    std::vector<int> axes;
    for (const int64_t axis : arguments.integers(99, "axis").value_or(std::vector<int64_t>{}))
        axes.push_back(c.axis(axis, b.rank(x)));
    if (axes.empty())
        axes = arguments.axes(99, b.rank(x));
    if (!order || c.failed())
        return b.fail(Text(msg("core", "its option \"%1\" is not supported"), "ord"));
    if (order->plain)
        return c.set(length(b, x, axes, keep));
    if (axes.size() == 1 && !order->nuclear)
        return c.set(vectorNorm(b, x, axes[0], order->number, keep));
    if (axes.size() == 2)
        return c.set(matrixNorm(c, x, axes[0], axes[1], *order, keep));
    b.fail(Text(msg("core", "its option \"%1\" is not supported"), "ord"));
}

} // namespace

void addNormOperations(LayerTable& table) { table.emplace("Norm", norm); }

} // namespace kerascope
