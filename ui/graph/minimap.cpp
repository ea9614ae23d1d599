// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/minimap.h"

#include "ui/graph/graph_canvas.h"
#include "ui/theme.h"

#include <QMouseEvent>
#include <QPainter>

namespace kerascope {
namespace {

constexpr double mostWidth = 150, leastHeight = 160, leastWidth = 28;
constexpr int margin = 10, border = 5;

} // namespace

Minimap::Minimap(GraphCanvas* canvas)
    : QWidget(canvas)
    , canvas_(*canvas)
{
    setObjectName(QStringLiteral("graphMinimap"));
    setAccessibleName(tr("Map of the graph"));
    setToolTip(tr("The whole graph; click to go there"));
    setCursor(Qt::PointingHandCursor);
    hide();
}

void Minimap::refresh()
{
    stale_ = true;
    place();
}

void Minimap::place()
{
    const GraphScene& scene = canvas_.scene();
    const QSizeF window = canvas_.windowSize();
    const QSizeF drawing = scene.empty() ? QSizeF() : scene.geometry().size;
    const QRectF seen = canvas_.camera().toScene(QRectF(QPointF(0, 0), window));
    const bool useful = !drawing.isEmpty() && !seen.contains(QRectF(QPointF(0, 0), drawing))
        && window.width() > 2.5 * mostWidth && window.height() > 1.5 * leastHeight;
    setVisible(useful);
    if (!useful)
        return;
    const double mostHeight = std::max(leastHeight, window.height() * 0.45);
    scale_ = std::min(mostWidth / drawing.width(), mostHeight / drawing.height());
    const double width = std::max(leastWidth, drawing.width() * scale_);
    inset_ = {border + (width - drawing.width() * scale_) / 2, border};
    const QSize size(int(width) + 2 * border, int(drawing.height() * scale_) + 2 * border);
    const QRect view = canvas_.viewport()->geometry();
    setGeometry(
        QRect(QPoint(view.right() - margin - size.width(), view.bottom() - margin - size.height()), size));
    update();
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
