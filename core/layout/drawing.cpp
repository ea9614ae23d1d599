// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"
#include "core/layout/polyline.h"

#include <algorithm>
#include <limits>

namespace kerascope::layout {

namespace {

class Drawer {
public:
    Drawer(const Layered& graph, LevelLayout& drawing)
        : graph_(graph)
        , input_(*graph.input)
        , drawing_(drawing)
        , rows_(assignRows(graph))
        , lanes_(assignSideLanes(graph))
        , attached_(attachEdges(graph))
        , endSegment_(graph.runs.size(), -1)
    {
        for (size_t s = 0; s < graph.segments.size(); ++s) {
            if (graph.segments[s].edge >= 0)
                endSegment_[static_cast<size_t>(graph.segments[s].edge)] = static_cast<int>(s);
        }
    }

    void placeFrame()
    {
        double left = std::numeric_limits<double>::max();
        for (int node = 0; node < graph_.nodeCount(); ++node) {
            const double half = graph_.isVirtual(node) ? 0 : graph_.item(node).width / 2;
            left = std::min(left, graph_.x[static_cast<size_t>(node)] - half);
        }
        const double content = graph_.nodeCount() > 0 ? lanes_.right - left : 0;
        drawing_.width = std::max(input_.minWidth, content + 2 * input_.padding);
        drawing_.height = rows_.height;
        shift_ = graph_.nodeCount() > 0 ? (drawing_.width - content) / 2 - left : 0;
    }

    void placeItems()
    {
        drawing_.items.reserve(static_cast<size_t>(graph_.itemCount));
        for (int node = 0; node < graph_.itemCount; ++node) {
            const LevelItem& item = graph_.item(node);
            const auto rank = static_cast<size_t>(graph_.rank[static_cast<size_t>(node)]);
            LayoutRect rect{x(node) - item.width / 2,
                (rows_.top[rank] + rows_.bottom[rank] - item.height) / 2, item.width, item.height};
            if (item.kind == ItemKind::InPort)
                rect.y = 0;
            if (item.kind == ItemKind::OutPort)
                rect.y = drawing_.height;
            drawing_.items.push_back(rect);
        }
    }

    std::vector<LayoutPoint> route(size_t e) const
    {
        const EdgeRun& run = graph_.runs[e];
        const LevelEdge& edge = input_.edges[e];
        std::vector<LayoutPoint> points;
        const double start = x(edge.from) + leaveAt(e);
        const double end = x(edge.to) + arriveAt(e);
        const auto first = static_cast<size_t>(graph_.rank[static_cast<size_t>(edge.from)]);
        const auto last = static_cast<size_t>(graph_.rank[static_cast<size_t>(edge.to)]);
        points.push_back({start, drawing_.items[static_cast<size_t>(edge.from)].bottom()});
        appendPoint(points, {start, rows_.bottom[first]});
        if (run.sideLane) {
            appendPoint(points, {lanes_.x[e] + shift_, below(first)});
            appendPoint(points, {lanes_.x[e] + shift_, above(last)});
        }
        for (int i = 0; i < run.virtualCount; ++i) {
            const int node = run.firstVirtual + i;
            const auto rank = static_cast<size_t>(graph_.rank[static_cast<size_t>(node)]);
            appendPoint(points, {x(node), rows_.top[rank]});
            appendPoint(points, {x(node), rows_.bottom[rank]});
        }
        appendPoint(points, {end, rows_.top[last]});
        appendPoint(points, {end, drawing_.items[static_cast<size_t>(edge.to)].y});
        return points;
    }

private:
    double x(int node) const { return graph_.x[static_cast<size_t>(node)] + shift_; }

    double leaveAt(size_t e) const
    {
        const EdgeRun& run = graph_.runs[e];
        const LevelEdge& edge = input_.edges[e];
        if (run.virtualCount > 0)
            return attached_.leave[static_cast<size_t>(graph_.above[run.firstVirtual][0])];
        if (!run.sideLane)
            return attached_.leave[static_cast<size_t>(endSegment_[e])];
        return graph_.item(edge.from).bottomPorts.empty()
            ? attached_.laneLeave[static_cast<size_t>(edge.from)]
            : graph_.bottomOffset(edge.from, edge.fromPort);
    }

    double arriveAt(size_t e) const
    {
        const LevelEdge& edge = input_.edges[e];
        if (!graph_.runs[e].sideLane)
            return attached_.arrive[static_cast<size_t>(endSegment_[e])];
        return graph_.item(edge.to).topPorts.empty() ? attached_.laneArrive[static_cast<size_t>(edge.to)]
                                                     : graph_.topOffset(edge.to, edge.toPort);
    }

    /// Lower end of the gap below a rank.
    double below(size_t rank) const
    {
        return rank + 1 < rows_.top.size() ? rows_.top[rank + 1]
                                           : rows_.bottom[rank] + input_.options.rankGap;
    }

    /// Upper end of the gap above a rank.
    double above(size_t rank) const
    {
        return rank > 0 ? rows_.bottom[rank - 1] : rows_.top[rank] - input_.options.rankGap;
    }

    const Layered& graph_;
    const LevelInput& input_;
    LevelLayout& drawing_;
    Rows rows_;
    SideLanes lanes_;
    Attachments attached_;
    std::vector<int> endSegment_; ///< per edge, the segment that reaches its end
    double shift_ = 0; ///< from the columns' x to the frame's
};

} // namespace

bool drawLevel(const Layered& graph, LevelLayout& drawing, const std::stop_token& stop)
{
    Drawer drawer(graph, drawing);
    drawer.placeFrame();
    drawer.placeItems();
    drawing.routes.reserve(graph.runs.size());
    for (size_t e = 0; e < graph.runs.size(); ++e) {
        if (stop.stop_requested())
            return false;
        drawing.routes.push_back(drawer.route(e));
        drawing.reversed.push_back(graph.runs[e].reversed ? 1 : 0);
    }
    drawing.crossings = graph.crossings;
    return true;
}

} // namespace kerascope::layout
