// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/operation.h"

namespace kerascope {

/// The element functions as operation.h defines them, in double: the truth for the engines, and what they use
/// where speed does not matter.
double applyUnary(const Activation& activation, double x);
double applyBinary(Binary function, double a, double b);

} // namespace kerascope
