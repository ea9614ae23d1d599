// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/level.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace kerascope::layout {

/// Indices grouped by an owner, in one piece of memory.
class Grouped {
public:
    Grouped() = default;
    /// owner[i] is the group of index i, or -1 for none; order within a group follows i.
    Grouped(int groups, const std::vector<int>& owner);
    std::span<const int> operator[](int group) const
    {
        const auto g = static_cast<size_t>(group);
        return {members_.data() + first_[g], static_cast<size_t>(first_[g + 1] - first_[g])};
    }

private:
    std::vector<int> first_;
    std::vector<int> members_;
};

/// Part of an edge between two neighbouring ranks; edges of one source share it.
struct Segment {
    int upper = 0;
    int lower = 0;
    int upperPort = 0;
    int lowerPort = 0;
    int score = 0; ///< weight of the heaviest path through the edge; the trunk has the highest
    int edge = -1; ///< edge that ends with this segment, -1 inside a shared run
};

/// How an edge gets from rank to rank.
struct EdgeRun {
    bool reversed = false; ///< closes a cycle, drawn upward in a side lane
    bool sideLane = false; ///< too long for virtual nodes, or reversed
    int firstVirtual = 0;
    int virtualCount = 0;
};

/// The level while it is being laid out. Nodes are the items first, then the virtual nodes of long edges.
struct Layered {
    explicit Layered(const LevelInput& level)
        : input(&level)
        , itemCount(static_cast<int>(level.items.size()))
        , runs(level.edges.size())
    {
    }

    bool isVirtual(int node) const { return node >= itemCount; }
    const LevelItem& item(int node) const { return input->items[static_cast<size_t>(node)]; }
    /// x of a port, from the middle of its node.
    double topOffset(int node, int port) const;
    double bottomOffset(int node, int port) const;
    int topPortCount(int node) const;
    int bottomPortCount(int node) const;
    int nodeCount() const { return static_cast<int>(rank.size()); }

    const LevelInput* input;
    int itemCount;
    std::vector<EdgeRun> runs; ///< per edge

    std::vector<int> rank; ///< per node
    int rankCount = 0;
    std::vector<int> score; ///< per edge, see Segment

    std::vector<Segment> segments;
    Grouped below; ///< segments by upper node
    Grouped above; ///< segments by lower node

    std::vector<std::vector<int>> order; ///< nodes of each rank from left to right
    std::vector<int> position; ///< per node, index in its rank
    int64_t crossings = 0;

    std::vector<double> x; ///< middle of each node
};

/// Aligned nodes of neighbouring ranks form blocks that move as one piece.
struct Blocks {
    int count = 0;
    std::vector<int> of; ///< block of each node
    std::vector<double> shift; ///< x of a node, from its block's x
};

/// Segments that become vertical, as flags. Where two equally good neighbours leave a choice, the left or the
/// right one of the two middle ones is taken. `allowed` is a flag per segment. The
/// result is incomplete once stopped.
std::vector<char> alignSegments(
    const Layered& graph, bool preferRight, const std::vector<char>& allowed, const std::stop_token& stop);
Blocks makeBlocks(const Layered& graph, const std::vector<char>& aligned);
/// Highest score of the segments below (or above) each node; 0 where there are none.
std::vector<int> bestScores(const Layered& graph, bool below);

/// Marks edges that close a cycle.
void breakCycles(Layered& graph);
/// Sets rank, rankCount and score. Incoming ports stand in a first rank of their own, outgoing ones in a
/// last.
bool assignRanks(Layered& graph, const std::stop_token& stop);
/// Adds virtual nodes, segments and their adjacency; decides which edges go to side lanes.
bool splitLongEdges(Layered& graph, const std::stop_token& stop);
/// Sets order and position; reduces crossings.
bool orderRanks(Layered& graph, const std::stop_token& stop);
/// Crossings of segments between rank `upper` and the next one, by an accumulator tree (Barth, Jünger,
/// Mutzel).
int64_t countCrossings(const Layered& graph, int upper);
/// Sets x.
bool assignColumns(Layered& graph, const std::stop_token& stop);

/// Upper and lower border of each rank, and the whole height.
struct Rows {
    std::vector<double> top;
    std::vector<double> bottom;
    double height = 0;
};
Rows assignRows(const Layered& graph);

/// x of the side lane of each edge that has one, and the right end of everything.
struct SideLanes {
    std::vector<double> x;
    double right = 0;
};
SideLanes assignSideLanes(const Layered& graph);

/// Where edges touch their boxes, from the middle of the box.
struct Attachments {
    std::vector<double> leave; ///< per segment, at its upper node
    std::vector<double> arrive; ///< per segment, at its lower node
    std::vector<double> laneLeave; ///< per item, for free boxes
    std::vector<double> laneArrive;
};
Attachments attachEdges(const Layered& graph);

/// Rows, side lanes and polylines from all of the above.
bool drawLevel(const Layered& graph, LevelLayout& drawing, const std::stop_token& stop);

} // namespace kerascope::layout
