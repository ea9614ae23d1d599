// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layout/level.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace kerascope::layout {

/// One line of one level on the way of a route.
struct RoutePart {
    int level = 0;
    int edge = 0;
};

/// A visible route and its way through the levels, from the start upward to the common container and down
/// again.
struct RoutePlan {
    LayoutRoute route; ///< ends and edges are filled, points are not
    std::vector<RoutePart> parts;
};

/// The visible part of a graph, cut into levels. Level 0 is the top, level c + 1 the inside of container c.
struct Hierarchy {
    std::vector<LevelInput> levels; ///< empty where the container is folded or hidden
    std::vector<int> innerFirst; ///< drawn levels, every level before the one around it
    std::vector<int> parentLevel; ///< per level, -1 for the top
    std::vector<int> nodeLevel; ///< per node; -1 = hidden
    std::vector<int> nodeItem; ///< per node, index in its level
    std::vector<int> containerItem; ///< per container, index in the level around it; -1 = hidden
    std::vector<std::vector<int>> inPorts; ///< per level, items by port number
    std::vector<std::vector<int>> outPorts;
    std::vector<std::vector<int>> itemInside; ///< per level and item: the level inside the item, -1 = none
    std::vector<RoutePlan> routes;
};

/// Checks the graph and cuts it. Port numbers of frames follow their first use; see placeInside.
Result<Hierarchy> cutIntoLevels(
    const LayoutGraph& graph, const LayoutOptions& options, const std::stop_token& stop);

/// Puts the finished drawings of inner levels into the level around them: sizes, and ports from left to
/// right. `drawings` is per level.
void placeInside(
    Hierarchy& hierarchy, int level, const std::vector<std::shared_ptr<const LevelLayout>>& drawings);

} // namespace kerascope::layout
