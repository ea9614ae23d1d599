// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace kerascope {

/// Of a set of times (any unit). Percentiles by linear interpolation between order statistics; standard
/// deviation of the sample (n − 1).
struct Statistics {
    size_t count = 0;
    double mean = 0, median = 0, min = 0, max = 0, std = 0, p95 = 0, p99 = 0;
};
Statistics statistics(std::span<const double> values);
/// `sorted` ascending, not empty; fraction in [0, 1].
double percentile(std::span<const double> sorted, double fraction);

} // namespace kerascope
