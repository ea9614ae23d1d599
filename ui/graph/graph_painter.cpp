// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_painter.h"

#include <climits>
#include <cmath>
#include <utility>

namespace kerascope {
namespace {

constexpr double nearZoom = 0.7;
constexpr double middleZoom = 0.36;
constexpr double leastTickPixels = 9;

} // namespace

Detail detailAt(double zoom)
{
    return zoom >= nearZoom ? Detail::Near : zoom >= middleZoom ? Detail::Middle : Detail::Far;
}

QRectF PaintContext::onPixels(const QRectF& rect) const
{
    const QRectF window = camera.toWindow(rect);
    const double left = std::round(window.left()), top = std::round(window.top());
    return {left, top, std::round(window.right()) - left, std::round(window.bottom()) - top};
}

int PaintContext::pixels(double ems) const { return int(std::lround(metrics.em * ems * camera.zoom)); }

void paintGraph(PaintContext& context, const QRectF& window)
{
    context.painter.fillRect(window, context.style.canvas);
    if (context.scene.empty())
        return;
    const double reach = context.metrics.em * 2; // stacked outlines, labels and marks stand outside the boxes
    const QRectF inScene = context.camera.toScene(window).adjusted(-reach, -reach, reach, reach);
    paintFrames(context, inScene);
    paintLines(context, inScene);
    paintTitles(context, inScene);
    paintBoxes(context, inScene);
}

void paintFrames(PaintContext& context, const QRectF& sceneWindow)
{
    for (int item : context.scene.geometry().frames.query(sceneWindow))
        if (context.scene.geometry().rect(item).intersects(sceneWindow))
            paintFrame(context, item);
}

void paintTitles(PaintContext& context, const QRectF& sceneWindow)
{
    if (context.detail == Detail::Far)
        return;
    for (int item : context.scene.geometry().frames.query(sceneWindow))
        if (context.scene.geometry().rect(item).intersects(sceneWindow))
            paintTitle(context, item);
}

QColor surfaceAround(const PaintContext& context, int item)
{
    const int depth = context.scene.items()[item].depth;
    return depth == 0 ? context.style.canvas : context.style.frame(depth - 1);
}

void paintBoxes(PaintContext& context, const QRectF& sceneWindow)
{
    const GraphGeometry& geometry = context.scene.geometry();
    context.painter.setRenderHint(QPainter::Antialiasing, context.detail != Detail::Far);
    QPoint last(INT_MIN, INT_MIN);
    for (int item : geometry.boxes.query(sceneWindow)) {
        if (context.stop.stop_requested())
            return;
        if (!geometry.rect(item).intersects(sceneWindow))
            continue;
        if (context.detail != Detail::Far) {
            paintNode(context, item);
            continue;
        }
        // Where many boxes share one pixel, one of them is enough.
        const QPoint pixel = context.camera.toWindow(geometry.rect(item).topLeft()).toPoint();
        if (std::exchange(last, pixel) != pixel || item == context.scene.selected())
            paintBlock(context, item);
    }
}

QRectF tickRect(const GraphScene& scene, const GraphMetrics& metrics, const Camera& camera, int item)
{
    if (detailAt(camera.zoom) == Detail::Far || !scene.geometry().visible(item))
        return {};
    const QRectF rect = camera.toWindow(scene.geometry().rect(item));
    const bool frame = scene.geometry().isFrame(scene.items(), item);
    const double band = (frame ? metrics.titleHeight : metrics.headerHeight) * camera.zoom;
    const double size = std::max(leastTickPixels, std::round(metrics.tickSize * camera.zoom));
    const double gap = std::max(2.0, (band - size) / 2);
    return {std::round(rect.right() - gap - size), std::round(rect.top() + gap), size, size};
}

QRectF foldRect(const GraphScene& scene, const GraphMetrics& metrics, const Camera& camera, int item)
{
    if (!scene.items()[item].group || detailAt(camera.zoom) == Detail::Far || !scene.geometry().visible(item))
        return {};
    const QRectF rect = camera.toWindow(scene.geometry().rect(item));
    const bool frame = scene.geometry().isFrame(scene.items(), item);
    const double band = (frame ? metrics.titleHeight : metrics.headerHeight) * camera.zoom;
    return {rect.left() + metrics.stripe, rect.top(), band, band};
}

QRectF titleRect(const GraphScene& scene, const GraphMetrics& metrics, const Camera& camera, int item)
{
    const QRectF rect = camera.toWindow(scene.geometry().rect(item));
    return {rect.left(), rect.top(), rect.width(), metrics.titleHeight * camera.zoom};
}

} // namespace kerascope
