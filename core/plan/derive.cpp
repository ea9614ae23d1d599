// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/derive.h"
#include "core/plan/dequantize.h"

#include <cmath>

namespace kerascope {
namespace {

using Operands = std::vector<std::shared_ptr<const Tensor>>;

size_t elementsOf(const Shape& shape) { return size_t(shape.elements().value_or(0)); }

/// A tensor that may be written, with the numbers of `source`.
std::shared_ptr<Tensor> writable(const std::shared_ptr<const Tensor>& source, bool own)
{
    // Own tensors were made as std::shared_ptr<Tensor> by the weight store and are seen by nobody else.
    return own ? std::const_pointer_cast<Tensor>(source) : std::make_shared<Tensor>(*source);
}

template <class Function> void forEach(Tensor& tensor, Function function)
{
    for (size_t i = 0; i < tensor.data.size(); ++i)
        tensor.data[i] = static_cast<float>(function(double(tensor.data[i]), i));
}

/// Index in a vector along the last axis (axisFromEnd 0) or the last but one (1).
size_t channelOf(const Shape& shape, int axisFromEnd, size_t index)
{
    if (axisFromEnd == 0)
        return index % size_t(shape[-1]);
    return index / size_t(shape[-1]) % size_t(shape[-2]);
}

void combine(const Derived& derived, const Operands& operands, Tensor& out)
{
    const auto number = [&](size_t operand, size_t i) { return double(operands[operand]->data[i]); };
    const bool third = operands.size() > 2 && operands[2];
    switch (derived.kind) {
    case DerivedKind::BatchNormScale: {
        const bool gamma = operands.size() > 1 && operands[1];
        forEach(out, [&](double x, size_t i) {
            return (gamma ? number(1, i) : 1.0) / std::sqrt(x + double(derived.parameter));
        });
        break;
    }
    case DerivedKind::BatchNormShift:
        forEach(out, [&](double x, size_t i) { return (third ? number(2, i) : 0.0) - x * number(1, i); });
        break;
    case DerivedKind::NormalizationScale:
        forEach(out, [&](double x, size_t) {
            const double deviation = std::max(std::sqrt(x), 1e-7);
            return derived.parameter != 0 ? deviation : 1.0 / deviation;
        });
        break;
    case DerivedKind::ScaleLastAxis:
    case DerivedKind::ScaleSecondLastAxis: {
        const int fromEnd = derived.kind == DerivedKind::ScaleLastAxis ? 0 : 1;
        forEach(out, [&](double x, size_t i) { return x * number(1, channelOf(out.shape, fromEnd, i)); });
        break;
    }
    case DerivedKind::MultiplyAdd:
        forEach(out, [&](double x, size_t i) { return x * number(1, i) + (third ? number(2, i) : 0.0); });
        break;
    case DerivedKind::Multiply:
        forEach(out, [&](double x, size_t i) { return x * number(1, i); });
        break;
    case DerivedKind::Add:
        forEach(out, [&](double x, size_t i) { return x + number(1, i); });
        break;
    case DerivedKind::Negate:
        forEach(out, [](double x, size_t) { return -x; });
        break;
    case DerivedKind::Reshape:
    case DerivedKind::Transpose:
    case DerivedKind::Slice:
    default: // the others make a tensor of their own
        break;
    }
}

/// Do the operands' sizes suit the kind?
bool fits(const Derived& derived, const Shape& shape, const Operands& operands)
{
    if (operands.empty() || !operands[0])
        return false;
    const Shape& x = operands[0]->shape;
    const auto size = [&](size_t i) {
        return operands.size() > i && operands[i] ? operands[i]->data.size() : 0;
    };
    const auto sameOrAbsent = [&](size_t i) {
        return operands.size() <= i || !operands[i] || size(i) == size(0);
    };
    switch (derived.kind) {
    case DerivedKind::BatchNormScale:
        return size(0) == elementsOf(shape) && sameOrAbsent(1);
    case DerivedKind::BatchNormShift:
    case DerivedKind::MultiplyAdd:
        return size(0) == elementsOf(shape) && size(1) == size(0) && sameOrAbsent(2);
    case DerivedKind::Multiply:
    case DerivedKind::Add:
        return size(0) == elementsOf(shape) && size(1) == size(0);
    case DerivedKind::ScaleLastAxis:
        return size(0) == elementsOf(shape) && x.rank() >= 1 && size(1) == size_t(x[-1]);
    case DerivedKind::ScaleSecondLastAxis:
        return size(0) == elementsOf(shape) && x.rank() >= 2 && size(1) == size_t(x[-2]);
    case DerivedKind::NormalizationScale:
    case DerivedKind::Negate:
    case DerivedKind::Reshape:
        return size(0) == elementsOf(shape);
    case DerivedKind::Transpose:
        if (x.rank() != shape.rank() || derived.permutation.size() != shape.dims.size())
            return false;
        for (int i = 0; i < shape.rank(); ++i) {
            const int from = derived.permutation[size_t(i)];
            if (from < 0 || from >= x.rank() || x[from] != shape[i])
                return false;
        }
        return true;
    case DerivedKind::Slice:
        if (x.rank() != shape.rank() || derived.begin.size() != shape.dims.size())
            return false;
        for (int i = 0; i < shape.rank(); ++i)
            if (derived.begin[size_t(i)] < 0 || shape[i] < 0 || derived.begin[size_t(i)] > x[i] - shape[i])
                return false;
        return true;
    default: // dequantize() looks itself
        return true;
    }
}

/// Transpose and Slice: element [i…] of the result is element base + Σ i·stride of x.
std::shared_ptr<Tensor> gatherStrided(const Derived& derived, const Shape& shape, const Tensor& x)
{
    const auto rank = size_t(shape.rank());
    std::vector<size_t> own(rank, 1), strides(rank), index(rank, 0);
    for (size_t i = rank; i-- > 1;)
        own[i - 1] = own[i] * size_t(x.shape.dims[i]);
    size_t place = 0;
    for (size_t i = 0; i < rank; ++i) {
        const bool transpose = derived.kind == DerivedKind::Transpose;
        strides[i] = own[transpose ? size_t(derived.permutation[i]) : i];
        place += transpose ? 0 : size_t(derived.begin[i]) * own[i];
    }
    auto out = std::make_shared<Tensor>();
    out->data.resize(elementsOf(shape));
    for (float& number : out->data) {
        number = x.data[place];
        for (size_t i = rank; i-- > 0;) {
            place += strides[i];
            if (++index[i] < size_t(shape.dims[i]))
                break;
            place -= index[i] * strides[i];
            index[i] = 0;
        }
    }
    return out;
}

} // namespace

Result<std::shared_ptr<Tensor>> derive(
    const Derived& derived, const Shape& shape, const Operands& operands, bool firstIsOwn)
{
    const bool quantized = isDequantization(derived.kind);
    std::shared_ptr<Tensor> plain = quantized ? dequantize(derived, shape, operands) : nullptr;
    if (quantized ? !plain : !fits(derived, shape, operands))
        return Error{
            ErrorCode::Internal, {}, {msg("core", "A folded weight does not fit its operation")}, {}};
    if (quantized)
        return plain;
    const bool strided = derived.kind == DerivedKind::Transpose || derived.kind == DerivedKind::Slice;
    std::shared_ptr<Tensor> out =
        strided ? gatherStrided(derived, shape, *operands[0]) : writable(operands[0], firstIsOwn);
    combine(derived, operands, *out);
    out->shape = shape;
    return out;
}

} // namespace kerascope
