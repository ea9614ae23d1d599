// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/dequantize.h"
#include "core/op/small_floats.h"

#include <algorithm>

namespace kerascope {
namespace {

using Operands = std::vector<std::shared_ptr<const Tensor>>;

size_t elementsOf(const Shape& shape) { return size_t(shape.elements().value_or(0)); }

std::shared_ptr<Tensor> empty(const Shape& shape)
{
    auto out = std::make_shared<Tensor>();
    out->shape = shape;
    out->data.resize(elementsOf(shape));
    return out;
}

bool has(const Operands& operands, size_t index) { return index < operands.size() && operands[index]; }

/// Two numbers of 4 bits in each byte of the last axis, the low one first.
std::shared_ptr<Tensor> nibbles(const Derived& derived, const Shape& shape, const Operands& operands)
{
    const Tensor& x = *operands[0];
    if (x.shape.rank() < 1 || x.shape.rank() != shape.rank() || x.shape[-1] != (shape[-1] + 1) / 2)
        return nullptr;
    const auto columns = size_t(shape[-1]), stored = size_t(x.shape[-1]);
    if (columns == 0 || x.data.size() / stored != elementsOf(shape) / columns)
        return nullptr;
    auto out = empty(shape);
    const bool isSigned = derived.parameter == 0;
    for (size_t i = 0; i < out->data.size(); ++i) {
        const size_t row = i / columns, column = i % columns;
        const auto byte = unsigned(int(x.data[row * stored + column / 2])) & 0xFFU;
        const auto four = int(column % 2 == 0 ? byte & 15U : byte >> 4);
        out->data[i] = float(isSigned && four > 7 ? four - 16 : four);
    }
    return out;
}

/// (q − zero)·scale by the group of the row (or of the column): q [rows, columns], scale and zero
/// [groups, columns] ([rows, groups]), the group of each row (column).
std::shared_ptr<Tensor> byGroups(const Derived& derived, const Shape& shape, const Operands& operands)
{
    const bool rows = derived.kind == DerivedKind::DequantizeRows;
    if (shape.rank() != 2 || !has(operands, 3) || operands[0]->data.size() != elementsOf(shape))
        return nullptr;
    const Tensor &scale = *operands[1], &zero = *operands[2], &groups = *operands[3];
    if (scale.shape.rank() != 2 || scale.data.size() != zero.data.size())
        return nullptr;
    const auto columns = size_t(shape[1]);
    const auto count = size_t(rows ? scale.shape[0] : scale.shape[1]);
    if (groups.data.size() != size_t(rows ? shape[0] : shape[1])
        || (rows ? scale.shape[1] != shape[1] : scale.shape[0] != shape[0]) || count == 0)
        return nullptr;
    auto out = empty(shape);
    for (size_t i = 0; i < out->data.size(); ++i) {
        const size_t row = i / columns, column = i % columns;
        const float written = groups.data[rows ? row : column];
        const size_t group = size_t(std::clamp(written, 0.0F, float(count - 1)));
        const size_t place = rows ? group * columns + column : row * count + group;
        out->data[i] = (operands[0]->data[i] - zero.data[place]) * scale.data[place];
    }
    return out;
}

std::shared_ptr<Tensor> dividedLastAxis(const Shape& shape, const Operands& operands)
{
    if (shape.rank() < 1 || operands[0]->data.size() != elementsOf(shape)
        || operands[1]->data.size() != size_t(shape[-1]))
        return nullptr;
    auto out = empty(shape);
    for (size_t i = 0; i < out->data.size(); ++i)
        out->data[i] = operands[0]->data[i] / operands[1]->data[i % size_t(shape[-1])];
    return out;
}

std::shared_ptr<Tensor> rounded(const Derived& derived, const Shape& shape, const Operands& operands)
{
    const bool scaled = derived.kind == DerivedKind::RoundFloat8;
    if (operands[0]->data.size() != elementsOf(shape) || (scaled && operands[1]->data.size() != 1))
        return nullptr;
    auto out = empty(shape);
    for (size_t i = 0; i < out->data.size(); ++i) {
        const float x = operands[0]->data[i];
        if (scaled)
            out->data[i] = roundToFloat8(x / operands[1]->data[0]) * operands[1]->data[0];
        else
            out->data[i] = roundToBFloat16(x);
    }
    return out;
}

} // namespace

bool isDequantization(DerivedKind kind)
{
    switch (kind) {
    case DerivedKind::Nibbles:
    case DerivedKind::DequantizeRows:
    case DerivedKind::DequantizeColumns:
    case DerivedKind::DivideLastAxis:
    case DerivedKind::RoundFloat8:
    case DerivedKind::RoundBFloat16:
        return true;
    default:
        return false;
    }
}

std::shared_ptr<Tensor> dequantize(const Derived& derived, const Shape& shape, const Operands& operands)
{
    const bool alone = derived.kind == DerivedKind::Nibbles || derived.kind == DerivedKind::RoundBFloat16;
    if (!has(operands, 0) || (!alone && !has(operands, 1)))
        return nullptr;
    switch (derived.kind) {
    case DerivedKind::Nibbles:
        return nibbles(derived, shape, operands);
    case DerivedKind::DequantizeRows:
    case DerivedKind::DequantizeColumns:
        return byGroups(derived, shape, operands);
    case DerivedKind::DivideLastAxis:
        return dividedLastAxis(shape, operands);
    case DerivedKind::RoundFloat8:
    case DerivedKind::RoundBFloat16:
        return rounded(derived, shape, operands);
    default:
        return nullptr;
    }
}

} // namespace kerascope
