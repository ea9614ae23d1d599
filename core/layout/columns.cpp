// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace kerascope::layout {

namespace {

constexpr int relaxSweeps = 8;
constexpr int columnAttempts = 3;
constexpr double relaxEnough = 0.25;
constexpr double infinite = std::numeric_limits<double>::infinity();

double halfRoom(const Layered& graph, int node)
{
    const LayoutOptions& options = graph.input->options;
    if (graph.isVirtual(node) || graph.item(node).kind != ItemKind::Box)
        return options.laneGap / 2;
    return graph.item(node).width / 2 + options.nodeGap / 2;
}

/// Blocks with the distances that neighbours in a rank must keep.
class BlockLine {
public:
    BlockLine(const Layered& graph, Blocks blocks)
        : graph_(&graph)
        , blocks_(std::move(blocks))
    {
        std::vector<int> lefts;
        std::vector<int> rights;
        for (const auto& row : graph.order) {
            for (size_t i = 0; i + 1 < row.size(); ++i) {
                const auto a = static_cast<size_t>(row[i]);
                const auto b = static_cast<size_t>(row[i + 1]);
                lefts.push_back(blocks_.of[a]);
                rights.push_back(blocks_.of[b]);
                distance_.push_back(halfRoom(graph, row[i]) + halfRoom(graph, row[i + 1]) + blocks_.shift[a]
                    - blocks_.shift[b]);
            }
        }
        left_ = lefts;
        right_ = rights;
        toRight_ = Grouped(blocks_.count, lefts);
        toLeft_ = Grouped(blocks_.count, rights);
        sort();
    }

    /// False if no order from left to right exists (aligned segments that cross).
    bool consistent() const { return static_cast<int>(sorted_.size()) == blocks_.count; }

    /// Everything to one side, then back toward the neighbours on the other side.
    std::vector<double> compact(bool left) const
    {
        std::vector<double> x(static_cast<size_t>(blocks_.count), 0);
        const auto place = [&](int block, bool fromLeft, bool first) {
            const double limit = fromLeft ? leftLimit(block, x) : rightLimit(block, x);
            double& own = x[static_cast<size_t>(block)];
            if (std::isinf(limit))
                own = first ? 0 : own;
            else if (first)
                own = limit;
            else
                own = fromLeft ? std::min(own, limit) : std::max(own, limit);
        };
        for (const bool first : {true, false}) {
            if (left == first) {
                for (int block : sorted_)
                    place(block, true, first);
            } else {
                for (auto it = sorted_.rbegin(); it != sorted_.rend(); ++it)
                    place(*it, false, first);
            }
        }
        return nodePlaces(x);
    }

    /// Moves blocks toward the ends of their most important edges, as far as their neighbours let them.
    std::vector<double> relax(const std::vector<double>& nodeX, const std::stop_token& stop) const
    {
        std::vector<double> x(static_cast<size_t>(blocks_.count), 0);
        for (size_t n = 0; n < nodeX.size(); ++n)
            x[static_cast<size_t>(blocks_.of[n])] = nodeX[n] - blocks_.shift[n];
        const Pulls pulls(*graph_, blocks_);
        for (int sweep = 0; sweep < relaxSweeps && !stop.stop_requested(); ++sweep) {
            double moved = 0;
            const auto move = [&](int block) {
                double& own = x[static_cast<size_t>(block)];
                double wanted = pulls.wanted(block, x);
                if (std::isnan(wanted))
                    return;
                wanted = std::min(std::max(wanted, leftLimit(block, x)), rightLimit(block, x));
                moved = std::max(moved, std::abs(wanted - own));
                own = wanted;
            };
            if (sweep % 2 == 0)
                std::for_each(sorted_.begin(), sorted_.end(), move);
            else
                std::for_each(sorted_.rbegin(), sorted_.rend(), move);
            if (moved < relaxEnough)
                break;
        }
        return nodePlaces(x);
    }

private:
    /// Ends of edges that leave a block, where they are the best of their node.
    class Pulls {
    public:
        Pulls(const Layered& graph, const Blocks& blocks)
        {
            const auto below = bestScores(graph, true);
            const auto above = bestScores(graph, false);
            std::vector<int> owner;
            for (const Segment& s : graph.segments) {
                const auto upper = static_cast<size_t>(s.upper);
                const auto lower = static_cast<size_t>(s.lower);
                if (blocks.of[upper] == blocks.of[lower])
                    continue;
                const double dx = graph.bottomOffset(s.upper, s.upperPort) + blocks.shift[upper]
                    - graph.topOffset(s.lower, s.lowerPort) - blocks.shift[lower];
                if (s.score == below[upper]) {
                    owner.push_back(blocks.of[upper]);
                    other_.push_back(blocks.of[lower]);
                    offset_.push_back(-dx);
                }
                if (s.score == above[lower]) {
                    owner.push_back(blocks.of[lower]);
                    other_.push_back(blocks.of[upper]);
                    offset_.push_back(dx);
                }
            }
            byBlock_ = Grouped(blocks.count, owner);
        }

