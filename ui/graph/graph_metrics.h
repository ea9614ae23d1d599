// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace kerascope {

/// Sizes in scene units: pixels at 100 %. All follow from the size of the widget's font.
struct GraphMetrics {
    double em = 13; ///< pixel size of the font
    double nodeWidth = 0, nodeHeight = 0;
    double headerHeight = 0; ///< the tinted first row
    double rowHeight = 0; ///< the three rows below
    double titleHeight = 0; ///< of an unfolded group
    double padding = 0; ///< inside an unfolded group
    double inset = 0; ///< from a node's border to its text
    double tickSize = 0;
    double stripe = 4;
    double radius = 4;

    static GraphMetrics of(const QFont& font);
    bool operator==(const GraphMetrics&) const = default;
};

} // namespace kerascope
