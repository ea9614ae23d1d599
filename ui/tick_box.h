// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QProxyStyle>

class QPainter;

namespace kerascope {

/// A tick box whose outline shows on every palette (Qt 6.4's own has none in dark item views).
void drawTickBox(
    QPainter* painter, const QRectF& rect, Qt::CheckState state, const QPalette& palette, bool enabled);

/// Puts that box into an item view or a check box, and an outline that shows around a text field:
/// view->setStyle(new TickStyle(view)).
class TickStyle : public QProxyStyle {
    Q_OBJECT
public:
    explicit TickStyle(QObject* parent);
    /// Tabs with less air around their words.
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
};

} // namespace kerascope
