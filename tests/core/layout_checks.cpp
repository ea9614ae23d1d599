// SPDX-License-Identifier: GPL-3.0-or-later
#include "layout_checks.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <vector>

namespace kerascope::tests {

namespace {

constexpr double slack = 1e-3;

struct Box {
    LayoutRect rect;
    int parent = -1; ///< container
    int container = -1; ///< its own index, if it is one
    bool frame = false; ///< unfolded container
    std::string name;
};

class Checker {
public:
    Checker(const LayoutGraph& graph, const LayoutResult& result)
        : graph_(graph)
        , result_(result)
    {
        for (size_t n = 0; n < graph.nodes.size(); ++n) {
            if (result.nodeVisible[n])
                boxes_.push_back(
                    {result.nodes[n], graph.nodes[n].parent, -1, false, "node " + std::to_string(n)});
        }
        for (size_t c = 0; c < graph.containers.size(); ++c) {
            if (result.containerVisible[c])
                boxes_.push_back({result.containers[c], graph.containers[c].parent, static_cast<int>(c),
                    !graph.containers[c].folded, "container " + std::to_string(c)});
        }
    }

    std::string run()
    {
        checkBoxes();
        checkEdges();
        for (const LayoutRoute& route : result_.routes)
            checkRoute(route);
        return fault_;
    }

private:
    void fail(const std::string& what)
    {
        if (fault_.empty())
            fault_ = what;
    }

    bool isInside(int parent, int container) const
    {
        while (parent >= 0 && parent != container)
            parent = graph_.containers[static_cast<size_t>(parent)].parent;
        return parent == container;
    }

    void checkBoxes()
    {
        for (const Box& box : boxes_) {
            const LayoutRect whole{0, 0, result_.width, result_.height};
            LayoutRect frame = whole;
            if (box.parent >= 0) {
                const auto& container = graph_.containers[static_cast<size_t>(box.parent)];
                frame = result_.containers[static_cast<size_t>(box.parent)];
                frame.y += container.titleHeight;
                frame.height -= container.titleHeight;
            }
            if (box.rect.x < frame.x - slack || box.rect.right() > frame.right() + slack
                || box.rect.y < frame.y - slack || box.rect.bottom() > frame.bottom() + slack)
                fail(box.name + " leaves its frame");
            for (const Box& other : boxes_) {
                if (&other == &box || other.parent != box.parent)
                    continue;
                if (overlap(box.rect, other.rect))
                    fail(box.name + " overlaps " + other.name);
            }
        }
    }

    static bool overlap(const LayoutRect& a, const LayoutRect& b)
    {
        return a.x < b.right() - slack && b.x < a.right() - slack && a.y < b.bottom() - slack
            && b.y < a.bottom() - slack;
    }

    /// Every edge stands in exactly one route, except those inside one folded container.
    void checkEdges()
    {
        std::set<int> drawn;
        for (const LayoutRoute& route : result_.routes) {
            for (int e : route.edges) {
                if (!drawn.insert(e).second)
                    fail("edge " + std::to_string(e) + " is drawn twice");
            }
        }
        for (size_t e = 0; e < graph_.edges.size(); ++e) {
            const int from = folded(graph_.edges[e].from);
            const bool hidden = from >= 0 && from == folded(graph_.edges[e].to);
            if (hidden == (drawn.count(static_cast<int>(e)) == 1))
                fail("edge " + std::to_string(e) + (hidden ? " is drawn but hidden" : " is missing"));
        }
    }

    int folded(int node) const
    {
        int outermost = -1;
        for (int c = graph_.nodes[static_cast<size_t>(node)].parent; c >= 0;
             c = graph_.containers[static_cast<size_t>(c)].parent) {
            if (graph_.containers[static_cast<size_t>(c)].folded)
                outermost = c;
        }
        return outermost;
    }

