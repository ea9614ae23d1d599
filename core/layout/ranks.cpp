// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

#include <algorithm>
#include <cmath>

namespace kerascope::layout {

namespace {

constexpr int tightenPasses = 4;

class Ranker {
public:
    explicit Ranker(Layered& graph)
        : graph_(graph)
        , edges_(graph.input->edges)
    {
        std::vector<int> from(edges_.size(), -1);
        std::vector<int> to(edges_.size(), -1);
        for (size_t e = 0; e < edges_.size(); ++e) {
            if (graph.runs[e].reversed)
                continue;
            from[e] = edges_[e].from;
            to[e] = edges_[e].to;
        }
        out_ = Grouped(graph.itemCount, from);
        in_ = Grouped(graph.itemCount, to);
        sortTopologically();
    }

    void longestPaths()
    {
        const auto count = static_cast<size_t>(graph_.itemCount);
        fromTop_.assign(count, 0);
        toBottom_.assign(count, 0);
        graph_.rank.assign(count, 0);
        for (int node : sorted_) {
            const bool isPort = graph_.item(node).kind == ItemKind::InPort;
            int& rank = graph_.rank[static_cast<size_t>(node)];
            rank = isPort || !hasInPorts_ ? 0 : 1;
            int path = 0;
            for (int edge : in_[node]) {
                const auto up = static_cast<size_t>(edges_[static_cast<size_t>(edge)].from);
                rank = std::max(rank, graph_.rank[up] + 1);
                path = std::max(path, fromTop_[up]);
            }
            fromTop_[static_cast<size_t>(node)] = path + graph_.item(node).weight;
        }
        for (auto it = sorted_.rbegin(); it != sorted_.rend(); ++it) {
            int path = 0;
            for (int edge : out_[*it])
                path = std::max(path, toBottom_[static_cast<size_t>(edges_[static_cast<size_t>(edge)].to)]);
            toBottom_[static_cast<size_t>(*it)] = path + graph_.item(*it).weight;
        }
    }

    /// A box with more edges on one side moves toward that side: the edges together never get longer.
    void tighten()
    {
        placeOutPorts();
        for (int pass = 0; pass < tightenPasses; ++pass) {
            bool moved = false;
            for (auto it = sorted_.rbegin(); it != sorted_.rend(); ++it)
                moved |= in_[*it].size() < out_[*it].size() && moveDown(*it);
            for (int node : sorted_)
                moved |= in_[node].size() > out_[node].size() && moveUp(node);
            if (!moved)
                break;
        }
    }

    /// Boxes without edges would make one endless row: they are laid in a square.
    void spreadIsolated()
    {
        std::vector<int> isolated;
        for (int node = 0; node < graph_.itemCount; ++node) {
            if (in_[node].empty() && out_[node].empty() && graph_.item(node).kind == ItemKind::Box)
                isolated.push_back(node);
        }
        const auto side = static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(isolated.size()))));
        for (size_t i = 0; i < isolated.size(); ++i)
            graph_.rank[static_cast<size_t>(isolated[i])] =
                (hasInPorts_ ? 1 : 0) + static_cast<int>(i / side);
    }

    void finish()
    {
        placeOutPorts();
        graph_.rankCount = 0;
        for (int rank : graph_.rank)
            graph_.rankCount = std::max(graph_.rankCount, rank + 1);
        graph_.score.assign(edges_.size(), 0);
        for (size_t e = 0; e < edges_.size(); ++e)
            graph_.score[e] =
                fromTop_[static_cast<size_t>(edges_[e].from)] + toBottom_[static_cast<size_t>(edges_[e].to)];
    }

private:
    void sortTopologically()
    {
        std::vector<int> missing(static_cast<size_t>(graph_.itemCount));
        sorted_.reserve(missing.size());
        for (int node = 0; node < graph_.itemCount; ++node) {
            hasInPorts_ |= graph_.item(node).kind == ItemKind::InPort;
            missing[static_cast<size_t>(node)] = static_cast<int>(in_[node].size());
            if (in_[node].empty())
                sorted_.push_back(node);
        }
        for (size_t i = 0; i < sorted_.size(); ++i) {
            for (int edge : out_[sorted_[i]]) {
                const int to = edges_[static_cast<size_t>(edge)].to;
                if (--missing[static_cast<size_t>(to)] == 0)
                    sorted_.push_back(to);
            }
        }
    }

    void placeOutPorts()
    {
        int last = hasInPorts_ ? 0 : -1;
        for (int node = 0; node < graph_.itemCount; ++node) {
            if (graph_.item(node).kind != ItemKind::OutPort)
                last = std::max(last, graph_.rank[static_cast<size_t>(node)]);
        }
        for (int node = 0; node < graph_.itemCount; ++node) {
            if (graph_.item(node).kind == ItemKind::OutPort)
                graph_.rank[static_cast<size_t>(node)] = last + 1;
        }
    }

    bool moveDown(int node)
    {
        if (graph_.item(node).kind != ItemKind::Box)
            return false;
        int lowest = graph_.rank[static_cast<size_t>(edges_[static_cast<size_t>(out_[node][0])].to)] - 1;
        for (int edge : out_[node])
            lowest =
                std::min(lowest, graph_.rank[static_cast<size_t>(edges_[static_cast<size_t>(edge)].to)] - 1);
        int& rank = graph_.rank[static_cast<size_t>(node)];
        if (lowest <= rank)
            return false;
        rank = lowest;
        return true;
    }

    bool moveUp(int node)
    {
        if (graph_.item(node).kind != ItemKind::Box)
            return false;
        int highest = 0;
        for (int edge : in_[node])
            highest = std::max(
                highest, graph_.rank[static_cast<size_t>(edges_[static_cast<size_t>(edge)].from)] + 1);
        int& rank = graph_.rank[static_cast<size_t>(node)];
        if (highest >= rank)
            return false;
        rank = highest;
        return true;
    }

    Layered& graph_;
    const std::vector<LevelEdge>& edges_;
    Grouped out_;
    Grouped in_;
    std::vector<int> sorted_;
    std::vector<int> fromTop_;
    std::vector<int> toBottom_;
    bool hasInPorts_ = false;
};

} // namespace

bool assignRanks(Layered& graph, const std::stop_token& stop)
{
    Ranker ranker(graph);
    if (stop.stop_requested())
        return false;
    ranker.longestPaths();
    if (stop.stop_requested())
        return false;
    ranker.tighten();
    ranker.spreadIsolated();
    ranker.finish();
    return !stop.stop_requested();
}

} // namespace kerascope::layout
