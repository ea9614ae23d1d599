// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/tensor_statistics.h"

#include <algorithm>
#include <cmath>

namespace kerascope {

TensorStatistics tensorStatistics(const Tensor& tensor)
{
    TensorStatistics out;
    out.shape = tensor.shape;
    out.elements = int64_t(tensor.data.size());
    double sum = 0;
    int64_t finite = 0;
    for (const float value : tensor.data) {
        if (std::isnan(value)) {
            ++out.nans;
        } else if (std::isinf(value)) {
            ++out.infinities;
        } else {
            const double number = value;
            out.min = finite == 0 ? number : std::min(out.min, number);
            out.max = finite == 0 ? number : std::max(out.max, number);
            out.zeros += number == 0 ? 1 : 0;
            sum += number;
            ++finite;
        }
    }
    if (finite == 0)
        return out;
    out.mean = sum / double(finite);
    double squares = 0;
    const double bins = double(out.histogram.size());
    const double width = (out.max - out.min) / bins;
    for (const float value : tensor.data) {
        if (!std::isfinite(value))
            continue;
        squares += (value - out.mean) * (value - out.mean);
        const double bin = width > 0 ? (value - out.min) / width : 0;
        ++out.histogram[size_t(std::clamp(bin, 0.0, bins - 1))];
    }
    out.std = std::sqrt(squares / double(finite));
    return out;
}

} // namespace kerascope
