// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/small_floats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace kerascope {

float roundToFloat8(float x)
{
    constexpr float largest = 448;
    const float clipped = std::min(std::max(x, -largest), largest);
    if (clipped == 0 || std::isnan(clipped))
        return clipped;
    int exponent = 0;
    std::frexp(clipped, &exponent); // |x| in [2^(e−1), 2^e)
    const int step = std::max(exponent - 4, -9); // numbers below 2^−6 are 2^−9 apart
    return std::ldexp(std::nearbyint(std::ldexp(clipped, -step)), step);
}

float roundToBFloat16(float x)
{
    if (std::isnan(x))
        return x;
    const auto bits = std::bit_cast<uint32_t>(x);
    return std::bit_cast<float>((bits + 0x7FFFU + ((bits >> 16) & 1U)) & 0xFFFF0000U);
}

} // namespace kerascope
