// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/camera.h"

#include <algorithm>
#include <cmath>

namespace kerascope {
namespace {

QPointF middle(const QSizeF& size) { return {size.width() / 2, size.height() / 2}; }

double heldOffset(double offset, double scene, double window)
{
    return std::clamp(offset, -window / 2, std::max(-window / 2, scene - window / 2));
}

double shownOffset(double offset, double low, double high, double window)
{
    if (high - low > window)
        return offset > low || offset + window < high ? low : offset;
    return std::clamp(offset, high - window, low);
}

} // namespace

Camera Camera::zoomed(double newZoom, const QPointF& anchor) const
{
    return {newZoom, toScene(anchor) * newZoom - anchor};
}

Camera Camera::centred(const QPointF& scene, const QSizeF& window) const
{
    return {zoom, scene * zoom - middle(window)};
}

Camera Camera::held(const QSizeF& scene, const QSizeF& window) const
{
    return {zoom,
        {heldOffset(offset.x(), scene.width() * zoom, window.width()),
            heldOffset(offset.y(), scene.height() * zoom, window.height())}};
}

Camera Camera::showing(const QRectF& scene, const QSizeF& window, double margin) const
{
    const QRectF wanted(scene.topLeft() * zoom - QPointF(margin, margin),
        scene.size() * zoom + QSizeF(2 * margin, 2 * margin));
    return {zoom,
        {shownOffset(offset.x(), wanted.left(), wanted.right(), window.width()),
            shownOffset(offset.y(), wanted.top(), wanted.bottom(), window.height())}};
}

Camera Camera::fitting(const QSizeF& scene, const QSizeF& window)
{
    Camera camera;
    if (!scene.isEmpty() && !window.isEmpty())
        camera.zoom = std::min({1.0, window.width() / scene.width(), window.height() / scene.height()});
    return camera.centred(middle(scene), window);
}

Camera Camera::opening(const QSizeF& scene, const QSizeF& window, double readableZoom)
{
    Camera camera = fitting(scene, window);
    if (camera.zoom >= readableZoom)
        return camera;
    camera.zoom = std::clamp(window.width() / scene.width(), readableZoom, 1.0);
    camera = camera.centred(middle(scene), window);
    camera.offset.setY(std::min(0.0, scene.height() * camera.zoom - window.height()));
    return camera;
}

Camera Camera::between(const Camera& from, const Camera& to, double share, const QSizeF& window)
{
    const QPointF start = from.toScene(middle(window)), end = to.toScene(middle(window));
    Camera camera;
    camera.zoom = from.zoom * std::pow(to.zoom / from.zoom, share);
    // The window's middle moves with the zoom, or the picture would swing past its aim.
    const double way = std::abs(to.zoom - from.zoom) < 1e-9 * to.zoom
        ? share
        : (1 / from.zoom - 1 / camera.zoom) / (1 / from.zoom - 1 / to.zoom);
    return camera.centred(start + (end - start) * way, window);
}

} // namespace kerascope
