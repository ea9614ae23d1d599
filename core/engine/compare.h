// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/tensor.h"

namespace kerascope {

/// The error used everywhere: max|a−b| / (1e-6 + max|b|); NaN equals NaN, anything else against NaN or
/// another shape is infinite.
double maxError(const Tensor& a, const Tensor& b);

} // namespace kerascope
