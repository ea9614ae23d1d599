// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_view.h"

#include "ui/theme.h"

#include <QEvent>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QtCharts/QChart>
#include <QtCharts/QLegend>
#include <QtCharts/QValueAxis>
#include <algorithm>
#include <cmath>

namespace kerascope {

namespace {

QFont smallFont(const QFont& base)
{
    QFont font = numberFont(base);
    font.setPointSizeF(std::max(7.0, base.pointSizeF() * 0.88));
    return font;
}

} // namespace

PlotView::PlotView(QWidget* parent)
    : QChartView(parent)
{
    setAcceptDrops(false);
    viewport()->setAcceptDrops(false);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setMinimumHeight(80);
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->setDropShadowEnabled(false);
    chart()->legend()->hide();
    chart()->setLocale(QLocale()); // axis labels in the language's number form
    chart()->setLocalizeNumbers(true);
    chart()->setMargins(QMargins(2, 2, 2, 2));
    chart()->setBackgroundRoundness(0);
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    applyPalette();
}

QValueAxis* PlotView::addValueAxis(Qt::Alignment side)
{
    auto* axis = new QValueAxis(this);
    axis->setTickType(QValueAxis::TicksDynamic);
    axis->setTickAnchor(0);
    chart()->addAxis(axis, side);
    applyPalette();
    return axis;
}

void PlotView::setRange(QValueAxis* axis, const AxisRange& range, int mostTicks)
{
    const double step = tickStep(range, mostTicks);
    if (axis->tickInterval() == step && axis->min() == range.from && axis->max() == range.to)
        return;
    // First widen the ticks: dynamic ticks of the old step over a far larger range would be thousands.
    axis->setTickInterval(std::max(axis->tickInterval(), step));
    axis->setRange(range.from, range.to);
    axis->setTickInterval(step);
    axis->setLabelFormat(QStringLiteral("%.%1f").arg(decimalsOf(step)));
}

void PlotView::applyPalette()
{
    const QPalette colours = palette();
    chart()->setBackgroundBrush(colours.color(QPalette::Base));
    chart()->setBackgroundPen(Qt::NoPen);
    setBackgroundBrush(colours.color(QPalette::Base));
    const QColor grid = mixed(colours.color(QPalette::Base), colours.color(QPalette::Text), 0.1);
    const QColor line = mixed(colours.color(QPalette::Base), colours.color(QPalette::Text), 0.35);
    for (QAbstractAxis* axis : chart()->axes()) {
        axis->setLinePen(QPen(line, 1));
        axis->setGridLinePen(QPen(grid, 1));
        axis->setLabelsBrush(quietText(colours));
        axis->setTitleBrush(quietText(colours));
        axis->setLabelsFont(smallFont(font()));
        axis->setTitleFont(smallFont(font()));
        axis->setMinorGridLineVisible(false);
    }
}

void PlotView::drawForeground(QPainter* painter, const QRectF& rect)
{
    QChartView::drawForeground(painter, rect);
    if (!foreground)
        return;
    painter->save();
    painter->setFont(smallFont(font()));
    foreground(*painter);
    painter->restore();
}

void PlotView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF place = mapToScene(event->position().toPoint());
    const QRectF area = chart()->plotArea();
    hover_ = area.contains(place) ? std::optional(place) : std::nullopt;
    viewport()->update();
    emit hoverChanged();
    constexpr double least = 4;
    if (pressed_ && std::abs(place.x() - pressed_->x()) >= least)
        emit dragged(*pressed_, {std::clamp(place.x(), area.left(), area.right()), place.y()});
    QChartView::mouseMoveEvent(event);
}

void PlotView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        const QPointF place = mapToScene(event->position().toPoint());
        pressed_ = chart()->plotArea().contains(place) ? std::optional(place) : std::nullopt;
        emit plotClicked(place);
    }
    QChartView::mousePressEvent(event);
}

void PlotView::mouseReleaseEvent(QMouseEvent* event)
{
    pressed_.reset();
    QChartView::mouseReleaseEvent(event);
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event)
{
    pressed_.reset();
    if (event->button() == Qt::LeftButton)
        emit doubleClicked();
    QChartView::mouseDoubleClickEvent(event);
}

void PlotView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
        emit stepped(event->key() == Qt::Key_Left ? -1 : 1, event->modifiers() & Qt::ShiftModifier);
    else if (event->key() == Qt::Key_Escape)
        emit doubleClicked();
    else
        QChartView::keyPressEvent(event);
}

void PlotView::leaveEvent(QEvent* event)
{
    hover_.reset();
    viewport()->update();
    emit hoverChanged();
    QChartView::leaveEvent(event);
}

void PlotView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        applyPalette();
        emit paletteChanged();
    }
    QChartView::changeEvent(event);
}

void drawValueBox(QPainter& painter, const QPalette& palette, const QRectF& area, const QPointF& anchor,
    const QStringList& lines)
{
    const QFontMetricsF metrics(painter.font());
    double width = 0;
    for (const QString& line : lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    const QSizeF size(width + 12, metrics.height() * double(lines.size()) + 8);
    QRectF box(anchor + QPointF(10, -size.height() - 6), size);
    if (box.right() > area.right())
        box.moveRight(anchor.x() - 10);
    box.moveLeft(std::max(box.left(), area.left()));
    box.moveTop(std::clamp(box.top(), area.top(), std::max(area.top(), area.bottom() - size.height())));
    painter.setPen(QPen(lineColour(palette), 1));
    painter.setBrush(palette.color(QPalette::ToolTipBase));
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(palette.color(QPalette::ToolTipText));
    painter.drawText(box.adjusted(6, 4, -6, -4), Qt::AlignLeft | Qt::AlignTop, lines.join(u'\n'));
}

void drawNote(QPainter& painter, const QPalette& palette, const QPointF& corner, const QString& text)
{
    constexpr double veil = 0.8;
    const QFontMetricsF metrics(painter.font());
    const QRectF box(corner, QSizeF(metrics.horizontalAdvance(text) + 4, metrics.height()));
    QColor ground = palette.color(QPalette::Base);
    ground.setAlphaF(float(veil));
    painter.fillRect(box, ground);
    painter.setPen(quietText(palette));
    painter.drawText(box, Qt::AlignCenter, text);
}

void drawLimitLine(QPainter& painter, const QPalette& palette, const QRectF& area, double y,
    const QString& label, double labelTop)
{
    if (y < area.top() || y > area.bottom())
        return;
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(label) + 4;
    painter.setPen(QPen(quietText(palette), 1, Qt::DashLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    drawNote(painter, palette, {area.right() - width, labelTop}, label);
}

} // namespace kerascope
