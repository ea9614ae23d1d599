// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSize>

class QDockWidget;
class QMainWindow;

namespace kerascope {

/// Sizes of the docks in pixels that leave the graph its room.
struct DockSizes {
    int layers = 0, inspector = 0; ///< widths
    int charts = 0; ///< height
};
DockSizes dockSizes(const QSize& window);

/// Keeps the docks narrow as the window is resized: a dock of the usual size follows the window; one that was
/// dragged to a size of its own keeps it until it would take the graph's room.
class DockFit : public QObject {
    Q_OBJECT
public:
    DockFit(QMainWindow* window, QDockWidget* layers, QDockWidget* inspector, QDockWidget* charts);
    /// Gives all docks their usual sizes.
    void apply();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(const QSize& before);
    void fitOne(QDockWidget* dock, Qt::Orientation side, int usualBefore, int usual);

    QMainWindow* window_;
    QDockWidget *layers_, *inspector_, *charts_;
};

} // namespace kerascope
