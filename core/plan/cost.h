// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/program.h"

namespace kerascope {

/// Arithmetic and traffic of one operation: a multiply-add is 2 FLOPs; bytes = inputs, weights, output once.
struct Cost {
    double flops = 0;
    double bytes = 0;
};
Cost operationCost(const Program& program, const Operation& operation);

} // namespace kerascope
