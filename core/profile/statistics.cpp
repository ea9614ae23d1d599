// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kerascope {

double percentile(std::span<const double> sorted, double fraction)
{
    const double place = fraction * double(sorted.size() - 1);
    const size_t low = size_t(place);
    const size_t high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (sorted[high] - sorted[low]) * (place - double(low));
}

Statistics statistics(std::span<const double> values)
{
    Statistics out;
    out.count = values.size();
    if (values.empty())
        return out;
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    double sum = 0;
    for (double value : sorted)
        sum += value;
    out.mean = sum / double(sorted.size());
    double squares = 0;
    for (double value : sorted)
        squares += (value - out.mean) * (value - out.mean);
    out.std = sorted.size() > 1 ? std::sqrt(squares / double(sorted.size() - 1)) : 0;
    out.min = sorted.front();
    out.max = sorted.back();
    out.median = percentile(sorted, 0.5);
    out.p95 = percentile(sorted, 0.95);
    out.p99 = percentile(sorted, 0.99);
    return out;
}

} // namespace kerascope