        double wanted(int block, const std::vector<double>& x) const
        {
            const auto pulls = byBlock_[block];
            if (pulls.empty())
                return std::numeric_limits<double>::quiet_NaN();
            places_.clear();
            for (int p : pulls)
                places_.push_back(
                    x[static_cast<size_t>(other_[static_cast<size_t>(p)])] + offset_[static_cast<size_t>(p)]);
            std::sort(places_.begin(), places_.end());
            return (places_[(places_.size() - 1) / 2] + places_[places_.size() / 2]) / 2;
        }

    private:
        Grouped byBlock_;
        std::vector<int> other_;
        std::vector<double> offset_;
        mutable std::vector<double> places_;
    };

    void sort()
    {
        std::vector<int> missing(static_cast<size_t>(blocks_.count));
        for (int block = 0; block < blocks_.count; ++block) {
            missing[static_cast<size_t>(block)] = static_cast<int>(toLeft_[block].size());
            if (toLeft_[block].empty())
                sorted_.push_back(block);
        }
        for (size_t i = 0; i < sorted_.size(); ++i) {
            for (int c : toRight_[sorted_[i]]) {
                const int next = right_[static_cast<size_t>(c)];
                if (--missing[static_cast<size_t>(next)] == 0)
                    sorted_.push_back(next);
            }
        }
    }

    double leftLimit(int block, const std::vector<double>& x) const
    {
        double limit = -infinite;
        for (int c : toLeft_[block])
            limit = std::max(limit,
                x[static_cast<size_t>(left_[static_cast<size_t>(c)])] + distance_[static_cast<size_t>(c)]);
        return limit;
    }

    double rightLimit(int block, const std::vector<double>& x) const
    {
        double limit = infinite;
        for (int c : toRight_[block])
            limit = std::min(limit,
                x[static_cast<size_t>(right_[static_cast<size_t>(c)])] - distance_[static_cast<size_t>(c)]);
        return limit;
    }

    std::vector<double> nodePlaces(const std::vector<double>& x) const
    {
        std::vector<double> places(blocks_.of.size());
        for (size_t n = 0; n < places.size(); ++n)
            places[n] = x[static_cast<size_t>(blocks_.of[n])] + blocks_.shift[n];
        return places;
    }

    const Layered* graph_;
    Blocks blocks_;
    std::vector<int> left_;
    std::vector<int> right_;
    std::vector<double> distance_;
    Grouped toRight_;
    Grouped toLeft_;
    std::vector<int> sorted_;
};

double middleOf(const Layered& graph, const std::vector<double>& x)
{
    double left = infinite;
    double right = -infinite;
    for (int node = 0; node < graph.nodeCount(); ++node) {
        const double room = halfRoom(graph, node);
        left = std::min(left, x[static_cast<size_t>(node)] - room);
        right = std::max(right, x[static_cast<size_t>(node)] + room);
    }
    return (left + right) / 2;
}

} // namespace

