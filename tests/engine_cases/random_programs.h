// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/engine_cases/primitive_cases.h"

namespace kerascope::cases {

/// A small network with everything that the passes look for: padding, convolutions with affine steps,
/// activations and residual sums, transposes in pairs and alone, views, values that several operations read,
/// several outputs.
PrimitiveCase randomNetwork(uint32_t seed);

} // namespace kerascope::cases
