// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_geometry.h"

#include <QLineF>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <map>

namespace kerascope {
namespace {

using namespace Qt::Literals::StringLiterals;

constexpr double cornerRadius = 8;
constexpr qsizetype mostShapesOnAnEdge = 3;

QRectF rectOf(const LayoutRect& rect) { return {rect.x, rect.y, rect.width, rect.height}; }

QPainterPath rounded(const QPolygonF& points)
{
    QPainterPath path(points.front());
    for (qsizetype i = 1; i + 1 < points.size(); ++i) {
        const QLineF in(points[i], points[i - 1]), out(points[i], points[i + 1]);
        const double radius = std::min({cornerRadius, in.length() / 2, out.length() / 2});
        if (radius < 0.5) {
            path.lineTo(points[i]);
            continue;
        }
        path.lineTo(in.pointAt(radius / in.length()));
        path.quadTo(points[i], out.pointAt(radius / out.length()));
    }
    path.lineTo(points.back());
    return path;
}

std::pair<bool, double> placeOfLabel(const GraphRoute& route)
{
    return {std::abs(route.points[0].x() - route.points[1].x()) < 1, route.points[0].x()};
}

class GeometryMaker {
public:
    GeometryMaker(const GraphItems& items, const std::vector<char>& folded, const GraphMetrics& metrics)
        : items_(items)
        , metrics_(metrics)
        , index_(size_t(items.count()))
    {
        result_.folded = folded;
    }

    LayoutGraph graph()
    {
        LayoutGraph graph;
        for (int i = 0; i < items_.count(); ++i) {
            const GraphItem& item = items_[i];
            const int parent = item.parent < 0 ? -1 : index_[size_t(item.parent)];
            if (!item.group) {
                index_[size_t(i)] = int(graph.nodes.size());
                nodeItem_.push_back(i);
                graph.nodes.push_back({metrics_.nodeWidth, metrics_.nodeHeight, parent});
                continue;
            }
            index_[size_t(i)] = int(graph.containers.size());
            groupItem_.push_back(i);
            const double title =
                metrics_.em * (7.5 + 0.62 * double(item.name.size() + item.type.size() + 10));
            graph.containers.push_back(
                {parent, result_.folded[size_t(i)] != 0, metrics_.nodeWidth, metrics_.nodeHeight,
                    metrics_.titleHeight, metrics_.padding, std::min(title, metrics_.em * 34)});
        }
        for (const GraphEdge& edge : items_.edges)
            graph.edges.push_back({index_[size_t(edge.from)], index_[size_t(edge.to)]});
        return graph;
    }

    GraphGeometry take(const LayoutResult& layout)
    {
        result_.size = QSizeF(layout.width, layout.height);
        takeBoxes(layout);
        for (const LayoutRoute& route : layout.routes)
            if (route.points.size() > 1)
                takeRoute(route);
        dropDoubleLabels();
        makeIndexes();
        return std::move(result_);
    }

private:
    void takeBoxes(const LayoutResult& layout)
    {
        result_.rects.resize(size_t(items_.count()));
        for (int i = 0; i < items_.count(); ++i) {
            const auto at = size_t(index_[size_t(i)]);
            const bool group = items_[i].group;
            if (!(group ? layout.containerVisible[at] : layout.nodeVisible[at]))
                continue;
            result_.rects[size_t(i)] = rectOf(group ? layout.containers[at] : layout.nodes[at]);
            result_.shown.push_back(i);
        }
    }

    int itemAt(int node, int container) const
    {
        return node >= 0 ? nodeItem_[size_t(node)] : groupItem_[size_t(container)];
    }

