// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSize>
#include <array>

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
    struct Dock {
        QDockWidget* dock;
        Qt::Orientation side;
        int DockSizes::*size;
        bool usual = false; ///< not dragged to a size of its own
    };
    void follow();
    bool isOurs(const Dock& dock) const;
    static int sizeOf(const Dock& dock);

    QMainWindow* window_;
    std::array<Dock, 3> docks_;
    QSize settled_; ///< of the window, when the docks were last fitted
    bool pending_ = false, working_ = false;
};

} // namespace kerascope
