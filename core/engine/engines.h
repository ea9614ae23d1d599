// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"

#include <memory>

namespace kerascope {

/// Plain loops with double accumulators, one thread: the truth that the others are checked against.
std::unique_ptr<Engine> makeReferenceEngine();

/// oneDNN and own kernels. `threads` 0 = all cores.
std::unique_ptr<Engine> makeCpuEngine(int threads);

} // namespace kerascope
