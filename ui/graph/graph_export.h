// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/graph/graph_scene.h"
#include "ui/graph/graph_style.h"

#include <QFont>

namespace kerascope {

/// What a picture of the whole graph is made from.
struct GraphPicture {
    const GraphScene& scene;
    const GraphStyle& style;
    const GraphMetrics& metrics;
    QFont font;
};

/// See GraphView::exportPng and exportSvg.
Result<void> exportGraphPng(const GraphPicture& picture, const QString& path, double scale);
Result<void> exportGraphSvg(const GraphPicture& picture, const QString& path);

} // namespace kerascope
