// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace kerascope::layout {

namespace {

/// Each node's favourite segment on one side: among those of the best score the middle one.
std::vector<int> favourites(const Layered& graph, bool below, bool preferRight)
{
    const auto best = bestScores(graph, below);
    std::vector<int> favourite(static_cast<size_t>(graph.nodeCount()), -1);
    std::vector<std::tuple<int, int, int>> candidates; // place, port, segment
    for (int node = 0; node < graph.nodeCount(); ++node) {
        candidates.clear();
        for (int s : below ? graph.below[node] : graph.above[node]) {
            const Segment& segment = graph.segments[static_cast<size_t>(s)];
            const int other = below ? segment.lower : segment.upper;
            if (graph.isVirtual(node) && graph.isVirtual(other)) {
                candidates.assign(1, {0, 0, s});
                break;
            }
            if (segment.score == best[static_cast<size_t>(node)])
                candidates.emplace_back(graph.position[static_cast<size_t>(other)],
                    below ? segment.lowerPort : segment.upperPort, s);
        }
        if (candidates.empty())
            continue;
        std::sort(candidates.begin(), candidates.end());
        const size_t middle = preferRight ? candidates.size() / 2 : (candidates.size() - 1) / 2;
        favourite[static_cast<size_t>(node)] = std::get<2>(candidates[middle]);
    }
    return favourite;
}

class Aligner {
public:
    Aligner(const Layered& graph, bool preferRight, const std::vector<char>& allowed)
        : graph_(graph)
        , preferRight_(preferRight)
        , allowed_(allowed)
        , below_(favourites(graph, true, preferRight))
        , above_(favourites(graph, false, preferRight))
        , hasLower_(static_cast<size_t>(graph.nodeCount()), 0)
        , hasUpper_(static_cast<size_t>(graph.nodeCount()), 0)
        , aligned_(graph.segments.size(), 0)
    {
    }

    std::vector<char> run(const std::stop_token& stop)
    {
        for (const auto& row : graph_.order) {
            if (stop.stop_requested())
                break;
            alignRank(row);
        }
        return std::move(aligned_);
    }

private:
    /// Aligned segments between two ranks must not cross, or the blocks would have no order.
    void alignRank(const std::vector<int>& row)
    {
        candidates_.clear();
        for (int node : row) {
            const auto segments = graph_.below[node];
            candidates_.insert(candidates_.end(), segments.begin(), segments.end());
        }
        std::sort(candidates_.begin(), candidates_.end(),
            [this](int a, int b) { return importance(a) > importance(b); });
        accepted_.clear();
        for (int s : candidates_) {
            const Segment& segment = graph_.segments[static_cast<size_t>(s)];
            char& lowerTaken = hasLower_[static_cast<size_t>(segment.upper)];
            char& upperTaken = hasUpper_[static_cast<size_t>(segment.lower)];
            if (lowerTaken || upperTaken || !allowed_[static_cast<size_t>(s)] || !fits(segment))
                continue;
            accepted_.emplace(place(segment.upper), place(segment.lower));
            lowerTaken = 1;
            upperTaken = 1;
            aligned_[static_cast<size_t>(s)] = 1;
        }
    }

    std::tuple<bool, int, bool, int> importance(int s) const
    {
        const Segment& segment = graph_.segments[static_cast<size_t>(s)];
        const bool mutual = below_[static_cast<size_t>(segment.upper)] == s
            && above_[static_cast<size_t>(segment.lower)] == s;
        const bool inner = graph_.isVirtual(segment.upper) && graph_.isVirtual(segment.lower);
        const int side = place(segment.upper) + place(segment.lower);
        return {mutual, segment.score, inner, preferRight_ ? side : -side};
    }

    bool fits(const Segment& segment) const
    {
        const auto next = accepted_.lower_bound(place(segment.upper));
        if (next != accepted_.end() && next->second <= place(segment.lower))
            return false;
        return next == accepted_.begin() || std::prev(next)->second < place(segment.lower);
    }

    int place(int node) const { return graph_.position[static_cast<size_t>(node)]; }

    const Layered& graph_;
    bool preferRight_;
    const std::vector<char>& allowed_;
    std::vector<int> below_;
    std::vector<int> above_;
    std::vector<char> hasLower_;
    std::vector<char> hasUpper_;
    std::vector<char> aligned_;
    std::vector<int> candidates_;
    std::map<int, int> accepted_; ///< place above → place below
};

} // namespace

std::vector<int> bestScores(const Layered& graph, bool below)
{
    std::vector<int> best(static_cast<size_t>(graph.nodeCount()), 0);
    for (const Segment& segment : graph.segments) {
        int& score = best[static_cast<size_t>(below ? segment.upper : segment.lower)];
        score = std::max(score, segment.score);
    }
    return best;
}

std::vector<char> alignSegments(
    const Layered& graph, bool preferRight, const std::vector<char>& allowed, const std::stop_token& stop)
{
    return Aligner(graph, preferRight, allowed).run(stop);
}

Blocks makeBlocks(const Layered& graph, const std::vector<char>& aligned)
{
    Blocks blocks;
    blocks.of.assign(static_cast<size_t>(graph.nodeCount()), -1);
    blocks.shift.assign(static_cast<size_t>(graph.nodeCount()), 0);
    for (const auto& row : graph.order) {
        for (int node : row) {
            const auto n = static_cast<size_t>(node);
            for (int s : graph.above[node]) {
                if (!aligned[static_cast<size_t>(s)])
                    continue;
                const Segment& segment = graph.segments[static_cast<size_t>(s)];
                const auto upper = static_cast<size_t>(segment.upper);
                blocks.of[n] = blocks.of[upper];
                blocks.shift[n] = blocks.shift[upper] + graph.bottomOffset(segment.upper, segment.upperPort)
                    - graph.topOffset(node, segment.lowerPort);
            }
            if (blocks.of[n] < 0)
                blocks.of[n] = blocks.count++;
        }
    }
    return blocks;
}

} // namespace kerascope::layout
