// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/quantized.h"
#include "core/op/small_floats.h"

#include <limits>

namespace kerascope {
namespace {

/// Each number rounded to float8_e4m3fn.
class Float8Rounding : public HostFunction {
public:
    Result<void> run(const std::vector<HostArgument>& in, const Shape& shape, float* out) const override
    {
        for (int64_t i = 0; i < shape.elements().value_or(0); ++i)
            out[i] = roundToFloat8(in[0].data[i]);
        return {};
    }
};

std::string modeOf(LayerContext& c) { return c.text("quantization", ""); }

bool isInt4(const std::string& mode) { return mode.starts_with("int4"); }
bool isGrouped(const std::string& mode) { return mode.starts_with("int4_groups"); }

/// How many groups of the configured size that many numbers make; unknownDim where only the file tells.
int64_t groupsOf(LayerContext& c, int64_t size)
{
    const int64_t block = c.integer("quantization_block", 0);
    return block > 0 ? (size + block - 1) / block : block < 0 ? 1 : unknownDim;
}

ValueId transposed(ProgramBuilder& b, ValueId matrix)
{
    if (b.failed())
        return -1;
    const Shape size = b.shape(matrix);
    return b.derived(DerivedKind::Transpose, {matrix}, {size[1], size[0]}, 0, {1, 0});
}

ValueId unpacked(ProgramBuilder& b, ValueId packed, int64_t columns, bool isUnsigned = false)
{
    if (b.failed())
        return -1;
    return b.derived(DerivedKind::Nibbles, {packed}, {b.shape(packed)[0], columns}, isUnsigned ? 1.0F : 0.0F);
}

ValueId asMatrix(ProgramBuilder& b, ValueId kernel, int64_t rows, int64_t columns)
{
    if (b.failed())
        return -1;
    return b.derived(DerivedKind::Reshape, {kernel}, {rows, columns});
}

/// A kernel of GPTQ or AWQ [rows, columns], stored transposed, with scales by groups of rows.
ValueId calibratedKernel(LayerContext& c, const std::string& part, int64_t rows, int64_t columns)
{
    ProgramBuilder& b = c.build;
    const std::string mode = modeOf(c);
    ValueId stored = -1;
    if (mode == "gptq")
        stored = c.weight(part + "kernel", {columns, rows});
    else
        stored = transposed(b,
            unpacked(b, transposed(b, c.weight(part + "kernel", {(columns + 1) / 2, rows})), columns, true));
    const ValueId scale = c.weight(part + "kernel_scale", {columns, groupsOf(c, rows)});
    const ValueId zero = c.weight(part + "kernel_zero", {columns, groupsOf(c, rows)});
    const ValueId group = c.weight(part + "g_idx", {rows});
    ValueId plain = b.derived(DerivedKind::DequantizeColumns, {stored, scale, zero, group}, {columns, rows});
    if (mode == "awq")
        plain = b.derived(
            DerivedKind::DivideLastAxis, {plain, c.weight(part + "awq_scales", {rows})}, {columns, rows});
    return transposed(b, plain);
}

} // namespace

Quantized quantizedInput(LayerContext& c, ValueId x, const std::vector<int>& axes)
{
    ProgramBuilder& b = c.build;
    constexpr float most = 127, epsilon = 1e-7F, infinity = std::numeric_limits<float>::infinity();
    const std::string mode = modeOf(c);
    if (c.failed() || (mode != "int8" && !mode.ends_with("_inputs")))
        return {x, b.scalar(1, b.rank(x))};
    const ValueId largest = b.reduce(ReduceKind::Maximum, b.unary(x, {Unary::Abs}), axes, true);
    const ValueId scale = b.binary(Binary::Divide, b.scalar(most, b.rank(x)),
        b.unary(b.linear(largest, 1, epsilon), {Unary::Clip, epsilon, infinity, 0}));
    const ValueId rounded = b.unary(b.binary(Binary::Multiply, x, scale), {Unary::Round});
    return {b.unary(rounded, {Unary::Clip, -most, most, 0}), scale};
}

bool scalesAfterwards(LayerContext& c)
{
    const std::string mode = modeOf(c);
    return mode.starts_with("int8") || mode == "int4" || mode == "int4_inputs";
}

ValueId storedNumbers(
    LayerContext& c, const std::string& role, int64_t rows, int64_t columns, const Shape& shape)
{
    ProgramBuilder& b = c.build;
    if (!isInt4(modeOf(c)))
        return asMatrix(b, c.weight(role, shape), rows, columns);
    return unpacked(b, c.weight(role, {rows, (columns + 1) / 2}), columns);
}

ValueId plainKernel(
    LayerContext& c, const std::string& part, int64_t rows, int64_t columns, const Shape& shape)
{
    ProgramBuilder& b = c.build;
    const std::string mode = modeOf(c);
    if (mode == "float8")
        return asMatrix(b,
            b.derived(DerivedKind::RoundFloat8,
                {c.weight(part + "kernel", shape), c.weight(part + "kernel_scale", Shape{})}, shape),
            rows, columns);
    if (mode == "awq" || mode.starts_with("gptq"))
        return calibratedKernel(c, part, rows, columns);
    const ValueId numbers = storedNumbers(c, part + "kernel", rows, columns, shape);
    if (!isGrouped(mode))
        return b.derived(DerivedKind::DivideLastAxis, {numbers, c.weight(part + "kernel_scale", {columns})},
            {rows, columns});
    const ValueId scale = c.weight(part + "kernel_scale", {groupsOf(c, rows), columns});
    const ValueId zero = c.weight(part + "kernel_zero", {groupsOf(c, rows), columns});
    return b.derived(DerivedKind::DequantizeRows, {numbers, scale, zero, c.weight(part + "g_idx", {rows})},
        {rows, columns});
}

ValueId plainInput(LayerContext& c, const std::string& part, ValueId x)
{
    ProgramBuilder& b = c.build;
    if (modeOf(c) != "float8")
        return x;
    const ValueId scale = b.alignLeft(c.weight(part + "inputs_scale", Shape{}), b.rank(x));
    if (c.failed())
        return -1;
    const Shape size = b.shape(x);
    const ValueId rounded = b.host(
        std::make_shared<const Float8Rounding>(), {b.binary(Binary::Divide, x, scale)}, size, DType::Float32);
    return b.binary(Binary::Multiply, rounded, scale);
}

ValueId quantizedBias(LayerContext& c, const std::string& role, const Shape& shape)
{
    const ValueId bias = c.weight(role, shape);
    if (c.failed() || modeOf(c) != "float8")
        return bias;
    const Shape size = c.build.shape(bias);
    return c.build.derived(DerivedKind::RoundBFloat16, {bias}, size);
}

ValueId quantizedMatMul(LayerContext& c, ValueId x, const std::string& part, const Shape& shape,
    const Shape& scales, int64_t columns)
{
    ProgramBuilder& b = c.build;
    if (c.failed())
        return -1;
    const int rank = b.rank(x);
    const int64_t rows = b.shape(x)[-1];
    if (!scalesAfterwards(c)) {
        const ValueId kernel = plainKernel(c, part, rows, columns, shape);
        return b.matMul(plainInput(c, part, x), kernel, -1, {});
    }
    const Quantized q = quantizedInput(c, x, {rank - 1});
    const ValueId kernel = storedNumbers(c, part + "kernel", rows, columns, shape);
    const Shape stored = isInt4(modeOf(c)) ? Shape{columns} : scales;
    const ValueId scale = b.reshape(c.weight(part + "kernel_scale", stored), {columns});
    const ValueId whole = b.binary(Binary::Multiply, q.scale, b.alignLeft(scale, rank));
    return b.binary(Binary::Divide, b.matMul(q.x, kernel, -1, {}), whole);
}

ValueId quantizedRows(LayerContext& c, ValueId indices, int64_t rows, int64_t width)
{
    ProgramBuilder& b = c.build;
    Shape out = b.shape(indices);
    Shape column = out;
    out.dims.push_back(width);
    column.dims.push_back(1);
    ValueId table = storedNumbers(c, "embeddings", rows, width, {rows, width});
    if (isGrouped(modeOf(c))) {
        const ValueId scale = c.weight("embeddings_scale", {rows, groupsOf(c, width)});
        const ValueId zero = c.weight("embeddings_zero", {rows, groupsOf(c, width)});
        table = b.derived(
            DerivedKind::DequantizeColumns, {table, scale, zero, c.weight("g_idx", {width})}, {rows, width});
        return c.failed() ? -1 : b.add(OpKind::Gather, {table, indices}, out, NoAttributes{});
    }
    const ValueId scales = b.reshape(c.weight("embeddings_scale", {rows}), {rows, 1});
    if (c.failed())
        return -1;
    const ValueId y = b.add(OpKind::Gather, {table, indices}, out, NoAttributes{});
    return b.binary(Binary::Divide, y, b.add(OpKind::Gather, {scales, indices}, column, NoAttributes{}));
}

ValueId quantizedReverse(LayerContext& c, ValueId x, int64_t rows, int64_t width, bool tied)
{
    ProgramBuilder& b = c.build;
    const std::string mode = modeOf(c), name = tied ? "embeddings" : "reverse_embeddings";
    const int rank = b.rank(x);
    ValueId table = -1; // [width, rows]
    if (tied)
        table = transposed(b, storedNumbers(c, name, rows, width, {rows, width}));
    else if (isInt4(mode))
        table = transposed(b, unpacked(b, transposed(b, c.weight(name, {(width + 1) / 2, rows})), width));
    else
        table = c.weight(name, {width, rows});
    const Quantized q = quantizedInput(c, x, {rank - 1});
    if (!isGrouped(mode)) {
        const ValueId scale = c.weight(name + "_scale", {rows});
        const ValueId whole = b.binary(Binary::Multiply, q.scale, b.alignLeft(scale, rank));
        return b.binary(Binary::Divide, b.matMul(q.x, table, -1, {}), whole);
    }
    const int64_t count = groupsOf(c, width);
    const Shape groups = tied ? Shape{rows, count} : Shape{count, rows};
    ValueId scale = c.weight(name + "_scale", groups), zero = c.weight(name + "_zero", groups);
    if (tied) {
        scale = transposed(b, scale);
        zero = transposed(b, zero);
    }
    table = b.derived(
        DerivedKind::DequantizeRows, {table, scale, zero, c.weight("g_idx", {width})}, {width, rows});
    return b.binary(Binary::Divide, b.matMul(q.x, table, -1, {}), q.scale);
}

} // namespace kerascope