    void takeRoute(const LayoutRoute& from)
    {
        GraphRoute route;
        route.from = itemAt(from.fromNode, from.fromContainer);
        route.to = itemAt(from.toNode, from.toContainer);
        for (const LayoutPoint& point : from.points)
            route.points << QPointF(point.x, point.y);
        route.path = rounded(route.points);
        route.bounds = route.points.boundingRect().adjusted(-1, -1, 1, 1);
        route.mask = true;
        QStringList shapes;
        for (int index : from.edges) {
            const GraphEdge& edge = items_.edges[size_t(index)];
            route.mask = route.mask && edge.mask;
            if (!edge.mask && !edge.shape.isEmpty() && !shapes.contains(edge.shape))
                shapes << edge.shape;
        }
        if (shapes.size() > mostShapesOnAnEdge)
            shapes = shapes.mid(0, mostShapesOnAnEdge) << u"…"_s;
        route.label = shapes.join(u", "_s);
        result_.routes.push_back(std::move(route));
    }

    // Lines that leave one box with the same tensor need one label: on one that goes straight down if there
    // is one, and on the rightmost of those, because the text stands to the right of its line.
    void dropDoubleLabels()
    {
        std::map<std::pair<int, QString>, size_t> best;
        for (size_t i = 0; i < result_.routes.size(); ++i) {
            GraphRoute& route = result_.routes[i];
            if (route.label.isEmpty())
                continue;
            const auto [entry, fresh] = best.try_emplace({route.from, route.label}, i);
            if (fresh)
                continue;
            GraphRoute& other = result_.routes[entry->second];
            const bool mine = placeOfLabel(route) > placeOfLabel(other);
            (mine ? other : route).label.clear();
            if (mine)
                entry->second = i;
        }
    }

    void makeIndexes()
    {
        const QRectF bounds(QPointF(0, 0), result_.size);
        result_.boxes = SpatialGrid(bounds, result_.rects.size());
        result_.frames = SpatialGrid(bounds, result_.rects.size());
        for (int item : result_.shown)
            (result_.isFrame(items_, item) ? result_.frames : result_.boxes).insert(item, result_.rect(item));
        result_.lines = SpatialGrid(bounds, result_.routes.size());
        result_.routesIn.resize(result_.rects.size());
        result_.routesOut.resize(result_.rects.size());
        for (size_t i = 0; i < result_.routes.size(); ++i) {
            const GraphRoute& route = result_.routes[i];
            for (qsizetype p = 1; p < route.points.size(); ++p)
                result_.lines.insert(int(i), QRectF(route.points[p - 1], route.points[p]).normalized());
            result_.routesOut[size_t(route.from)].push_back(int(i));
            result_.routesIn[size_t(route.to)].push_back(int(i));
        }
        const auto x = [&](int route, bool end) {
            const QPolygonF& points = result_.routes[size_t(route)].points;
            return (end ? points.back() : points.front()).x();
        };
        for (int item : result_.shown) {
            std::ranges::stable_sort(
                result_.routesIn[size_t(item)], {}, [&](int route) { return x(route, true); });
            std::ranges::stable_sort(
                result_.routesOut[size_t(item)], {}, [&](int route) { return x(route, false); });
        }
    }

    const GraphItems& items_;
    const GraphMetrics& metrics_;
    std::vector<int> index_; ///< by item, in LayoutGraph::nodes or ::containers
    std::vector<int> nodeItem_, groupItem_;
    GraphGeometry result_;
};

} // namespace

int GraphGeometry::standIn(const GraphItems& items, int item) const
{
    while (item >= 0 && !visible(item))
        item = items[item].parent;
    return item;
}

Result<GraphGeometry> layOutItems(const GraphItems& items, const std::vector<char>& folded,
    const GraphMetrics& metrics, const std::stop_token& stop, LayoutCache* cache)
{
    GeometryMaker maker(items, folded, metrics);
    const LayoutGraph graph = maker.graph();
    LayoutOptions options;
    options.nodeGap = metrics.em * 2.2;
    options.rankGap = metrics.em * 2.7;
    auto layout = layoutGraph(graph, options, stop, cache);
    if (!layout)
        return layout.error();
    return maker.take(*layout);
}

} // namespace kerascope
