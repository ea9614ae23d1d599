// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"

#include <algorithm>
#include <cmath>
#include <limits>

/// Operations that are a few primitives in a row: normalisations, differences, mirrors, comparisons.
namespace kerascope {
namespace {

/// Operands of a normalisation have the sizes of the last axis.
ValueId scaledBy(LayerContext& c, ValueId y, size_t position, const char* name, Binary function)
{
    OperationArguments arguments(c);
    const nlohmann::json* written = arguments.find(position, name);
    if (!written || c.failed())
        return y;
    const ValueId value = arguments.value(*written);
    return c.failed() ? -1 : c.build.binary(function, y, c.build.alignLeft(value, c.build.rank(y)));
}

/// Layer and RMS normalisation along the last axis.
void normalise(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto along = arguments.integers(99, "axis");
    const int last = b.rank(x) - 1;
    if (c.failed() || (along && (along->size() != 1 || c.axis((*along)[0], last + 1) != last)))
        return b.fail(Text(msg("core", "its option \"%1\" is not supported"), "axis"));
    const auto epsilon = float(arguments.number(99, "epsilon", 1e-7));
    const bool layer = c.type == "LayerNorm", scaling = arguments.flag(99, "rms_scaling", false);
    const ValueId centred =
        layer ? b.binary(Binary::Subtract, x, b.reduce(ReduceKind::Mean, x, {last}, true)) : x;
    const ValueId power = b.reduce(ReduceKind::Mean, b.unary(centred, {Unary::Square}), {last}, true);
    const ValueId factor = b.unary(b.linear(power, 1, epsilon), {Unary::Rsqrt});
    ValueId y = b.binary(Binary::Multiply, scaling ? x : centred, factor);
    y = scaledBy(c, y, 1, layer ? "gamma" : "scale", Binary::Multiply);
    if (layer && !scaling)
        y = scaledBy(c, y, 2, "beta", Binary::Add);
    c.set(y);
}

/// Fliplr and Flipud turn one axis around.
template <int axis> void mirror(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    if (c.failed() || b.rank(x) <= axis)
        return b.fail(unreadable());
    const int64_t size = b.shape(x)[axis];
    c.set(b.sliceAxis(x, axis, size - 1, size, -1));
}

/// Each element less the one before it, n times.
void difference(LayerContext& c)
{
    constexpr int64_t most = 64;
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "a");
    const auto along = arguments.integers(99, "axis"), times = arguments.integers(99, "n");
    const int64_t count = times && !times->empty() ? (*times)[0] : 1;
    if (c.failed() || count < 0 || count > most)
        return b.fail(unreadable());
    const int axis = c.axis(along && !along->empty() ? (*along)[0] : -1, b.rank(x));
    for (int64_t i = 0; i < count && !c.failed(); ++i) {
        const int64_t rest = b.shape(x)[axis] - 1;
        x = b.binary(Binary::Subtract, b.sliceAxis(x, axis, 1, rest), b.sliceAxis(x, axis, 0, rest));
    }
    c.set(x);
}

/// |x1 − x2| ≤ atol + rtol·|x2|, of each pair or of all together
template <bool all> void isClose(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x1"), y = arguments.operand(1, "x2");
    if (arguments.flag(99, "equal_nan", false))
        b.fail(Text(msg("core", "its option \"%1\" is not supported"), "equal_nan"));
    const auto relative = float(arguments.number(2, "rtol", 1e-5)),
               absolute = float(arguments.number(3, "atol", 1e-8));
    const int rank = std::max(b.rank(x), b.rank(y));
    x = b.alignLeft(x, rank);
    y = b.alignLeft(y, rank);
    const ValueId apart = b.unary(b.binary(Binary::Subtract, x, y), {Unary::Abs});
    const ValueId close =
        b.binary(Binary::LessEqual, apart, b.linear(b.unary(y, {Unary::Abs}), relative, absolute));
    c.set(all ? b.reduce(ReduceKind::All, flattened(b, close), {0}, false) : close);
}

/// NaN and the infinities become numbers.
void nanToNumber(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    if (c.failed())
        return;
    constexpr float largest = std::numeric_limits<float>::max();
    const int rank = b.rank(x);
    const ValueId nan = b.binary(Binary::NotEqual, x, x);
    const auto filled = [&](const char* name, double otherwise) {
        return b.scalar(float(arguments.number(99, name, otherwise)), rank);
    };
    ValueId y = b.select(nan, filled("nan", 0), x);
    y = b.select(b.binary(Binary::Greater, y, b.scalar(largest, rank)), filled("posinf", largest), y);
    c.set(b.select(b.binary(Binary::Less, y, b.scalar(-largest, rank)), filled("neginf", -largest), y));
}

/// Real numbers are their own real part and conjugate.
void realPart(LayerContext& c) { c.set(OperationArguments(c).operand(0, "x")); }

void imaginaryPart(LayerContext& c) { c.set(c.build.linear(OperationArguments(c).operand(0, "x"), 0, 0)); }

} // namespace

void addSmallOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"LayerNorm", normalise}, {"RMSNorm", normalise},
        {"Fliplr", mirror<1>}, {"Flipud", mirror<0>}, {"Diff", difference}, {"Isclose", isClose<false>},
        {"AllClose", isClose<true>}, {"NanToNum", nanToNumber}, {"Real", realPart}, {"Conj", realPart},
        {"Conjugate", realPart}, {"Imag", imaginaryPart}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
