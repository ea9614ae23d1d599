// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/minimap.h"

#include "ui/graph/graph_canvas.h"
#include "ui/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace kerascope {
namespace {

constexpr double mostWidth = 150, leastHeight = 120, leastWidth = 28;
constexpr double widthShare = 0.2, heightShare = 0.45; ///< of the canvas, at most
constexpr double mostCovered = 0.05; ///< share of the canvas that it may take from the boxes
constexpr int margin = 10, border = 5;
constexpr int restMs = 250; ///< without a motion of the view

} // namespace

Minimap::Minimap(GraphCanvas* canvas)
    : QWidget(canvas)
    , canvas_(*canvas)
{
    setObjectName(QStringLiteral("graphMinimap"));
    setAccessibleName(tr("Map of the graph"));
    setToolTip(tr("The whole graph; click to go there"));
    setCursor(Qt::PointingHandCursor);
    rest_.setSingleShot(true);
    rest_.setInterval(restMs);
    connect(&rest_, &QTimer::timeout, this, &Minimap::settle);
    hide();
}

void Minimap::refresh()
{
    stale_ = true;
    place();
}

bool Minimap::useful() const
{
    const GraphScene& scene = canvas_.scene();
    const QSizeF window = canvas_.windowSize();
    if (scene.empty() || scene.geometry().size.isEmpty())
        return false;
    const QRectF seen = canvas_.camera().toScene(QRectF(QPointF(0, 0), window));
    return !seen.contains(QRectF(QPointF(0, 0), scene.geometry().size)) && window.width() > 2 * mostWidth
        && window.height() > 1.5 * leastHeight;
}

void Minimap::place()
{
    if (!useful()) {
        hide();
        return;
    }
    const QSizeF window = canvas_.windowSize(), drawing = canvas_.scene().geometry().size;
    const double mostHeight = std::max(leastHeight, window.height() * heightShare);
    scale_ = std::min(
        std::min(mostWidth, window.width() * widthShare) / drawing.width(), mostHeight / drawing.height());
    const double width = std::max(leastWidth, drawing.width() * scale_);
    inset_ = {border + (width - drawing.width() * scale_) / 2, border};
    resize(int(width) + 2 * border, int(drawing.height() * scale_) + 2 * border);
    if (isHidden() && !rest_.isActive())
        settle(); // it comes up where it will stay
    setGeometry(inCorner(corner_));
    setVisible(!covering_);
    rest_.start();
    update();
}

QRect Minimap::inCorner(Qt::Corner corner) const
{
    const QRect view = canvas_.viewport()->geometry().adjusted(margin, margin, -margin, -margin);
    const bool right = corner == Qt::BottomRightCorner || corner == Qt::TopRightCorner;
    const bool below = corner == Qt::BottomRightCorner || corner == Qt::BottomLeftCorner;
    return {
        QPoint(right ? view.right() - width() : view.left(), below ? view.bottom() - height() : view.top()),
        size()};
}

bool Minimap::coversBox(Qt::Corner corner) const
{
    const QRectF window = inCorner(corner).translated(-canvas_.viewport()->pos());
    const QRectF inScene = canvas_.camera().toScene(window);
    const GraphGeometry& geometry = canvas_.scene().geometry();
    const std::vector<int>& near = geometry.boxes.query(inScene);
    return std::any_of(
        near.begin(), near.end(), [&](int item) { return geometry.rect(item).intersects(inScene); });
}

void Minimap::settle()
{
    if (!useful())
        return;
    if (isVisible() && underMouse()) {
        rest_.start(); // in use: it must not run away
        return;
    }
    const QSizeF window = canvas_.windowSize();
    covering_ = false;
    for (Qt::Corner corner :
        {corner_, Qt::BottomRightCorner, Qt::BottomLeftCorner, Qt::TopRightCorner, Qt::TopLeftCorner})
        if (!coversBox(corner)) {
            corner_ = corner;
            setGeometry(inCorner(corner_));
            show();
            return;
        }
    covering_ = width() * height() > mostCovered * window.width() * window.height();
    setVisible(!covering_);
}

void Minimap::render()
{
    const double ratio = devicePixelRatioF();
    picture_ = QPixmap((QSizeF(size()) * ratio).toSize());
    picture_.setDevicePixelRatio(ratio);
    picture_.fill(canvas_.graphStyle().canvas);
    QPainter painter(&picture_);
    TextCache noTexts;
    PaintContext context{painter, canvas_.scene(), canvas_.graphStyle(), canvas_.metrics(), noTexts,
        Camera{scale_, -inset_}, Detail::Far, false};
    paintGraph(context, rect());
    stale_ = false;
}

void Minimap::paintEvent(QPaintEvent*)
{
    if (stale_ || picture_.deviceIndependentSize().toSize() != size())
        render();
    QPainter painter(this);
    painter.drawPixmap(0, 0, picture_);
    const GraphStyle& style = canvas_.graphStyle();
    const QRectF seen = canvas_.camera().toScene(QRectF(QPointF(0, 0), canvas_.windowSize()));
    const QRectF frame(seen.topLeft() * scale_ + inset_, seen.size() * scale_);
    QColor veil = style.canvas;
    veil.setAlphaF(0.55F);
    QPainterPath outside;
    outside.addRect(rect());
    QPainterPath inside;
    inside.addRect(frame);
    painter.fillPath(outside.subtracted(inside), veil);
    painter.setPen(QPen(style.accent, 1.5));
    painter.drawRect(frame.intersected(QRectF(rect()).adjusted(1, 1, -1, -1)));
    painter.setPen(style.border);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void Minimap::goTo(const QPointF& at)
{
    const QPointF scene = (at - inset_) / scale_;
    canvas_.moveCamera(canvas_.camera().centred(scene, canvas_.windowSize()), false);
}

void Minimap::mousePressEvent(QMouseEvent* event) { goTo(event->position()); }

void Minimap::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        goTo(event->position());
}

} // namespace kerascope
