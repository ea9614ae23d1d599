// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

namespace kerascope::layout {

namespace {

constexpr double lowest = std::numeric_limits<double>::lowest();

struct Lane {
    int first = 0; ///< ranks beside which it runs
    int last = 0;
    std::vector<int> edges;
};

/// Edges of one source share a lane; each edge that runs upward has its own.
std::vector<Lane> collectLanes(const Layered& graph)
{
    std::vector<Lane> lanes;
    std::map<std::tuple<int, int>, size_t> laneOf;
    for (size_t e = 0; e < graph.runs.size(); ++e) {
        if (!graph.runs[e].sideLane)
            continue;
        const LevelEdge& edge = graph.input->edges[e];
        const int from = graph.rank[static_cast<size_t>(edge.from)];
        const int to = graph.rank[static_cast<size_t>(edge.to)];
        if (graph.runs[e].reversed) {
            lanes.push_back({std::min(from, to), std::max(from, to), {static_cast<int>(e)}});
            continue;
        }
        const auto [it, isNew] = laneOf.try_emplace({edge.from, edge.fromPort}, lanes.size());
        if (isNew)
            lanes.push_back({from + 1, to - 1, {}});
        Lane& lane = lanes[it->second];
        lane.last = std::max(lane.last, to - 1);
        lane.edges.push_back(static_cast<int>(e));
    }
    std::stable_sort(lanes.begin(), lanes.end(),
        [](const Lane& a, const Lane& b) { return std::tie(a.first, a.last) < std::tie(b.first, b.last); });
    return lanes;
}

} // namespace

SideLanes assignSideLanes(const Layered& graph)
{
    SideLanes result{std::vector<double>(graph.runs.size(), 0), lowest};
    for (int node = 0; node < graph.nodeCount(); ++node) {
        const double half = graph.isVirtual(node) ? 0 : graph.item(node).width / 2;
        result.right = std::max(result.right, graph.x[static_cast<size_t>(node)] + half);
    }
    const double firstX = result.right + graph.input->options.laneGap;

    // A lane takes the leftmost track that is free again, one rank later, since the ends need the gap
    // between.
    using Numbers = std::priority_queue<int, std::vector<int>, std::greater<>>;
    using Ends = std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>>;
    Numbers freeTracks;
    Ends taken; // last rank, track
    int trackCount = 0;
    for (const Lane& lane : collectLanes(graph)) {
        while (!taken.empty() && taken.top().first + 1 < lane.first) {
            freeTracks.push(taken.top().second);
            taken.pop();
        }
        if (freeTracks.empty())
            freeTracks.push(trackCount++);
        const int track = freeTracks.top();
        freeTracks.pop();
        taken.emplace(lane.last, track);
        const double x = firstX + track * graph.input->options.laneGap;
        result.right = std::max(result.right, x);
        for (int e : lane.edges)
            result.x[static_cast<size_t>(e)] = x;
    }
    return result;
}

} // namespace kerascope::layout
