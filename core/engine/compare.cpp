// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerascope {

double maxError(const Tensor& a, const Tensor& b)
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (a.shape != b.shape || a.data.size() != b.data.size())
        return infinite;
    double difference = 0;
    double largest = 0;
    for (size_t i = 0; i < a.data.size(); ++i) {
        const double left = a.data[i];
        const double right = b.data[i];
        if (std::isnan(left) && std::isnan(right))
            continue;
        if (left == right) { // equal infinities too
            largest = std::isinf(right) ? largest : std::max(largest, std::abs(right));
            continue;
        }
        if (!std::isfinite(left) || !std::isfinite(right))
            return infinite;
        difference = std::max(difference, std::abs(left - right));
        largest = std::max(largest, std::abs(right));
    }
    return difference / (1e-6 + largest);
}

} // namespace kerascope
