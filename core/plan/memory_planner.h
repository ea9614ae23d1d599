// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <vector>

namespace kerascope {

/// Sets the offsets of blocks with given bytes and lifetimes so that blocks alive at the same step never
/// overlap. Greedy by size: the largest block first, each at the lowest free gap (Pisarchyk and Lee,
/// "Efficient Memory Management for Deep Neural Net Inference", 2020, section 5.2).
void packIntervals(std::vector<Placement>& blocks, uint64_t alignment);

} // namespace kerascope
