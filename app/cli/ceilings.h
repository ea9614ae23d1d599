// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"

#include <stop_token>

namespace kerascope {

/// What an engine reaches on its device, measured through the engine itself: the two roofs of a roofline.
struct Ceilings {
    double gflopsPerSecond = 0; ///< 10⁹ FLOPs: a square matrix product, 2·n³ FLOPs
    double gbytesPerSecond = 0; ///< 10⁹ bytes read and written by a negation of a large tensor
};

/// Takes under a second on usual devices. Errors as of Engine::prepare and Executable::run.
Result<Ceilings> measureCeilings(Engine& engine, const std::stop_token& stop);

} // namespace kerascope
