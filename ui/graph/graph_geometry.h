// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layout.h"
#include "ui/graph/graph_items.h"
#include "ui/graph/graph_metrics.h"
#include "ui/graph/spatial_grid.h"

#include <QPainterPath>
#include <QPolygonF>
#include <vector>

namespace kerascope {

/// One line of the drawing.
struct GraphRoute {
    int from = -1, to = -1; ///< items in sight: a leaf or a folded group
    QPolygonF points;
    QPainterPath path; ///< the same with rounded corners
    QRectF bounds;
    bool mask = false; ///< carries masks only
    QString label; ///< shapes of its tensors; empty where another line from the same place says it
};

/// Where everything stands for one model and one folding. Immutable. Scene units.
struct GraphGeometry {
    QSizeF size;
    std::vector<QRectF> rects; ///< by item; null where hidden in a folded group
    std::vector<char> folded; ///< by item
    std::vector<int> shown; ///< items in sight, order of GraphItems
    std::vector<GraphRoute> routes;
    std::vector<std::vector<int>> routesIn, routesOut; ///< by item, from left to right
    SpatialGrid boxes; ///< leaves and folded groups
    SpatialGrid frames; ///< unfolded groups
    SpatialGrid lines;

    bool visible(int item) const { return !rects[size_t(item)].isNull(); }
    const QRectF& rect(int item) const { return rects[size_t(item)]; }
    bool isFrame(const GraphItems& items, int item) const
    {
        return items[item].group && !folded[size_t(item)];
    }
    /// The item itself, or the folded group that hides it.
    int standIn(const GraphItems& items, int item) const;
};

/// Lays the graph out. `folded` by item. Errors as layoutGraph().
Result<GraphGeometry> layOutItems(const GraphItems& items, const std::vector<char>& folded,
    const GraphMetrics& metrics, const std::stop_token& stop, LayoutCache* cache);

} // namespace kerascope
