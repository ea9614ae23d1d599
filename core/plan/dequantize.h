// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/tensor.h"
#include "core/op/program.h"

#include <memory>
#include <vector>

namespace kerascope {

/// Is it one of the kinds that turn stored quantised numbers into plain ones?
bool isDequantization(DerivedKind kind);
/// The result of such a kind, of that shape; null where the operands' sizes do not suit it.
std::shared_ptr<Tensor> dequantize(
    const Derived& derived, const Shape& shape, const std::vector<std::shared_ptr<const Tensor>>& operands);

} // namespace kerascope
