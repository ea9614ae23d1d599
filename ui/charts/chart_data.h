// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/model.h"

#include <QPointF>
#include <QString>
#include <QVector>
#include <array>
#include <vector>

namespace kerascope {

/// No series of a chart has more points (Qt Charts redraws all of them each time).
inline constexpr int mostPoints = 1000;
/// No bar chart has more bars; the rest is summed up in one.
inline constexpr int mostBars = 40;

/// At most `most` points of a curve with ascending x: per slice the smallest and the largest stay, in their
/// order, so that no peak is lost. The first and the last point stay.
QVector<QPointF> thinned(const QVector<QPointF>& points, int most = mostPoints);

/// The range of an axis.
struct AxisRange {
    double from = 0, to = 1;
    bool operator==(const AxisRange&) const = default;
};

/// A range from 0 to a round number above `most`. The one before is kept while the data fill between 40 % and
/// 100 % of it, so that the axis does not jump.
AxisRange steadyFromZero(const AxisRange& before, double most);
/// A range around [least, most] by the same rule.
AxisRange steadyAround(const AxisRange& before, double least, double most);
/// The next of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten.
double roundedUp(double value);
/// A distance between ticks such that there are at most `most` of them above the first.
double tickStep(const AxisRange& range, int most = 4);
/// Digits after the point that multiples of a tick step need.
int decimalsOf(double step);

/// One bar: up to three stacked values of a layer.
struct BarRow {
    LayerId layer = noId; ///< noId: the others together
    QString name;
    std::array<double, 3> values{};
    double sum() const { return values[0] + values[1] + values[2]; }
};

/// The `most` − 1 largest rows in their own order and the others as one last row named `othersName` (with %1
/// for their number); rows of nothing are left out first.
std::vector<BarRow> chosenBars(std::vector<BarRow> rows, const QString& othersName, int most = mostBars);

} // namespace kerascope
