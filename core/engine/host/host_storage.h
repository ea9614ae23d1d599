// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace kerascope {

/// Plain float32 values and constants; a Reshape of an activation is a view.
StorageNeeds hostStorage(const Program& program);

} // namespace kerascope
