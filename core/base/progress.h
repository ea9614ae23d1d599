// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"

#include <cstdint>
#include <functional>

namespace kerascope {

/// How far a long action is: what it does now, and done of total (bytes or steps; total 0 = not known).
struct Progress {
    Text stage;
    uint64_t done = 0;
    uint64_t total = 0;
    bool bytes = false; ///< done and total count bytes
};

/// Called from the working thread, at most every few milliseconds; may be empty.
using ProgressSink = std::function<void(const Progress&)>;

} // namespace kerascope
