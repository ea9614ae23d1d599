// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tick_box.h"

#include "ui/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>

namespace kerascope {

void drawTickBox(
    QPainter* painter, const QRectF& rect, Qt::CheckState state, const QPalette& palette, bool enabled)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const qreal side = std::min({rect.width(), rect.height(), 14.0});
    const QRectF box(
        rect.center().x() - side / 2 + 0.5, rect.center().y() - side / 2 + 0.5, side - 1, side - 1);
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    const QColor fill = enabled ? accentColour(palette) : quietText(palette);
    QPainterPath path;
    path.addRoundedRect(box, 2.5, 2.5);
    const bool full = state != Qt::Unchecked;
    painter->fillPath(path, full ? fill : base);
    painter->setPen(QPen(full ? fill : quietText(palette), 1));
    painter->drawPath(path);
    painter->setPen(QPen(base, side / 8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&box](qreal x, qreal y) {
        return QPointF(box.left() + box.width() * x, box.top() + box.height() * y);
    };
    if (state == Qt::Checked) {
        const QPointF mark[] = {at(0.22, 0.53), at(0.43, 0.73), at(0.78, 0.28)};
        painter->drawPolyline(mark, 3);
    } else if (state == Qt::PartiallyChecked) {
        painter->drawLine(at(0.25, 0.5), at(0.75, 0.5));
    }
    painter->restore();
}

TickStyle::TickStyle(QObject* parent) { setParent(parent); }

int TickStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    constexpr int tabSpace = 12;
    return metric == PM_TabBarTabHSpace ? tabSpace : QProxyStyle::pixelMetric(metric, option, widget);
}

void TickStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    if (element != PE_IndicatorItemViewItemCheck && element != PE_IndicatorCheckBox) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_FrameLineEdit && isDark(option->palette) && !(option->state & State_HasFocus)) {
            painter->setPen(mixed(
                option->palette.color(QPalette::Window), option->palette.color(QPalette::WindowText), 0.3));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        }
        return;
    }
    const Qt::CheckState state = option->state & State_On ? Qt::Checked
        : option->state & State_NoChange                  ? Qt::PartiallyChecked
                                                          : Qt::Unchecked;
    drawTickBox(painter, option->rect, state, option->palette, option->state & State_Enabled);
}

} // namespace kerascope
