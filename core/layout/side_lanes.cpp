// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace kerascope::layout {

namespace {

constexpr double lowest = std::numeric_limits<double>::lowest();

/// How far to the right each rank is taken: a segment tree of maxima, so that a lane over thousands of ranks
/// costs a logarithm.
class RightProfile {
public:
    explicit RightProfile(const std::vector<double>& ranks)
        : size_(ranks.size())
        , most_(2 * ranks.size(), lowest)
        , floor_(2 * ranks.size(), lowest)
    {
        std::copy(ranks.begin(), ranks.end(), most_.begin() + static_cast<std::ptrdiff_t>(size_));
        for (size_t i = size_; i-- > 1;)
            most_[i] = std::max(most_[2 * i], most_[2 * i + 1]);
    }

    double most(size_t first, size_t last) const
    {
        double value = lowest;
        for (size_t l = first + size_, r = last + size_ + 1; l < r; l /= 2, r /= 2) {
            if (l % 2 == 1)
                value = std::max({value, most_[l], floorAbove(l)}), ++l;
            if (r % 2 == 1)
                --r, value = std::max({value, most_[r], floorAbove(r)});
        }
        return value;
    }

    void raise(size_t first, size_t last, double value)
    {
        for (size_t l = first + size_, r = last + size_ + 1; l < r; l /= 2, r /= 2) {
            if (l % 2 == 1)
                raiseSubtree(l++, value);
            if (r % 2 == 1)
                raiseSubtree(--r, value);
        }
    }

private:
    double floorAbove(size_t i) const
    {
        double value = lowest;
        for (i /= 2; i > 0; i /= 2)
            value = std::max(value, floor_[i]);
        return value;
    }

    void raiseSubtree(size_t i, double value)
    {
        floor_[i] = std::max(floor_[i], value);
        for (; i > 0; i /= 2)
            most_[i] = std::max(most_[i], value);
    }

    size_t size_;
    std::vector<double> most_; ///< highest value below the tree node
    std::vector<double> floor_; ///< every rank below the tree node is at least this
};

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
        [](const Lane& a, const Lane& b) { return a.last - a.first < b.last - b.first; });
    return lanes;
}

} // namespace

SideLanes assignSideLanes(const Layered& graph)
{
    SideLanes result{std::vector<double>(graph.runs.size(), 0), lowest};
    std::vector<double> right(static_cast<size_t>(graph.rankCount), lowest);
    for (int node = 0; node < graph.nodeCount(); ++node) {
        double& most = right[static_cast<size_t>(graph.rank[static_cast<size_t>(node)])];
        const double half = graph.isVirtual(node) ? 0 : graph.item(node).width / 2;
        most = std::max(most, graph.x[static_cast<size_t>(node)] + half);
    }
    for (double most : right)
        result.right = std::max(result.right, most);

    RightProfile profile(right);
    for (const Lane& lane : collectLanes(graph)) {
        const auto first = static_cast<size_t>(lane.first);
        const auto last = static_cast<size_t>(lane.last);
        const double x = profile.most(first, last) + graph.input->options.laneGap;
        profile.raise(first, last, x);
        result.right = std::max(result.right, x);
        for (int e : lane.edges)
            result.x[static_cast<size_t>(e)] = x;
    }
    return result;
}

} // namespace kerascope::layout
