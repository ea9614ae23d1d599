// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/tensor.h"

#include <array>
#include <cstdint>

namespace kerascope {

/// Of the finite elements; NaN and infinities are counted apart. The histogram has equal bins from min to
/// max.
struct TensorStatistics {
    Shape shape;
    double min = 0, max = 0, mean = 0, std = 0;
    int64_t elements = 0, zeros = 0, nans = 0, infinities = 0;
    std::array<int64_t, 64> histogram{};
};
TensorStatistics tensorStatistics(const Tensor& tensor);

} // namespace kerascope
