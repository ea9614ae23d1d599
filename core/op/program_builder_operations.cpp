// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/program_builder.h"

#include <algorithm>
#include <numeric>

namespace kerascope {
namespace {

bool givesBool(Binary function)
{
    switch (function) {
    case Binary::Equal:
    case Binary::NotEqual:
    case Binary::Less:
    case Binary::LessEqual:
    case Binary::Greater:
    case Binary::GreaterEqual:
    case Binary::And:
    case Binary::Or:
        return true;
    default:
        return false;
    }
}

DType wider(DType a, DType b)
{
    if (a == DType::Float32 || b == DType::Float32)
        return DType::Float32;
    return a == DType::Int32 || b == DType::Int32 ? DType::Int32 : DType::Bool;
}

} // namespace

ValueId ProgramBuilder::unary(ValueId x, Activation activation)
{
    if (!good({x}) || activation.none())
        return x;
    DType type = DType::Float32;
    if (activation.function == Unary::Not)
        type = DType::Bool;
    else if (activation.function == Unary::Abs || activation.function == Unary::Negative
        || activation.function == Unary::Square || activation.function == Unary::Sign)
        type = dtype(x);
    return add(OpKind::Unary, {x}, shape(x), UnaryAttributes{activation}, type);
}

ValueId ProgramBuilder::linear(ValueId x, float scale, float offset)
{
    return unary(x, {Unary::Linear, scale, offset, 0});
}

ValueId ProgramBuilder::binary(Binary function, ValueId a, ValueId b)
{
    if (!good({a, b}))
        return -1;
    const auto out = broadcastShape(shape(a), shape(b));
    if (!out) {
        misfit(Text(msg("core", "its inputs of shapes %1 and %2 do not fit together"), shape(a).text(),
            shape(b).text()));
        return -1;
    }
    const DType type = givesBool(function) ? DType::Bool
        : function == Binary::Divide       ? DType::Float32
                                           : wider(dtype(a), dtype(b));
    return add(OpKind::Binary, {a, b}, *out, BinaryAttributes{function, {}}, type);
}

ValueId ProgramBuilder::select(ValueId condition, ValueId a, ValueId b)
{
    if (!good({condition, a, b}))
        return -1;
    auto out = broadcastShape(shape(a), shape(b));
    if (out)
        out = broadcastShape(*out, shape(condition));
    if (!out) {
        misfit(Text(msg("core", "its inputs of shapes %1, %2 and %3 do not fit together"),
            shape(condition).text(), shape(a).text(), shape(b).text()));
        return -1;
    }
    return add(OpKind::Select, {condition, a, b}, *out, NoAttributes{}, wider(dtype(a), dtype(b)));
}

ValueId ProgramBuilder::cast(ValueId x, DType dtype_)
{
    if (!good({x}) || dtype(x) == dtype_)
        return x;
    return add(OpKind::Cast, {x}, shape(x), NoAttributes{}, dtype_);
}

ValueId ProgramBuilder::host(
    std::shared_ptr<const HostFunction> function, std::vector<ValueId> inputs, Shape to, DType dtype_)
{
    if (!good(inputs))
        return -1;
    for (const ValueId input : inputs)
        if (isConstant(input)) {
            fail(Text(msg("core", "its arguments cannot be read")));
            return -1;
        }
    return add(OpKind::Host, std::move(inputs), std::move(to), HostAttributes{std::move(function)}, dtype_);
}

ValueId ProgramBuilder::reshape(ValueId x, Shape to)
{
    if (!good({x}) || shape(x) == to)
        return x;
    const auto elements = to.known() ? to.elements() : std::nullopt;
    if (!elements || *elements != *shape(x).elements()) {
        misfit(
            Text(msg("core", "a tensor of shape %1 cannot be reshaped to %2"), shape(x).text(), to.text()));
        return -1;
    }
    if (isConstant(x))
        return derived(DerivedKind::Reshape, {x}, to);
    return add(OpKind::Reshape, {x}, std::move(to), NoAttributes{}, dtype(x));
}

ValueId ProgramBuilder::transpose(ValueId x, const std::vector<int>& permutation)
{
    if (!good({x}))
        return -1;
    Shape out;
    bool same = true;
    for (size_t i = 0; i < permutation.size(); ++i) {
        out.dims.push_back(shape(x)[permutation[i]]);
        same = same && permutation[i] == int(i);
    }
    if (same)
        return x;
    if (isConstant(x))
        return derived(DerivedKind::Transpose, {x}, out, 0, permutation);
    return add(OpKind::Transpose, {x}, std::move(out), TransposeAttributes{permutation}, dtype(x));
}

ValueId ProgramBuilder::moveAxis(ValueId x, int from, int to)
{
    if (!good({x}))
        return -1;
    std::vector<int> permutation(size_t(rank(x)));
    std::iota(permutation.begin(), permutation.end(), 0);
    permutation.erase(permutation.begin() + from);
    permutation.insert(permutation.begin() + to, from);
    return transpose(x, permutation);
}

ValueId ProgramBuilder::reduce(ReduceKind kind, ValueId x, std::vector<int> axes, bool keepDims)
{
    if (!good({x}))
        return -1;
    std::sort(axes.begin(), axes.end());
    axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
    Shape out;
    for (int axis = 0; axis < rank(x); ++axis) {
        const bool reduced = std::binary_search(axes.begin(), axes.end(), axis);
        if (!reduced || keepDims)
            out.dims.push_back(reduced ? 1 : shape(x)[axis]);
    }
    const bool logical = kind == ReduceKind::Any || kind == ReduceKind::All;
    const DType type = logical ? DType::Bool : kind == ReduceKind::Mean ? DType::Float32 : dtype(x);
    return add(OpKind::Reduce, {x}, std::move(out), ReduceAttributes{kind, std::move(axes), keepDims}, type);
}

ValueId ProgramBuilder::softmax(SoftmaxKind kind, ValueId x, std::vector<int> axes)
{
    if (!good({x}))
        return -1;
    std::sort(axes.begin(), axes.end());
    std::vector<int> permutation;
    for (int axis = 0; axis < rank(x); ++axis)
        if (!std::binary_search(axes.begin(), axes.end(), axis))
            permutation.push_back(axis);
    const int kept = int(permutation.size());
    permutation.insert(permutation.end(), axes.begin(), axes.end());
    const ValueId moved = transpose(x, permutation);
    if (moved < 0)
        return -1;
    const Shape whole = shape(moved);
    Shape rows(std::vector<int64_t>(whole.dims.begin(), whole.dims.begin() + kept));
    rows.dims.push_back(whole.product(kept, whole.rank()));
    const ValueId flat = reshape(moved, rows);
    const ValueId out = add(OpKind::Softmax, {flat}, rows, SoftmaxAttributes{kind});
    std::vector<int> back(permutation.size());
    for (size_t i = 0; i < permutation.size(); ++i)
        back[size_t(permutation[i])] = int(i);
    return transpose(reshape(out, whole), back);
}

ValueId ProgramBuilder::concat(const std::vector<ValueId>& parts, int axis)
{
    if (!good(parts) || parts.empty())
        return -1;
    if (parts.size() == 1)
        return parts[0];
    Shape out = shape(parts[0]);
    DType type = dtype(parts[0]);
    for (size_t i = 1; i < parts.size(); ++i) {
        Shape other = shape(parts[i]);
        const int64_t size = other.rank() == out.rank() ? other[axis] : 0;
        if (size > 0)
            other[axis] = out[axis];
        if (other != out) {
            misfit(Text(msg("core", "inputs of shapes %1 and %2 cannot be joined along axis %3"),
                shape(parts[0]).text(), shape(parts[i]).text(), axis));
            return -1;
        }
        out[axis] += size;
        type = wider(type, dtype(parts[i]));
    }
    return add(OpKind::Concat, parts, std::move(out), ConcatAttributes{axis}, type);
}

ValueId ProgramBuilder::sliceAxis(ValueId x, int axis, int64_t begin, int64_t size, int64_t step)
{
    if (!good({x}))
        return -1;
    const int64_t last = begin + (size - 1) * step;
    if (size < 1 || begin < 0 || begin >= shape(x)[axis] || last < 0 || last >= shape(x)[axis]) {
        misfit(
            Text(msg("core", "nothing is left of axis %1 of a tensor of shape %2"), axis, shape(x).text()));
        return -1;
    }
    if (begin == 0 && step == 1 && size == shape(x)[axis])
        return x;
    SliceAttributes slice;
    slice.begin.assign(size_t(rank(x)), 0);
    slice.step.assign(size_t(rank(x)), 1);
    slice.begin[size_t(axis)] = begin;
    slice.step[size_t(axis)] = step;
    Shape out = shape(x);
    out[axis] = size;
    return add(OpKind::Slice, {x}, std::move(out), std::move(slice), dtype(x));
}

ValueId ProgramBuilder::pad(ValueId x, std::vector<int64_t> before, std::vector<int64_t> after, float value)
{
    if (!good({x}))
        return -1;
    Shape out = shape(x);
    for (int axis = 0; axis < out.rank(); ++axis) {
        const int64_t low = before[size_t(axis)], high = after[size_t(axis)];
        if (low < 0 || high < 0 || low > maxElements || high > maxElements) {
            fail(Text(msg("core", "padding by %1 and %2 is not possible"), low, high));
            return -1;
        }
        out[axis] += low + high;
    }
    if (out == shape(x))
        return x;
    return add(OpKind::Pad, {x}, std::move(out), PadAttributes{std::move(before), std::move(after), value},
        dtype(x));
}

ValueId ProgramBuilder::repeat(ValueId x, int axis, int64_t count)
{
    if (!good({x}) || count == 1)
        return x;
    Shape out = shape(x);
    out[axis] = times(out[axis], count);
    return add(OpKind::Repeat, {x}, std::move(out), RepeatAttributes{axis, count}, dtype(x));
}

ValueId ProgramBuilder::broadcast(ValueId x, const Shape& to)
{
    if (!good({x}) || shape(x) == to)
        return x;
    const auto out = broadcastShape(shape(x), to);
    if (!out || *out != to) {
        misfit(Text(msg("core", "a tensor of shape %1 cannot be spread to %2"), shape(x).text(), to.text()));
        return -1;
    }
    return add(OpKind::Broadcast, {x}, to, NoAttributes{}, dtype(x));
}

ValueId ProgramBuilder::matMul(ValueId a, ValueId b, ValueId bias, MatMulAttributes attributes)
{
    if (!good({a, b}))
        return -1;
    const Shape& left = shape(a);
    const Shape& right = shape(b);
    const bool shapesFit = left.rank() >= 2 && right.rank() >= 2
        && (right.rank() == 2
            || (right.rank() == left.rank()
                && std::equal(left.dims.begin(), left.dims.end() - 2, right.dims.begin())));
    if (!shapesFit || left[attributes.transposeA ? -2 : -1] != right[attributes.transposeB ? -1 : -2]) {
        misfit(Text(msg("core", "a tensor of shape %1 cannot be multiplied by one of shape %2"), left.text(),
            right.text()));
        return -1;
    }
    Shape out = left;
    out[-2] = left[attributes.transposeA ? -1 : -2];
    out[-1] = right[attributes.transposeB ? -2 : -1];
    std::vector<ValueId> inputs{a, b};
    if (bias >= 0)
        inputs.push_back(bias);
    return add(OpKind::MatMul, std::move(inputs), std::move(out), attributes);
}

ValueId ProgramBuilder::alignLeft(ValueId x, int toRank)
{
    if (!good({x}) || rank(x) >= toRank)
        return x;
    Shape out = shape(x);
    out.dims.insert(out.dims.begin(), size_t(toRank - rank(x)), 1);
    return reshape(x, std::move(out));
}

} // namespace kerascope
