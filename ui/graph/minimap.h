// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>

namespace kerascope {

class GraphCanvas;

/// The whole drawing in a corner of the canvas, with the part in sight framed. Painted once per change of the
/// graph, not per frame. Hidden while everything is in sight. When the view has come to rest it goes to a
/// corner where it covers no box; where there is none, it stays only if it takes little of the room.
class Minimap : public QWidget {
    Q_OBJECT
public:
    explicit Minimap(GraphCanvas* canvas);
    /// The graph, ticks, heat or colours changed.
    void refresh();
    /// The window over the graph moved.
    void place();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void render();
    void goTo(const QPointF& at);
    bool useful() const;
    void settle();
    QRect inCorner(Qt::Corner corner) const;
    bool coversBox(Qt::Corner corner) const;

    GraphCanvas& canvas_;
    QPixmap picture_;
    double scale_ = 1;
    QPointF inset_; ///< of the drawing in the widget
    bool stale_ = true;
    Qt::Corner corner_ = Qt::BottomRightCorner;
    bool covering_ = false; ///< no corner is free and it would take too much
    QTimer rest_;
};

} // namespace kerascope
