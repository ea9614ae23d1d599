// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layout_graph.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace kerascope::layout {

/// A level is the inside of one container (or the top): boxes and the edges between them. Everything that a
/// level's drawing depends on stands in LevelInput, so that it can be the key of a cache.

enum class ItemKind : char {
    Box, ///< leaf, folded container or frame of an unfolded one
    InPort, ///< where edges come in through the upper border
    OutPort, ///< where edges leave through the lower border
};

struct LevelItem {
    ItemKind kind = ItemKind::Box;
    double width = 0;
    double height = 0;
    int weight = 1; ///< leaves inside; the heaviest path through the level becomes its straight trunk
    std::vector<double> topPorts; ///< fixed x, from the left side of the box, ascending; empty = free
    std::vector<double> bottomPorts;
};

/// One line inside a level; port is an index in bottomPorts of `from` and topPorts of `to`, 0 where free.
struct LevelEdge {
    int from = 0;
    int fromPort = 0;
    int to = 0;
    int toPort = 0;
    bool operator==(const LevelEdge&) const = default;
};

struct LevelInput {
    std::vector<LevelItem> items;
    std::vector<LevelEdge> edges; ///< no two equal
    double titleHeight = 0;
    double padding = 0;
    double minWidth = 0;
    LayoutOptions options;
};

/// Coordinates with the origin at the left upper corner of the frame.
struct LevelLayout {
    double width = 0;
    double height = 0;
    std::vector<LayoutRect> items; ///< ports: no width; at y = 0 or y = height
    std::vector<std::vector<LayoutPoint>> routes; ///< per edge
    std::vector<char> reversed; ///< per edge: drawn upward
    int64_t crossings = 0;
};

/// Nothing if it was stopped.
std::optional<LevelLayout> layOutLevel(const LevelInput& input, const std::stop_token& stop);

/// The input as a flat sequence: equal sequences are equal levels.
std::vector<double> levelKey(const LevelInput& input);

} // namespace kerascope::layout
