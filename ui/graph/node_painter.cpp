// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"
#include "ui/graph/graph_painter.h"
#include "ui/theme.h"
#include "ui/tick_box.h"

#include <QCoreApplication>
#include <QPainterPath>
#include <cmath>

namespace kerascope {
namespace {

using namespace Qt::Literals::StringLiterals;

constexpr double smallText = 0.86; ///< of the widget's font
constexpr double hatchGap = 9;
constexpr int leastPixels = 9; ///< of text at the middle level

/// What is drawn in which colour on one node.
struct NodeLook {
    QColor fill, header, stripe, text, quiet;
    bool heated = false, ticked = true;
};

NodeLook lookOf(const PaintContext& context, int item)
{
    const GraphStyle& style = context.style;
    const auto& tints = style.of(context.scene.items()[item].category);
    NodeLook look{style.box, tints.soft, tints.strong, style.text, style.quiet};
    look.ticked = context.scene.tick(item) != Qt::Unchecked;
    if (const auto heat = context.scene.heatAt(item)) {
        look.fill = look.header = HeatScale::colour(*heat, style.dark);
        look.text = look.quiet = GraphStyle::textOn(look.fill);
        look.heated = true;
    }
    return look;
}

// Lines of our own and no pattern brush: patterns do not scale and are lost in SVG.
void paintHatch(PaintContext& context, const QRectF& rect, const QColor& colour)
{
    const double gap = std::max(5.0, context.scaled(hatchGap));
    QVector<QLineF> lines;
    for (double at = gap; at < rect.width() + rect.height(); at += gap) {
        const double right = std::min(at, rect.width()), left = std::max(0.0, at - rect.height());
        lines << QLineF(
            rect.left() + left, rect.top() + at - left, rect.left() + right, rect.top() + at - right);
    }
    context.painter.setPen(QPen(colour, std::max(1.0, context.scaled(1.4))));
    context.painter.drawLines(lines);
}

void paintBody(PaintContext& context, const QRectF& rect, const NodeLook& look, const GraphItem& item)
{
    QPainter& painter = context.painter;
    const QRectF edge = rect.adjusted(0.5, 0.5, -0.5, -0.5);
    if (item.group) {
        painter.setPen(QPen(context.style.border, 1));
        painter.setBrush(context.style.box);
        for (int sheet = 2; sheet > 0; --sheet)
            painter.drawRect(edge.translated(context.scaled(3) * sheet, context.scaled(3) * sheet));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(rect, look.fill);
    const double header = std::round(context.scaled(context.metrics.headerHeight));
    const QColor under = context.detail == Detail::Near ? look.fill : look.header;
    if (context.detail == Detail::Near)
        painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), header), look.header);
    else if (!look.heated)
        painter.fillRect(rect, look.header);
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (!look.ticked)
        paintHatch(context, rect.adjusted(1, 1, -1, -1), mixed(under, look.text, look.heated ? 0.2 : 0.13));
    painter.fillRect(
        QRectF(rect.left(), rect.top(),
            std::max(2.0, context.metrics.stripe * std::min(1.0, context.camera.zoom)), rect.height()),
        look.stripe);
    painter.setBrush(Qt::NoBrush);
    if (item.supported) {
        painter.setPen(QPen(context.style.border, 1));
    } else {
        QPen dashed(context.style.error, 2);
        dashed.setDashPattern({4, 2.5});
        painter.setPen(dashed);
    }
    painter.drawRect(edge);
}

