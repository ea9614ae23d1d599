// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

namespace kerascope {

class GraphCanvas;

/// The whole drawing in a corner of the canvas, with the part in sight framed. Painted once per change of the
/// graph, not per frame. Hidden while everything is in sight.
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

    GraphCanvas& canvas_;
    QPixmap picture_;
    double scale_ = 1;
    QPointF inset_; ///< of the drawing in the widget
    bool stale_ = true;
};

} // namespace kerascope
