// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kerascope {

/// To the nearest number of 3 bits of mantissa and 4 of exponent (ties to even), at most ±448, as
/// TensorFlow's cast to float8_e4m3fn.
float roundToFloat8(float x);
/// To the nearest number of 7 bits of mantissa (ties to even).
float roundToBFloat16(float x);

} // namespace kerascope
