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
    return {part(window.width(), 0.24, 200, 400), part(window.width(), 0.235, 200, 340),
        part(window.height(), 0.27, 150, 260)};
}

DockFit::DockFit(QMainWindow* window, QDockWidget* layers, QDockWidget* inspector, QDockWidget* charts)
    : QObject(window)
    , window_(window)
    , layers_(layers)
    , inspector_(inspector)
    , charts_(charts)
{
    window->installEventFilter(this);
}

void DockFit::apply()
{
    const DockSizes sizes = dockSizes(window_->size());
    window_->resizeDocks({layers_, inspector_}, {sizes.layers, sizes.inspector}, Qt::Horizontal);
    window_->resizeDocks({charts_}, {sizes.charts}, Qt::Vertical);
}

bool DockFit::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == window_ && event->type() == QEvent::Resize) {
        const QSize before = static_cast<QResizeEvent*>(event)->oldSize();
        // The window lays its docks out while it handles the event; ours comes after that.
        QTimer::singleShot(0, this, [this, before] { follow(before); });
    }
    return QObject::eventFilter(watched, event);
}

void DockFit::follow(const QSize& before)
{
    if (!before.isValid() || window_->size() == before)
        return;
    const DockSizes old = dockSizes(before), now = dockSizes(window_->size());
    fitOne(layers_, Qt::Horizontal, old.layers, now.layers);
    fitOne(inspector_, Qt::Horizontal, old.inspector, now.inspector);
    fitOne(charts_, Qt::Vertical, old.charts, now.charts);
}

void DockFit::fitOne(QDockWidget* dock, Qt::Orientation side, int usualBefore, int usual)
{
    const bool across = side == Qt::Horizontal;
    const Qt::DockWidgetArea area = window_->dockWidgetArea(dock);
    const bool atSide = area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
    if (!dock->isVisible() || dock->isFloating() || across != atSide)
        return; // put elsewhere: not ours any more
    const int size = across ? dock->width() : dock->height();
    const int most = (across ? window_->width() : window_->height()) * 2 / 5;
    const bool usualSize = std::abs(size - usualBefore) <= nearby;
    if (usualSize ? size != usual : size > most)
        window_->resizeDocks({dock}, {usualSize ? usual : most}, side);
}

} // namespace kerascope
