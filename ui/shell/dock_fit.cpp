// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dock_fit.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QResizeEvent>
#include <QTimer>
#include <algorithm>
#include <cmath>

namespace kerascope {

namespace {
constexpr int nearby = 12; ///< pixels by which a layout misses the size that was asked for

int part(int whole, double share, int least, int most)
{
    return std::clamp(int(std::lround(whole * share)), least, most);
}
} // namespace

DockSizes dockSizes(const QSize& window)
{
    return {part(window.width(), 0.24, 200, 400), part(window.width(), 0.255, 200, 340),
        part(window.height(), 0.27, 150, 260)};
}

DockFit::DockFit(QMainWindow* window, QDockWidget* layers, QDockWidget* inspector, QDockWidget* charts)
    : QObject(window)
    , window_(window)
    , docks_{Dock{layers, Qt::Horizontal, &DockSizes::layers},
          Dock{inspector, Qt::Horizontal, &DockSizes::inspector},
          Dock{charts, Qt::Vertical, &DockSizes::charts}}
{
    window->installEventFilter(this);
    for (const Dock& dock : docks_)
        dock.dock->installEventFilter(this);
}

void DockFit::apply()
{
    for (Dock& dock : docks_)
        dock.usual = true;
    follow();
}

int DockFit::sizeOf(const Dock& dock)
{
    return dock.side == Qt::Horizontal ? dock.dock->width() : dock.dock->height();
}

/// One that was put elsewhere is not ours any more.
bool DockFit::isOurs(const Dock& dock) const
{
    const Qt::DockWidgetArea area = window_->dockWidgetArea(dock.dock);
    const bool atSide = area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
    return dock.dock->isVisible() && !dock.dock->isFloating() && atSide == (dock.side == Qt::Horizontal);
}

bool DockFit::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::Resize)
        return QObject::eventFilter(watched, event);
    if (watched == window_) {
        // The window has laid its docks out by now, and squeezed them where the graph has no more to give.
        if (!pending_)
            QTimer::singleShot(0, this, &DockFit::follow);
        pending_ = true;
        return false;
    }
    if (pending_ || working_ || window_->size() != settled_)
        return false;
    const DockSizes sizes = dockSizes(settled_);
    for (Dock& dock : docks_)
        if (dock.dock == watched) // dragged, or restored from the settings
            dock.usual = std::abs(sizeOf(dock) - sizes.*dock.size) <= nearby;
    return false;
}

void DockFit::follow()
{
    pending_ = false;
    settled_ = window_->size();
    working_ = true;
    const DockSizes sizes = dockSizes(settled_);
    for (const Dock& dock : docks_) {
        const int whole = dock.side == Qt::Horizontal ? settled_.width() : settled_.height();
        const int wanted = dock.usual ? sizes.*dock.size : std::min(sizeOf(dock), whole * 2 / 5);
        if (isOurs(dock) && wanted != sizeOf(dock))
            window_->resizeDocks({dock.dock}, {wanted}, dock.side);
    }
    working_ = false;
}

} // namespace kerascope
