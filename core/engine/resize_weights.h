// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/operation.h"

#include <vector>

namespace kerascope {

/// Which input positions make each output position along one axis, and with what weight: output i is
/// Σ weights[i·taps + t] · input[first[i] + t]. Unused taps weigh 0 and stay inside the input.
struct ResizeAxis {
    int taps = 1;
    std::vector<int> first;
    std::vector<float> weights;
};

/// Half-pixel centres, no antialiasing, weights outside the input dropped and the rest brought to sum 1, as
/// tf.image.resize does (ScaleAndTranslate; bicubic is Keys' kernel with a = −0.5). Nearest: floor of
/// (i + 0.5)·in/out.
ResizeAxis resizeAxis(ResizeKind kind, int64_t inputSize, int64_t outputSize);

} // namespace kerascope
