// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/simd/simd_kernels.h"
#include "core/engine/cpu/simd/variants.h"
#include "core/op/operation.h" // only its enumerations and Activation are used

namespace kerascope::simd_base {

#include "core/engine/cpu/simd/simd_math.h"

#include "core/engine/cpu/simd/simd_elementwise.h"

#include "core/engine/cpu/simd/simd_rows.h"

const SimdKernels& kernels()
{
    static constexpr SimdKernels table{"base", unary, binary, affine, scale, accumulate, reduce, squares,
        expSum, axpy, multiplyAdd, panels, lstm, gru};
    return table;
}

} // namespace kerascope::simd_base
