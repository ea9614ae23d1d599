// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

#include <algorithm>
#include <numeric>

namespace kerascope::layout {

namespace {

constexpr int minVirtualBudget = 8000;
constexpr int virtualPerItem = 8; ///< keeps time and memory linear where everything is joined to everything

class EdgeSplitter {
public:
    explicit EdgeSplitter(Layered& graph)
        : graph_(graph)
        , edges_(graph.input->edges)
    {
        numberSources();
    }

    /// Shortest first, so that the few longest ones become side lanes. A source needs as many virtual nodes
    /// as its longest edge spans ranks between.
    void admitLongEdges()
    {
        std::vector<int> byspan(edges_.size());
        std::iota(byspan.begin(), byspan.end(), 0);
        std::stable_sort(byspan.begin(), byspan.end(), [this](int a, int b) { return span(a) < span(b); });
        int budget = std::max(minVirtualBudget, virtualPerItem * graph_.itemCount);
        trunkLength_.assign(static_cast<size_t>(sourceCount_), 0);
        for (int e : byspan) {
            EdgeRun& run = graph_.runs[static_cast<size_t>(e)];
            if (run.reversed) {
                run.sideLane = true;
                continue;
            }
            const int needed = span(e) - 1;
            int& length = trunkLength_[static_cast<size_t>(sourceOf_[static_cast<size_t>(e)])];
            run.virtualCount = needed;
            if (needed - length > budget) {
                run.sideLane = true;
                run.virtualCount = 0;
            } else {
                budget -= std::max(0, needed - length);
                length = std::max(length, needed);
            }
        }
    }

    void addTrunks()
    {
        std::vector<int> firstVirtual(static_cast<size_t>(sourceCount_), -1);
        std::vector<int> firstSegment(static_cast<size_t>(sourceCount_), -1);
        for (size_t e = 0; e < edges_.size(); ++e) {
            EdgeRun& run = graph_.runs[e];
            const auto source = static_cast<size_t>(sourceOf_[e]);
            if (run.virtualCount == 0)
                continue;
            if (firstVirtual[source] < 0) {
                firstVirtual[source] = graph_.nodeCount();
                firstSegment[source] = static_cast<int>(graph_.segments.size());
                addTrunk(edges_[e], trunkLength_[source]);
            }
            run.firstVirtual = firstVirtual[source];
            for (int i = 0; i < run.virtualCount; ++i) {
                int& score = graph_.segments[size_t(firstSegment[source]) + size_t(i)].score;
                score = std::max(score, graph_.score[e]);
            }
        }
    }

    void addEnds()
    {
        for (size_t e = 0; e < edges_.size(); ++e) {
            const EdgeRun& run = graph_.runs[e];
            const LevelEdge& edge = edges_[e];
            if (run.sideLane)
                continue;
            Segment segment{
                edge.from, edge.to, edge.fromPort, edge.toPort, graph_.score[e], static_cast<int>(e)};
            if (run.virtualCount > 0) {
                segment.upper = run.firstVirtual + run.virtualCount - 1;
                segment.upperPort = 0;
            }
            graph_.segments.push_back(segment);
        }
    }

    void connect()
    {
        // Direct neighbours come before long edges, so that those tend to the outside.
        std::stable_sort(
            graph_.segments.begin(), graph_.segments.end(), [this](const Segment& a, const Segment& b) {
                return graph_.isVirtual(a.lower) < graph_.isVirtual(b.lower);
            });
        std::vector<int> upper;
        std::vector<int> lower;
        for (const Segment& segment : graph_.segments) {
            upper.push_back(segment.upper);
            lower.push_back(segment.lower);
        }
        graph_.below = Grouped(graph_.nodeCount(), upper);
        graph_.above = Grouped(graph_.nodeCount(), lower);
    }

private:
    int span(int edge) const
    {
        const LevelEdge& e = edges_[static_cast<size_t>(edge)];
        return graph_.rank[static_cast<size_t>(e.to)] - graph_.rank[static_cast<size_t>(e.from)];
    }

    /// Sources are pairs of item and port.
    void numberSources()
    {
        std::vector<int> first(static_cast<size_t>(graph_.itemCount) + 1, 0);
        for (int node = 0; node < graph_.itemCount; ++node)
            first[static_cast<size_t>(node) + 1] =
                first[static_cast<size_t>(node)] + graph_.bottomPortCount(node);
        sourceCount_ = first.back();
        sourceOf_.reserve(edges_.size());
        for (const LevelEdge& edge : edges_)
            sourceOf_.push_back(first[static_cast<size_t>(edge.from)] + edge.fromPort);
    }

    void addTrunk(const LevelEdge& edge, int length)
    {
        int rank = graph_.rank[static_cast<size_t>(edge.from)];
        int upper = edge.from;
        for (int i = 0; i < length; ++i) {
            const int node = graph_.nodeCount();
            graph_.rank.push_back(++rank);
            graph_.segments.push_back({upper, node, i == 0 ? edge.fromPort : 0, 0, 0});
            upper = node;
        }
    }

    Layered& graph_;
    const std::vector<LevelEdge>& edges_;
    std::vector<int> sourceOf_;
    std::vector<int> trunkLength_;
    int sourceCount_ = 0;
};

} // namespace

bool splitLongEdges(Layered& graph, const std::stop_token& stop)
{
    EdgeSplitter splitter(graph);
    splitter.admitLongEdges();
    if (stop.stop_requested())
        return false;
    splitter.addTrunks();
    splitter.addEnds();
    if (stop.stop_requested())
        return false;
    splitter.connect();
    return !stop.stop_requested();
}

} // namespace kerascope::layout