    void checkRoute(const LayoutRoute& route)
    {
        const std::string name = "route of edge " + std::to_string(route.edges.front());
        const LayoutRect& from = route.fromNode >= 0
            ? result_.nodes[static_cast<size_t>(route.fromNode)]
            : result_.containers[static_cast<size_t>(route.fromContainer)];
        const LayoutRect& to = route.toNode >= 0 ? result_.nodes[static_cast<size_t>(route.toNode)]
                                                 : result_.containers[static_cast<size_t>(route.toContainer)];
        if (route.points.size() < 2)
            return fail(name + " has no points");
        const LayoutPoint& first = route.points.front();
        const LayoutPoint& last = route.points.back();
        if (std::abs(first.y - from.bottom()) > slack || first.x < from.x - slack
            || first.x > from.right() + slack)
            fail(name + " does not start at its box");
        if (std::abs(last.y - to.y) > slack || last.x < to.x - slack || last.x > to.right() + slack)
            fail(name + " does not end at its box");
        for (size_t i = 1; i < route.points.size(); ++i) {
            const LayoutPoint& a = route.points[i - 1];
            const LayoutPoint& b = route.points[i];
            if (!route.reversed && b.y < a.y - slack)
                fail(name + " runs upward");
            for (const LayoutPoint& p : {a, b}) {
                if (p.x < -slack || p.y < -slack || p.x > result_.width + slack
                    || p.y > result_.height + slack)
                    fail(name + " leaves the drawing");
            }
            for (const Box& box : boxes_) {
                if (!holdsEnd(box, route) && passes(a, b, box.rect))
                    fail(name + " passes through " + box.name);
            }
        }
    }

    /// A route may run inside the frames around its ends.
    bool holdsEnd(const Box& box, const LayoutRoute& route) const
    {
        if (!box.frame)
            return false;
        const auto around = [&](int node, int container) {
            const int parent = node >= 0 ? graph_.nodes[static_cast<size_t>(node)].parent
                                         : graph_.containers[static_cast<size_t>(container)].parent;
            return isInside(parent, box.container);
        };
        return around(route.fromNode, route.fromContainer) || around(route.toNode, route.toContainer);
    }

    /// True if the line from a to b has a part strictly inside the box.
    static bool passes(const LayoutPoint& a, const LayoutPoint& b, const LayoutRect& rect)
    {
        double begin = 0;
        double end = 1;
        const auto clip = [&](double start, double delta, double low, double high) {
            if (std::abs(delta) < 1e-12)
                return start > low && start < high;
            const double t0 = (low - start) / delta;
            const double t1 = (high - start) / delta;
            begin = std::max(begin, std::min(t0, t1));
            end = std::min(end, std::max(t0, t1));
            return true;
        };
        return clip(a.x, b.x - a.x, rect.x + slack, rect.right() - slack)
            && clip(a.y, b.y - a.y, rect.y + slack, rect.bottom() - slack) && begin < end - 1e-9;
    }

    const LayoutGraph& graph_;
    const LayoutResult& result_;
    std::vector<Box> boxes_;
    std::string fault_;
};

} // namespace

int GraphBuilder::node(int parent)
{
    graph.nodes.push_back({120, 40, parent});
    return static_cast<int>(graph.nodes.size()) - 1;
}

int GraphBuilder::container(int parent, bool folded)
{
    graph.containers.push_back({parent, folded, 150, 50, 24, 12, 140});
    return static_cast<int>(graph.containers.size()) - 1;
}

void GraphBuilder::edge(int from, int to) { graph.edges.push_back({from, to}); }

int GraphBuilder::chain(int from, int count, int parent)
{
    for (int i = 0; i < count; ++i) {
        const int next = node(parent);
        if (from >= 0)
            edge(from, next);
        from = next;
    }
    return from;
}

LayoutGraph randomGraph(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&random](
                           int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    GraphBuilder g;
    const int containers = below(7);
    for (int c = 0; c < containers; ++c)
        g.container(below(c + 1) - 1, below(4) == 0);
    const int nodes = 1 + below(70);
    for (int n = 0; n < nodes; ++n) {
        g.node(below(containers + 1) - 1);
        g.graph.nodes.back().width = 20 + below(200);
        g.graph.nodes.back().height = 10 + below(60);
    }
    const int edges = below(nodes * 3 + 1);
    for (int e = 0; e < edges && nodes > 1; ++e) {
        const int to = 1 + below(nodes - 1);
        g.edge(std::max(0, to - 1 - below(1 + below(12))), to);
    }
    return g.graph;
}

std::string checkDrawing(const LayoutGraph& graph, const LayoutResult& result)
{
    return Checker(graph, result).run();
}

} // namespace kerascope::tests
