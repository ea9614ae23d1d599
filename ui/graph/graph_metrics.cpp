// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_metrics.h"

#include <QFontInfo>
#include <cmath>

namespace kerascope {

GraphMetrics GraphMetrics::of(const QFont& font)
{
    GraphMetrics metrics;
    metrics.em = std::max(8, QFontInfo(font).pixelSize());
    const auto ems = [&](double count) { return std::round(metrics.em * count); };
    metrics.nodeWidth = ems(15.5);
    metrics.headerHeight = ems(1.6);
    metrics.rowHeight = ems(1.45);
    metrics.nodeHeight = metrics.headerHeight + 3 * metrics.rowHeight + ems(0.45);
    metrics.titleHeight = ems(2);
    metrics.padding = ems(1.1);
    metrics.inset = ems(0.7);
    metrics.tickSize = ems(1);
    return metrics;
}

} // namespace kerascope
