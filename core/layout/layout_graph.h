// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace kerascope {

/// Plain data into and out of the layered layout. Lengths are in the caller's unit (pixels at zoom 1),
/// x grows to the right, y grows downward. Ids are indices: node i is LayoutGraph::nodes[i], and so on.

struct LayoutPoint {
    double x = 0;
    double y = 0;
    bool operator==(const LayoutPoint&) const = default;
};

struct LayoutRect {
    double x = 0; ///< left
    double y = 0; ///< top
    double width = 0;
    double height = 0;
    double right() const { return x + width; }
    double bottom() const { return y + height; }
    double centreX() const { return x + width / 2; }
    bool operator==(const LayoutRect&) const = default;
};

/// A leaf: one box of a fixed size.
struct LayoutNode {
    double width = 0;
    double height = 0;
    int parent = -1; ///< index in LayoutGraph::containers; -1 = top
};

/// A titled frame around nodes and other containers. Folded, it is one box of the folded size, and every edge
/// to or from something inside ends at it.
struct LayoutContainer {
    int parent = -1; ///< index in LayoutGraph::containers; -1 = top
    bool folded = false;
    double foldedWidth = 0;
    double foldedHeight = 0;
    double titleHeight = 0; ///< room kept at the top of the unfolded frame
    double padding = 0; ///< room on all four sides, below the title
    double minWidth = 0; ///< the unfolded frame is at least this wide (its title)
};

/// From a leaf to a leaf. The order of edges with the same end is the order of the ports (Concatenate's
/// inputs).
struct LayoutEdge {
    int from = -1; ///< index in LayoutGraph::nodes
    int to = -1; ///< index in LayoutGraph::nodes
};

struct LayoutGraph {
    std::vector<LayoutNode> nodes;
    std::vector<LayoutContainer> containers;
    std::vector<LayoutEdge> edges;
};

struct LayoutOptions {
    double nodeGap = 28; ///< between boxes of one rank
    double laneGap = 14; ///< between two long edges, or a long edge and the half gap of a box
    double rankGap = 34; ///< between ranks; grows up to three times where edges run far sideways
    double portGap = 12; ///< between the ends of edges on one side of a box
    double margin = 16; ///< around the whole drawing
    int maxSweeps = 24; ///< of crossing reduction
    bool operator==(const LayoutOptions&) const = default;
};

/// One line of the drawing; edges with the same visible ends share it.
struct LayoutRoute {
    int fromNode = -1; ///< visible leaf at the start, or -1 where it is a folded container
    int fromContainer = -1; ///< folded container at the start, or -1
    int toNode = -1;
    int toContainer = -1;
    bool reversed = false; ///< part of it runs upward (a cycle, possible only around containers)
    std::vector<LayoutPoint> points; ///< from the bottom of the start to the top of the end; at least two
    std::vector<int> edges; ///< indices in LayoutGraph::edges, ascending
};

struct LayoutResult {
    std::vector<LayoutRect> nodes; ///< absolute; all zero where hidden in a folded container
    std::vector<LayoutRect> containers; ///< absolute; unfolded: the frame, folded: its box, hidden: all zero
    std::vector<char> nodeVisible; ///< 1 = drawn
    std::vector<char> containerVisible;
    std::vector<LayoutRoute> routes; ///< edges inside one folded container have none
    double width = 0;
    double height = 0;
    int64_t crossings = 0; ///< of edges, summed over all containers (lanes at the side are not counted)
};

} // namespace kerascope
