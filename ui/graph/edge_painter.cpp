// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_painter.h"

#include <QLineF>
#include <algorithm>
#include <cmath>

namespace kerascope {
namespace {

/// More lines than this in sight at the far level are drawn without smoothing.
constexpr size_t mostSmoothLines = 300;
/// Pieces shorter than this many pixels are left out there.
constexpr double leastLine = 1.5;

QPen linePen(const PaintContext& context, const GraphRoute& route, bool marked)
{
    QPen pen(marked ? context.style.accent : context.style.edge, marked ? 2.0 : 1.3);
    pen.setWidthF(std::max(marked ? 1.5 : 0.9, pen.widthF() * std::min(1.0, context.camera.zoom)));
    pen.setWidthF(pen.widthF() / context.camera.zoom);
    pen.setCapStyle(Qt::FlatCap);
    if (route.mask)
        pen.setDashPattern({2.5, 3});
    return pen;
}

void paintArrow(PaintContext& context, const GraphRoute& route, bool marked)
{
    const QPointF tip = context.camera.toWindow(route.points.back());
    const double size = std::clamp(context.scaled(5), 3.0, 8.0);
    const QPointF corners[] = {
        tip, tip + QPointF(-size * 0.6, -size * 1.3), tip + QPointF(size * 0.6, -size * 1.3)};
    context.painter.setPen(Qt::NoPen);
    context.painter.setBrush(marked ? context.style.accent : context.style.edge);
    context.painter.drawPolygon(corners, 3);
}

void paintLine(PaintContext& context, const GraphRoute& route, bool marked)
{
    QPainter& painter = context.painter;
    painter.save();
    painter.translate(-context.camera.offset);
    painter.scale(context.camera.zoom, context.camera.zoom);
    painter.setPen(linePen(context, route, marked));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(route.path);
    painter.restore();
    if (context.detail != Detail::Far)
        paintArrow(context, route, marked);
}

void paintPlainLines(PaintContext& context, const std::vector<int>& routes)
{
    QVector<QLineF> lines;
    lines.reserve(qsizetype(routes.size()) * 3);
    for (int index : routes) {
        const QPolygonF& points = context.scene.geometry().routes[size_t(index)].points;
        QPointF last = context.camera.toWindow(points.front());
        for (qsizetype p = 1; p < points.size(); ++p) {
            const QPointF next = context.camera.toWindow(points[p]);
            if ((next - last).manhattanLength() < leastLine)
                continue;
            lines << QLineF(last, next);
            last = next;
        }
    }
    context.painter.setRenderHint(QPainter::Antialiasing, false);
    context.painter.setPen(QPen(context.style.edge, 0));
    context.painter.drawLines(lines);
}

void paintLabel(PaintContext& context, const GraphRoute& route)
{
    // A folded group casts two sheets below it.
    const double below = context.scene.items()[route.from].group ? 7 : 1;
    const QPointF start = context.camera.toWindow(route.points.front());
    const double height = context.scaled(context.metrics.em * 1.25);
    const double width = context.scaled(context.metrics.nodeWidth);
    const QRectF box(start + QPointF(context.scaled(5), context.scaled(below)), QSizeF(width, height));
    const int pixels = context.pixels(0.82);
    const double length = std::min(width, context.texts.width(route.label, pixels));
    context.painter.fillRect(
        QRectF(box.topLeft(), QSizeF(length, height)), surfaceAround(context, route.from));
    context.painter.setPen(context.style.quiet);
    context.texts.draw(context.painter, box, Qt::AlignLeft, route.label, pixels);
}

} // namespace

void paintLines(PaintContext& context, const QRectF& sceneWindow)
{
    const GraphGeometry& geometry = context.scene.geometry();
    const std::vector<int> routes = geometry.lines.query(sceneWindow);
    const int selected =
        context.scene.selected() < 0 ? -1 : geometry.standIn(context.scene.items(), context.scene.selected());
    const auto marked = [&](const GraphRoute& route) {
        return selected >= 0 && (route.from == selected || route.to == selected);
    };
    const bool plain = context.detail == Detail::Far && routes.size() > mostSmoothLines;
    if (plain)
        paintPlainLines(context, routes);
    context.painter.setRenderHint(QPainter::Antialiasing, true);
    for (int index : routes) {
        if (context.stop.stop_requested())
            return;
        const GraphRoute& route = geometry.routes[size_t(index)];
        if (!plain && !marked(route))
            paintLine(context, route, false);
    }
    for (int index : routes)
        if (marked(geometry.routes[size_t(index)]))
            paintLine(context, geometry.routes[size_t(index)], true);
    if (context.detail != Detail::Near)
        return;
    for (int index : routes)
        if (!geometry.routes[size_t(index)].label.isEmpty())
            paintLabel(context, geometry.routes[size_t(index)]);
}

} // namespace kerascope
