// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

namespace kerascope {

/// The place of the window over the drawing: window = scene * zoom - offset.
struct Camera {
    static constexpr double leastZoom = 0.004;
    static constexpr double mostZoom = 4;

    double zoom = 1;
    QPointF offset;

    QPointF toWindow(const QPointF& scene) const { return scene * zoom - offset; }
    QRectF toWindow(const QRectF& scene) const { return {toWindow(scene.topLeft()), scene.size() * zoom}; }
    QPointF toScene(const QPointF& window) const { return (window + offset) / zoom; }
    QRectF toScene(const QRectF& window) const { return {toScene(window.topLeft()), window.size() / zoom}; }

    /// Another zoom, with the scene's point under `anchor` (window) kept where it is.
    Camera zoomed(double newZoom, const QPointF& anchor) const;
    /// The scene's point in the middle of the window.
    Camera centred(const QPointF& scene, const QSizeF& window) const;
    /// Held so that the drawing never leaves the middle of the window.
    Camera held(const QSizeF& scene, const QSizeF& window) const;
    /// Moved as little as needed to show the rectangle.
    Camera showing(const QRectF& scene, const QSizeF& window, double margin) const;

    /// All of the drawing, in the middle, at 100 % at most.
    static Camera fitting(const QSizeF& scene, const QSizeF& window);
    /// For a first look: all of it where that can be read, else its beginning at a readable size.
    static Camera opening(const QSizeF& scene, const QSizeF& window, double readableZoom);
    /// Between two places, 0…1, as an even motion for the eye.
    static Camera between(const Camera& from, const Camera& to, double share, const QSizeF& window);
};

} // namespace kerascope