void paintMarks(PaintContext& context, const QRectF& rect, int item)
{
    const GraphScene& scene = context.scene;
    QPainter& painter = context.painter;
    painter.setBrush(Qt::NoBrush);
    const bool match =
        scene.searching() && (scene.matches(item) || (scene.items()[item].group && scene.hidesMatch(item)));
    if (match) {
        QPen pen(context.style.accent, 2);
        pen.setDashPattern({1.5, 1.5});
        painter.setPen(pen);
        painter.drawRect(rect.adjusted(-2, -2, 2, 2));
    }
    const int selected =
        scene.selected() < 0 ? -1 : scene.geometry().standIn(scene.items(), scene.selected());
    if (item == selected) {
        painter.setPen(QPen(context.style.accent, context.focused ? 3 : 2));
        painter.drawRect(rect.adjusted(-1, -1, 1, 1));
    } else if (item == scene.hovered()) {
        painter.setPen(QPen(mixed(context.style.border, context.style.accent, 0.7), 1));
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void paintTriangle(PaintContext& context, const QRectF& place, bool folded, const QColor& colour)
{
    const QPointF middle = place.center();
    const double size = place.height() * 0.2;
    const auto at = [&](double x, double y) { return middle + QPointF(x * size, y * size); };
    const QPointF right[] = {at(-0.7, -1.1), at(0.9, 0), at(-0.7, 1.1)};
    const QPointF down[] = {at(-1.1, -0.7), at(1.1, -0.7), at(0, 0.9)};
    context.painter.setPen(Qt::NoPen);
    context.painter.setBrush(colour);
    context.painter.drawPolygon(folded ? right : down, 3);
}

void paintTick(PaintContext& context, int item)
{
    constexpr double ownSize = 14; // drawTickBox makes none larger
    const QRectF box = tickRect(context.scene, context.metrics, context.camera, item);
    if (box.isNull())
        return;
    const double scale = std::max(1.0, box.width() / ownSize);
    context.painter.save();
    context.painter.translate(box.topLeft());
    context.painter.scale(scale, scale);
    context.painter.setBrush(Qt::NoBrush);
    drawTickBox(&context.painter, QRectF(QPointF(0, 0), box.size() / scale), context.scene.tick(item),
        context.style.palette, true);
    context.painter.restore();
}

void paintText(PaintContext& context, const QRectF& box, const QString& text, double ems,
    const QColor& colour, Qt::Alignment side = Qt::AlignLeft, TextWeight weight = TextWeight::Plain)
{
    context.painter.setPen(colour);
    const int size = context.detail == Detail::Near ? context.pixels(ems)
                                                    : std::max(leastPixels, context.pixels(ems * 1.35));
    context.texts.draw(context.painter, box, side, text, size, weight);
}

QString headerText(const GraphItem& item)
{
    QString text = item.type;
    if (item.group)
        text += u"  ·  "_s
            + (item.leaves == 1 ? graphText(QT_TRANSLATE_NOOP("GraphScene", "1 layer"))
                                : graphText(QT_TRANSLATE_NOOP("GraphScene", "%1 layers")).arg(item.leaves));
    else if (!item.callOf.isEmpty())
        text += u"  ·  "_s + item.callOf;
    return text;
}

/// The last row: share of the run as a bar, last time, activation memory.
void paintFigures(PaintContext& context, const QRectF& row, int item, const NodeLook& look)
{
    const LayerFigure* figure = context.scene.figure(item);
    const bool stale = context.scene.stale();
    const double memoryWidth = row.width() * 0.3;
    if (const auto bytes = context.scene.activationBytes(item))
        paintText(context, QRectF(row.right() - memoryWidth, row.top(), memoryWidth, row.height()),
            formatBytes(*bytes), smallText, look.quiet, Qt::AlignRight);
    if (!figure || !(figure->lastMs || figure->fusedInto))
        return;
    const QRectF time(row.left() + row.width() * 0.36, row.top(), row.width() * 0.33, row.height());
    if (!figure->lastMs || (figure->fusedInto && *figure->lastMs == 0)) {
        const Model& model = *context.scene.items().summary->model;
        const QString carrier = QString::fromStdString(model.layers[size_t(*figure->fusedInto)].name);
        paintText(context, QRectF(row.left(), row.top(), time.right() - row.left(), row.height()),
            graphText(QT_TRANSLATE_NOOP("GraphScene", "in %1")).arg(carrier), smallText, look.quiet);
        return;
    }
    const double height = std::max(3.0, std::round(context.scaled(context.metrics.em * 0.42)));
    const QRectF bar(
        row.left(), std::round(row.center().y() - height / 2), std::round(row.width() * 0.33), height);
    const QColor strong = look.heated ? look.text : stale ? context.style.quiet : context.style.accent;
    context.painter.fillRect(bar, mixed(look.fill, look.text, 0.16));
    const double share = std::clamp(figure->share.value_or(0), 0.0, 1.0);
    context.painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * share, bar.height())), strong);
    paintText(
        context, time, formatMs(*figure->lastMs), smallText, stale ? look.quiet : look.text, Qt::AlignRight);
}

void paintNear(PaintContext& context, const QRectF& rect, int index, const NodeLook& look)
{
    const GraphItem& item = context.scene.items()[index];
    const GraphMetrics& metrics = context.metrics;
    const double inset = context.scaled(metrics.inset) + metrics.stripe;
    double left = rect.left() + inset;
    const double right = rect.right() - context.scaled(metrics.inset);
    const double header = context.scaled(metrics.headerHeight), row = context.scaled(metrics.rowHeight);
    double headerLeft = left;
    if (const QRectF fold = foldRect(context.scene, metrics, context.camera, index); !fold.isNull()) {
        paintTriangle(context, fold, true, look.text);
        headerLeft = fold.right();
    }
    const double headerRight =
        tickRect(context.scene, metrics, context.camera, index).left() - context.scaled(4);
    paintText(context, QRectF(headerLeft, rect.top(), headerRight - headerLeft, header), headerText(item),
        smallText, look.text);
    double top = rect.top() + header + context.scaled(metrics.em * 0.15);
    paintText(context, QRectF(left, top, right - left, row), item.name, 1, look.text, Qt::AlignLeft,
        TextWeight::Strong);
    top += row;
    const double paramsWidth = context.texts.width(item.params, context.pixels(smallText));
    paintText(context, QRectF(left, top, right - left - paramsWidth - context.scaled(6), row), item.shape,
        smallText, look.text);
    paintText(
        context, QRectF(left, top, right - left, row), item.params, smallText, look.quiet, Qt::AlignRight);
    top += row;
    paintFigures(context, QRectF(left, top, right - left, row), index, look);
}

