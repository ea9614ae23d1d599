// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/graph_style.h"

#include <QFont>
#include <functional>
#include <stop_token>

namespace kerascope {

/// What a picture of the whole graph is made from: copies, so that it can be drawn in another thread.
struct GraphPicture {
    GraphScene scene;
    GraphStyle style;
    GraphMetrics metrics;
    QFont font;
};

/// How a long export can be watched and stopped; both may be empty.
struct ExportWatch {
    std::stop_token stop;
    std::function<void(double share)> drawn; ///< 0…1; after that the file is written
};

/// See GraphView::exportPng and exportSvg. In any thread; code Cancelled after a stop, and no file then.
Result<void> exportGraphPng(
    const GraphPicture& picture, const QString& path, double scale, const ExportWatch& watch = {});
Result<void> exportGraphSvg(const GraphPicture& picture, const QString& path, const ExportWatch& watch = {});

} // namespace kerascope
