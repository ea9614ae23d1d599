// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_data.h"

#include <algorithm>
#include <cmath>

namespace kerascope {

QVector<QPointF> thinned(const QVector<QPointF>& points, int most)
{
    if (points.size() <= most || most < 4)
        return points;
    const qsizetype slices = (most - 2) / 2;
    const qsizetype inner = points.size() - 2;
    QVector<QPointF> out;
    out.reserve(most);
    out << points.front();
    for (qsizetype slice = 0; slice < slices; ++slice) {
        const qsizetype first = 1 + inner * slice / slices, end = 1 + inner * (slice + 1) / slices;
        if (first == end)
            continue;
        qsizetype low = first, high = first;
        for (qsizetype i = first; i < end; ++i) {
            if (points[i].y() < points[low].y())
                low = i;
            if (points[i].y() > points[high].y())
                high = i;
        }
        out << points[std::min(low, high)];
        if (low != high)
            out << points[std::max(low, high)];
    }
    out << points.back();
    return out;
}

double roundedUp(double value)
{
    if (!(value > 0) || !std::isfinite(value))
        return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0})
        if (step * power >= value * (1 - 1e-12))
            return step * power;
    return 10 * power;
}

AxisRange steadyFromZero(const AxisRange& before, double most)
{
    constexpr double fill = 0.4;
    if (before.from == 0 && before.to > 0 && most <= before.to && most >= fill * before.to)
        return before;
    return {0, roundedUp(most * 1.1)};
}

AxisRange steadyAround(const AxisRange& before, double least, double most)
{
    constexpr double fill = 0.4;
    const double width = std::max(most - least, 1e-9);
    if (least >= before.from && most <= before.to && width >= fill * (before.to - before.from))
        return before;
    const double step = roundedUp(width / 8);
    return {std::floor(least / step) * step, std::ceil((most + width * 0.1) / step) * step};
}

double tickStep(const AxisRange& range, int most)
{
    const double width = range.to - range.from;
    const double power = std::pow(10.0, std::floor(std::log10(std::max(width, 1e-300) / most)));
    for (double step : {1.0, 2.0, 2.5, 5.0, 10.0})
        if (width / (step * power) <= most + 1e-9)
            return step * power;
    return width / most;
}

int decimalsOf(double step)
{
    constexpr int most = 9;
    int decimals = 0;
    for (double scaled = step; decimals < most && std::abs(scaled - std::round(scaled)) > 1e-6 * scaled;
         scaled *= 10)
        ++decimals;
    return decimals;
}

std::vector<BarRow> chosenBars(std::vector<BarRow> rows, const QString& othersName, int most)
{
    std::erase_if(rows, [](const BarRow& row) { return row.sum() <= 0; });
    if (rows.size() <= size_t(most))
        return rows;
    std::vector<double> sums;
    sums.reserve(rows.size());
    for (const BarRow& row : rows)
        sums.push_back(row.sum());
    const auto limit = sums.begin() + (most - 2);
    std::nth_element(sums.begin(), limit, sums.end(), std::greater<>());
    std::vector<BarRow> chosen;
    BarRow others;
    int count = 0;
    int equal =
        int(std::count(sums.begin(), limit + 1, *limit)); // of several rows at the limit only these fit
    for (BarRow& row : rows) {
        if (row.sum() > *limit || (row.sum() == *limit && equal-- > 0)) {
            chosen.push_back(std::move(row));
            continue;
        }
        ++count;
        for (size_t i = 0; i < row.values.size(); ++i)
            others.values[i] += row.values[i];
    }
    others.name = othersName.arg(count);
    chosen.push_back(std::move(others));
    return chosen;
}

} // namespace kerascope