void paintMiddle(PaintContext& context, const QRectF& rect, int index, const NodeLook& look)
{
    const GraphItem& item = context.scene.items()[index];
    const double left = rect.left() + context.metrics.stripe + context.scaled(4);
    const double right = rect.right() - context.scaled(4);
    const double tick = tickRect(context.scene, context.metrics, context.camera, index).left() - 2;
    const double half = rect.height() / 2;
    paintText(context, QRectF(left, rect.top(), tick - left, half),
        (item.group ? u"▸ "_s : QString()) + item.type, smallText, look.text);
    paintText(context, QRectF(left, rect.top() + half * 0.9, right - left, half), item.name, 1, look.text,
        Qt::AlignLeft, TextWeight::Strong);
}

void paintOutputMark(PaintContext& context, const QRectF& rect)
{
    const double length = context.scaled(context.metrics.em * 0.8), half = length * 0.55;
    const QPointF start(rect.center().x(), rect.bottom());
    const QPointF corners[] = {
        start + QPointF(-half, 0), start + QPointF(half, 0), start + QPointF(0, length)};
    context.painter.setPen(Qt::NoPen);
    context.painter.setBrush(context.style.edge);
    context.painter.drawPolygon(corners, 3);
}

} // namespace

void paintNode(PaintContext& context, int index)
{
    const GraphItem& item = context.scene.items()[index];
    const QRectF rect = context.onPixels(context.scene.geometry().rect(index));
    const NodeLook look = lookOf(context, index);
    if (item.output)
        paintOutputMark(context, rect);
    paintBody(context, rect, look, item);
    paintMarks(context, rect, index);
    paintTick(context, index);
    if (context.detail == Detail::Near)
        paintNear(context, rect, index, look);
    else
        paintMiddle(context, rect, index, look);
}

void paintBlock(PaintContext& context, int index)
{
    const GraphScene& scene = context.scene;
    const QRectF window = context.camera.toWindow(scene.geometry().rect(index));
    const QRectF rect(
        window.topLeft(), QSizeF(std::max(1.0, window.width()), std::max(1.0, window.height())));
    const bool ticked = scene.tick(index) != Qt::Unchecked;
    const auto& tints = context.style.of(scene.items()[index].category);
    QColor fill = ticked ? tints.strong : tints.pale;
    if (const auto heat = scene.heatAt(index)) {
        fill = HeatScale::colour(*heat, context.style.dark);
        if (!ticked)
            fill = mixed(context.style.canvas, fill, 0.4);
    } else if (!scene.heat().empty()) {
        fill = context.style.border;
    }
    context.painter.fillRect(rect, fill);
    const bool marked = index == scene.selected() || (scene.searching() && scene.matches(index))
        || scene.items()[index].group;
    if (marked)
        paintMarks(context, rect, index);
}

void paintFrame(PaintContext& context, int index)
{
    const QRectF rect = context.onPixels(context.scene.geometry().rect(index));
    QPainter& painter = context.painter;
    painter.setRenderHint(QPainter::Antialiasing, true);
    const QColor fill = context.style.frame(context.scene.items()[index].depth);
    painter.fillRect(rect, fill);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(mixed(fill, context.style.text, 0.22), 1));
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    paintMarks(context, rect, index);
}

void paintTitle(PaintContext& context, int index)
{
    const GraphItem& item = context.scene.items()[index];
    const GraphMetrics& metrics = context.metrics;
    const QColor fill = context.style.frame(item.depth);
    const QRectF title = titleRect(context.scene, metrics, context.camera, index);
    const QRectF fold = foldRect(context.scene, metrics, context.camera, index);
    const bool near = context.detail == Detail::Near;
    const double end = tickRect(context.scene, metrics, context.camera, index).left() - context.scaled(6);
    const double gap = context.scaled(metrics.em);
    const double nameWidth = context.texts.width(item.name,
        near ? context.pixels(1) : std::max(leastPixels, context.pixels(1.35)), TextWeight::Strong);
    const QString totals =
        near ? headerText(item) + (item.params.isEmpty() ? QString() : u"  ·  "_s + item.params) : QString();
    const double totalsWidth = near ? context.texts.width(totals, context.pixels(smallText)) + gap : 0;
    const double right = std::min(end, fold.right() + nameWidth + totalsWidth + 1);
    // Lines come in through the title; the words stay readable on a piece of the frame's own colour.
    context.painter.setRenderHint(QPainter::Antialiasing, true);
    context.painter.fillRect(
        QRectF(title.left() + 1, title.top() + 1, right + gap * 0.4 - title.left(), title.height() - 2),
        fill);
    paintTick(context, index);
    paintTriangle(context, fold, false, context.style.text);
    paintText(context, QRectF(fold.right(), title.top(), right - fold.right(), title.height()), item.name, 1,
        context.style.text, Qt::AlignLeft, TextWeight::Strong);
    const double left = fold.right() + nameWidth + gap;
    if (near && left < right)
        paintText(context, QRectF(left, title.top(), right - left, title.height()), totals, smallText,
            context.style.quiet);
}

} // namespace kerascope
