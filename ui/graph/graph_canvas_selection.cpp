// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_canvas.h"
#include "ui/graph/minimap.h"

#include <QAccessible>
#include <algorithm>

namespace kerascope {
namespace {

constexpr double showMargin = 24; ///< pixels kept free around a selection that is scrolled into sight

} // namespace

void GraphCanvas::selectItem(int item, bool byUser)
{
    if (item == scene_.selected())
        return;
    scene_.select(item);
    selectionMoved();
    if (byUser)
        emit layerSelected(item < 0 ? noId : scene_.items()[item].layer);
}

void GraphCanvas::selectionMoved()
{
    const int item =
        scene_.selected() < 0 ? -1 : scene_.geometry().standIn(scene_.items(), scene_.selected());
    if (item >= 0) {
        QRectF rect = scene_.geometry().rect(item);
        if (scene_.geometry().isFrame(scene_.items(), item))
            rect.setHeight(metrics_.titleHeight);
        const Camera camera = camera_.showing(rect, windowSize(), showMargin);
        if (camera.offset != camera_.offset)
            moveCamera(camera, true);
        const auto& shown = scene_.geometry().shown;
        QAccessibleEvent moved(this, QAccessible::Focus);
        moved.setChild(int(std::lower_bound(shown.begin(), shown.end(), item) - shown.begin()));
        QAccessible::updateAccessibility(&moved);
    }
    viewport()->update();
}

void GraphCanvas::selectLayer(LayerId layer)
{
    if (scene_.count() == 0)
        return;
    const int now = scene_.selected();
    if (layer != noId && now >= 0 && scene_.items()[now].layer == layer)
        return; // another call of a shared layer may be the one that is looked at
    const auto& items = scene_.items().ofLayer;
    const bool known = layer >= 0 && size_t(layer) < items.size() && !items[size_t(layer)].empty();
    selectItem(known ? items[size_t(layer)].front() : -1, false);
}

void GraphCanvas::zoomToLayer(LayerId layer)
{
    selectLayer(layer);
    if (scene_.selected() >= 0)
        reveal(scene_.selected());
}

void GraphCanvas::toggleTick(int item)
{
    if (item >= 0 && item < scene_.count())
        emit tickChanged(scene_.items()[item].layer, scene_.tick(item) != Qt::Checked);
}

void GraphCanvas::activateItem(int item)
{
    if (scene_.items()[item].group)
        setFolded(item, !isFolded(item));
    else
        emit layerActivated(scene_.items()[item].layer);
}

QRect GraphCanvas::itemRect(int item) const
{
    if (item < 0 || item >= scene_.count() || !scene_.geometry().visible(item))
        return {};
    return camera_.toWindow(scene_.geometry().rect(item)).toAlignedRect().translated(viewport()->pos());
}

// search

void GraphCanvas::search(const QString& text)
{
    scene_.setSearch(text);
    searchPlace_ = -1;
    const auto& found = scene_.found();
    if (!found.empty()) {
        searchPlace_ = 0;
        selectItem(found.front(), true);
        centreOn(found.front());
    }
    viewport()->update();
    emit foundChanged();
}

void GraphCanvas::searchStep(int step)
{
    const auto& found = scene_.found();
    if (found.empty())
        return;
    const int count = int(found.size());
    searchPlace_ = searchPlace_ < 0 ? 0 : (searchPlace_ + step + count) % count;
    selectItem(found[size_t(searchPlace_)], true);
    reveal(found[size_t(searchPlace_)]);
    emit foundChanged();
}

} // namespace kerascope