namespace {

/// Mean of a left and a right compaction, then relaxed. False if stopped.
bool placeColumns(Layered& graph, const std::vector<char>& allowed, const std::stop_token& stop)
{
    const auto count = static_cast<size_t>(graph.nodeCount());
    std::vector<char> common(graph.segments.size(), 1);
    graph.x.assign(count, 0);
    for (const bool right : {false, true}) {
        auto aligned = alignSegments(graph, right, allowed, stop);
        if (stop.stop_requested())
            return false;
        BlockLine line(graph, makeBlocks(graph, aligned));
        if (stop.stop_requested())
            return false;
        if (!line.consistent()) {
            std::fill(aligned.begin(), aligned.end(), 0);
            line = BlockLine(graph, makeBlocks(graph, aligned));
        }
        const auto x = line.compact(!right);
        const double middle = middleOf(graph, x);
        for (size_t n = 0; n < count; ++n)
            graph.x[n] += (x[n] - middle) / 2;
        for (size_t s = 0; s < common.size(); ++s)
            common[s] = common[s] && aligned[s];
    }
    if (stop.stop_requested())
        return false;
    const BlockLine line(graph, makeBlocks(graph, common));
    if (line.consistent())
        graph.x = line.relax(graph.x, stop);
    return !stop.stop_requested();
}

double widestRank(const Layered& graph)
{
    double widest = 0;
    for (const auto& row : graph.order) {
        double width = 0;
        for (int node : row)
            width += 2 * halfRoom(graph, node);
        widest = std::max(widest, width);
    }
    return widest;
}

/// Long edges that stand side by side somewhere, directly or through others, form a group.
class LaneGroups {
public:
    explicit LaneGroups(const Layered& graph)
        : group_(static_cast<size_t>(graph.nodeCount()))
    {
        std::iota(group_.begin(), group_.end(), 0);
        for (const auto& row : graph.order) {
            for (size_t i = 0; i < row.size(); ++i) {
                if (!graph.isVirtual(row[i]))
                    continue;
                const auto above = static_cast<size_t>(graph.above[row[i]][0]);
                if (graph.isVirtual(graph.segments[above].upper))
                    join(graph.segments[above].upper, row[i]);
                if (i > 0 && graph.isVirtual(row[i - 1]))
                    join(row[i - 1], row[i]);
            }
        }
    }

    int of(int node)
    {
        auto n = static_cast<size_t>(node);
        while (group_[n] != static_cast<int>(n)) {
            group_[n] = group_[static_cast<size_t>(group_[n])];
            n = static_cast<size_t>(group_[n]);
        }
        return static_cast<int>(n);
    }

private:
    void join(int a, int b)
    {
        const int first = of(a);
        const int second = of(b);
        group_[static_cast<size_t>(std::max(first, second))] = std::min(first, second);
    }

    std::vector<int> group_;
};

/// Straight long edges that overlap like tiles push each other ever further out. Where one ended up farther
/// from its source than the widest rank is wide, its group may bend. False if there are none.
bool releaseStrays(const Layered& graph, std::vector<char>& allowed)
{
    const double limit = widestRank(graph);
    std::vector<double> sourceX(graph.x);
    std::vector<char> strays(graph.x.size(), 0);
    LaneGroups groups(graph);
    bool found = false;
    for (const auto& row : graph.order) {
        for (int node : row) {
            if (!graph.isVirtual(node))
                continue;
            const auto n = static_cast<size_t>(node);
            const auto s = static_cast<size_t>(graph.above[node][0]);
            sourceX[n] = sourceX[static_cast<size_t>(graph.segments[s].upper)];
            if (!allowed[s] || std::abs(graph.x[n] - sourceX[n]) <= limit)
                continue;
            strays[static_cast<size_t>(groups.of(node))] = 1;
            found = true;
        }
    }
    for (int node = graph.itemCount; found && node < graph.nodeCount(); ++node) {
        if (strays[static_cast<size_t>(groups.of(node))])
            allowed[static_cast<size_t>(graph.above[node][0])] = 0;
    }
    return found;
}

} // namespace

bool assignColumns(Layered& graph, const std::stop_token& stop)
{
    if (graph.nodeCount() == 0)
        return !stop.stop_requested();
    std::vector<char> allowed(graph.segments.size(), 1);
    for (int attempt = 0; attempt < columnAttempts; ++attempt) {
        if (!placeColumns(graph, allowed, stop))
            return false;
        if (attempt + 1 == columnAttempts || !releaseStrays(graph, allowed))
            break;
    }
    return true;
}

} // namespace kerascope::layout
