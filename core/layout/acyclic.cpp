// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

namespace kerascope::layout {

namespace {

/// Depth-first search with a stack of its own: a chain may be tens of thousands long.
class BackEdges {
public:
    BackEdges(Layered& graph, const Grouped& out)
        : graph_(graph)
        , out_(out)
        , state_(static_cast<size_t>(graph.itemCount), New)
        , next_(static_cast<size_t>(graph.itemCount), 0)
    {
    }

    void walkFrom(int start)
    {
        if (state_[static_cast<size_t>(start)] != New)
            return;
        open(start);
        while (!stack_.empty())
            step(stack_.back());
    }

private:
    enum State : char { New, Open, Done };

    void open(int node)
    {
        state_[static_cast<size_t>(node)] = Open;
        stack_.push_back(node);
    }

    void step(int node)
    {
        const auto edges = out_[node];
        size_t& next = next_[static_cast<size_t>(node)];
        if (next == edges.size()) {
            state_[static_cast<size_t>(node)] = Done;
            stack_.pop_back();
            return;
        }
        const auto edge = static_cast<size_t>(edges[next++]);
        const int to = graph_.input->edges[edge].to;
        if (state_[static_cast<size_t>(to)] == Open)
            graph_.runs[edge].reversed = true;
        else if (state_[static_cast<size_t>(to)] == New)
            open(to);
    }

    Layered& graph_;
    const Grouped& out_;
    std::vector<State> state_;
    std::vector<size_t> next_;
    std::vector<int> stack_;
};

} // namespace

void breakCycles(Layered& graph)
{
    std::vector<int> owner;
    std::vector<char> hasInput(static_cast<size_t>(graph.itemCount), 0);
    owner.reserve(graph.input->edges.size());
    for (const LevelEdge& edge : graph.input->edges) {
        owner.push_back(edge.from);
        hasInput[static_cast<size_t>(edge.to)] = 1;
    }
    const Grouped out(graph.itemCount, owner);
    BackEdges search(graph, out);
    for (int node = 0; node < graph.itemCount; ++node) {
        if (!hasInput[static_cast<size_t>(node)])
            search.walkFrom(node);
    }
    for (int node = 0; node < graph.itemCount; ++node)
        search.walkFrom(node);
}

} // namespace kerascope::layout
