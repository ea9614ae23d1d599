// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kerascope {

struct SimdKernels;

// Each stands in a file compiled for its instruction set (core/CMakeLists.txt).
namespace simd_avx512 {
const SimdKernels& kernels();
}
namespace simd_avx2 {
const SimdKernels& kernels();
}
namespace simd_base {
const SimdKernels& kernels();
}

} // namespace kerascope
