// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

#include <algorithm>
#include <utility>

namespace kerascope::layout {

namespace {

constexpr int maxFruitlessSweeps = 4;
constexpr int maxExchangePasses = 4;
constexpr size_t maxExchangePairs = 4096; ///< ends of two neighbours compared one by one

using Orders = std::vector<std::vector<int>>;

/// Nodes of each rank in the order in which a depth-first walk meets them: no crossings in a tree.
Orders walkOrder(const Layered& graph, bool downward)
{
    Orders orders(static_cast<size_t>(graph.rankCount));
    std::vector<char> seen(static_cast<size_t>(graph.nodeCount()), 0);
    std::vector<int> stack;
    const auto walk = [&](int start) {
        stack.push_back(start);
        while (!stack.empty()) {
            const int node = stack.back();
            stack.pop_back();
            if (std::exchange(seen[static_cast<size_t>(node)], 1))
                continue;
            orders[static_cast<size_t>(graph.rank[static_cast<size_t>(node)])].push_back(node);
            const auto next = downward ? graph.below[node] : graph.above[node];
            for (auto it = next.rbegin(); it != next.rend(); ++it) {
                const Segment& segment = graph.segments[static_cast<size_t>(*it)];
                const int other = downward ? segment.lower : segment.upper;
                if (!seen[static_cast<size_t>(other)])
                    stack.push_back(other);
            }
        }
    };
    for (int node = 0; node < graph.nodeCount(); ++node) {
        if ((downward ? graph.above[node] : graph.below[node]).empty())
            walk(node);
    }
    return orders;
}

class Orderer {
public:
    Orderer(Layered& graph, const std::stop_token& stop)
        : graph_(graph)
        , stop_(stop)
        , weight_(static_cast<size_t>(graph.nodeCount()), 0.0)
    {
        graph_.position.assign(static_cast<size_t>(graph.nodeCount()), 0);
    }

    bool run()
    {
        const auto down = tryOrder(walkOrder(graph_, true));
        Orders downOrder = graph_.order;
        if (down > 0 && !stop_.stop_requested() && tryOrder(walkOrder(graph_, false)) >= down)
            tryOrder(std::move(downOrder));
        best_ = graph_.order;
        for (int sweep = 0, fruitless = 0; graph_.crossings > 0 && fruitless < maxFruitlessSweeps
             && sweep < graph_.input->options.maxSweeps && !stop_.stop_requested();
             ++sweep) {
            sweepOnce(sweep);
            fruitless = keepIfBetter() ? 0 : fruitless + 1;
        }
        for (int pass = 0; pass < maxExchangePasses && graph_.crossings > 0; ++pass) {
            tryOrder(best_, graph_.crossings);
            if (!exchangeNeighbours() || !keepIfBetter())
                break;
        }
        tryOrder(std::move(best_), graph_.crossings);
        return !stop_.stop_requested();
    }

private:
    int64_t tryOrder(Orders orders)
    {
        tryOrder(std::move(orders), 0);
        graph_.crossings = countAll();
        return graph_.crossings;
    }

    void tryOrder(Orders orders, int64_t crossings)
    {
        graph_.order = std::move(orders);
        graph_.crossings = crossings;
        for (const auto& row : graph_.order)
            number(row);
    }

    void number(const std::vector<int>& row)
    {
        for (size_t i = 0; i < row.size(); ++i)
            graph_.position[static_cast<size_t>(row[i])] = static_cast<int>(i);
    }

    int64_t countAll() const
    {
        int64_t crossings = 0;
        for (int rank = 0; rank + 1 < graph_.rankCount && !stop_.stop_requested(); ++rank)
            crossings += countCrossings(graph_, rank);
        return crossings;
    }

    bool keepIfBetter()
    {
        const int64_t crossings = countAll();
        if (stop_.stop_requested() || crossings >= graph_.crossings)
            return false;
        graph_.crossings = crossings;
        best_ = graph_.order;
        return true;
    }

    void sweepOnce(int sweep)
    {
        const bool downward = sweep % 2 == 0;
        const bool tiesTurned = sweep / 2 % 2 == 1;
        for (int i = 1; i < graph_.rankCount && !stop_.stop_requested(); ++i)
            sortRank(downward ? i : graph_.rankCount - 1 - i, downward, tiesTurned);
    }

    /// Nodes without neighbours on that side keep their places; the others are sorted among theirs.
    void sortRank(int rank, bool byUpper, bool tiesTurned)
    {
        auto& row = graph_.order[static_cast<size_t>(rank)];
        if (row.size() < 2)
            return;
        moving_.clear();
        for (int node : row) {
            if (!(byUpper ? graph_.above[node] : graph_.below[node]).empty()) {
                weight_[static_cast<size_t>(node)] = barycentre(node, byUpper);
                moving_.push_back(node);
            }
        }
        if (tiesTurned)
            std::reverse(moving_.begin(), moving_.end());
        std::stable_sort(moving_.begin(), moving_.end(), [this](int a, int b) {
            return weight_[static_cast<size_t>(a)] < weight_[static_cast<size_t>(b)];
        });
        auto next = moving_.begin();
        for (int& node : row) {
            if (!(byUpper ? graph_.above[node] : graph_.below[node]).empty())
                node = *next++;
        }
        number(row);
    }

    double barycentre(int node, bool byUpper) const
    {
        double sum = 0;
        const auto segments = byUpper ? graph_.above[node] : graph_.below[node];
        for (int s : segments)
            sum += endPlace(graph_.segments[static_cast<size_t>(s)], byUpper);
        return sum / static_cast<double>(segments.size());
    }

    /// Where a segment ends in its other rank: the ports of a box share the box's place.
    double endPlace(const Segment& segment, bool upper) const
    {
        const int node = upper ? segment.upper : segment.lower;
        const int ports = upper ? graph_.bottomPortCount(node) : graph_.topPortCount(node);
        const int port = upper ? segment.upperPort : segment.lowerPort;
        return graph_.position[static_cast<size_t>(node)] + (port + 1.0) / (ports + 1.0);
    }

    bool exchangeNeighbours()
    {
        bool changed = false;
        for (int rank = 0; rank < graph_.rankCount && !stop_.stop_requested(); ++rank) {
            auto& row = graph_.order[static_cast<size_t>(rank)];
            for (size_t i = 0; i + 1 < row.size(); ++i) {
                if (gain(row[i], row[i + 1]) <= 0)
                    continue;
                std::swap(row[i], row[i + 1]);
                std::swap(graph_.position[static_cast<size_t>(row[i])],
                    graph_.position[static_cast<size_t>(row[i + 1])]);
                changed = true;
            }
        }
        return changed;
    }

    int64_t gain(int left, int right) const
    {
        int64_t sum = 0;
        for (const bool upper : {true, false}) {
            const auto a = upper ? graph_.above[left] : graph_.below[left];
            const auto b = upper ? graph_.above[right] : graph_.below[right];
            if (a.size() * b.size() > maxExchangePairs)
                continue;
            for (int s : a) {
                const double place = endPlace(graph_.segments[static_cast<size_t>(s)], upper);
                for (int t : b) {
                    const double other = endPlace(graph_.segments[static_cast<size_t>(t)], upper);
                    sum += (place > other) - (place < other);
                }
            }
        }
        return sum;
    }

    Layered& graph_;
    const std::stop_token& stop_;
    Orders best_;
    std::vector<double> weight_;
    std::vector<int> moving_;
};

} // namespace

bool orderRanks(Layered& graph, const std::stop_token& stop) { return Orderer(graph, stop).run(); }

} // namespace kerascope::layout
