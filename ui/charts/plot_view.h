// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_data.h"

#include <QtCharts/QChartView>
#include <functional>
#include <optional>

class QAbstractAxis;
class QValueAxis;

namespace kerascope {

/// A plain Qt Charts view in the palette's colours: no animation, no legend, no shadows, thin axes. Takes no
/// drops, so that files fall through to the window. Charts paint their marks over the plot.
class PlotView : public QChartView {
    Q_OBJECT
public:
    explicit PlotView(QWidget* parent = nullptr);

    QValueAxis* addValueAxis(Qt::Alignment side);
    /// Sets range and ticks if they changed. `axis` is one of ours.
    static void setRange(QValueAxis* axis, const AxisRange& range, int mostTicks = 4);
    void applyPalette();
    /// Where the mouse is in the plot, in scene coordinates; nothing outside.
    std::optional<QPointF> hover() const { return hover_; }

signals:
    void paletteChanged();
    void plotClicked(const QPointF& scenePosition);
    void hoverChanged();
    /// The left button is down and the mouse has moved, from the place where it was pressed.
    void dragged(const QPointF& from, const QPointF& to);
    void doubleClicked();
    /// Left (-1) or right (1) arrow; with Shift it is to grow or shrink what is picked.
    void stepped(int direction, bool grow);

protected:
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

public:
    /// Paints over the plot; set by the chart that owns the view.
    std::function<void(QPainter&)> foreground;

private:
    std::optional<QPointF> hover_;
    std::optional<QPointF> pressed_; ///< in the plot, while the left button is down
};

/// A box with lines of text beside `anchor`, kept inside `area`.
void drawValueBox(QPainter& painter, const QPalette& palette, const QRectF& area, const QPointF& anchor,
    const QStringList& lines);
/// Text over the series, on a veil of the chart's ground so that it can be read; `corner` is its upper left.
void drawNote(QPainter& painter, const QPalette& palette, const QPointF& corner, const QString& text);
/// A horizontal dashed line with its label at the right edge of `area`, whose top is `labelTop`.
void drawLimitLine(QPainter& painter, const QPalette& palette, const QRectF& area, double y,
    const QString& label, double labelTop);

} // namespace kerascope
