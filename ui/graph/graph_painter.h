// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/camera.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/graph_style.h"
#include "ui/graph/text_cache.h"

#include <QPainter>
#include <stop_token>

namespace kerascope {

/// How much of a node there is room for.
enum class Detail {
    Far, ///< coloured blocks
    Middle, ///< type and name
    Near, ///< everything
};
Detail detailAt(double zoom);

/// Everything that painting needs; lives for one picture.
struct PaintContext {
    QPainter& painter;
    const GraphScene& scene;
    const GraphStyle& style;
    const GraphMetrics& metrics;
    TextCache& texts;
    Camera camera;
    Detail detail = Detail::Near;
    bool focused = false; ///< the selection has the keyboard
    std::stop_token stop = {}; ///< ends a long drawing early; may be empty

    /// Scene rectangle on whole pixels of the window.
    QRectF onPixels(const QRectF& scene) const;
    int pixels(double ems) const; ///< font size
    double scaled(double length) const { return length * camera.zoom; }
};

/// The drawing inside `window` (window coordinates), background included. Touches nothing outside it.
void paintGraph(PaintContext& context, const QRectF& window);

// the parts
void paintFrames(PaintContext& context, const QRectF& sceneWindow);
void paintTitles(PaintContext& context, const QRectF& sceneWindow);
void paintLines(PaintContext& context, const QRectF& sceneWindow);
void paintBoxes(PaintContext& context, const QRectF& sceneWindow);
void paintNode(PaintContext& context, int item); ///< leaf or folded group, Middle or Near
void paintBlock(PaintContext& context, int item); ///< leaf or folded group, Far
void paintFrame(PaintContext& context, int item); ///< unfolded group
void paintTitle(PaintContext& context, int item); ///< of an unfolded group; above the lines that enter it
/// What lies behind a box: the canvas or the frame around it.
QColor surfaceAround(const PaintContext& context, int item);

/// Places of the controls on a node or frame, in window coordinates; null where the scale has none.
QRectF tickRect(const GraphScene& scene, const GraphMetrics& metrics, const Camera& camera, int item);
QRectF foldRect(const GraphScene& scene, const GraphMetrics& metrics, const Camera& camera, int item);
/// The title of an unfolded group.
QRectF titleRect(const GraphScene& scene, const GraphMetrics& metrics, const Camera& camera, int item);

} // namespace kerascope
