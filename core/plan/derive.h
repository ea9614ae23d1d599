// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/tensor.h"
#include "core/op/program.h"

#include <memory>
#include <vector>

namespace kerascope {

/// Computes a derived constant of shape `shape`. Where the first operand is a tensor of nobody else's
/// (`firstIsOwn`), element-wise kinds overwrite it, so that folding a large kernel needs no second copy.
/// Shapes that do not fit: code Internal.
Result<std::shared_ptr<Tensor>> derive(const Derived& derived, const Shape& shape,
    const std::vector<std::shared_ptr<const Tensor>>& operands, bool firstIsOwn);

} // namespace kerascope
