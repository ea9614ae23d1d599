// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/polyline.h"

#include <cmath>

namespace kerascope::layout {

namespace {

constexpr double near = 1e-6;

bool same(double a, double b) { return std::abs(a - b) < near; }

} // namespace

void appendPoint(std::vector<LayoutPoint>& points, LayoutPoint point)
{
    if (!points.empty() && same(points.back().x, point.x) && same(points.back().y, point.y))
        return;
    if (points.size() >= 2) {
        const LayoutPoint& a = points[points.size() - 2];
        LayoutPoint& b = points.back();
        // Only vertical runs are worth joining: slanted ones never go straight on.
        if (same(a.x, b.x) && same(b.x, point.x) && (b.y - a.y) * (point.y - b.y) >= 0) {
            b.y = point.y;
            return;
        }
    }
    points.push_back(point);
}

} // namespace kerascope::layout
