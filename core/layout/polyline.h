// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layout_graph.h"

#include <vector>

namespace kerascope::layout {

/// Adds a point; a point that repeats the last one is dropped, and so is the last one where the line goes
/// straight on through it.
void appendPoint(std::vector<LayoutPoint>& points, LayoutPoint point);

} // namespace kerascope::layout
