// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/simd/simd_kernels.h"

#include "core/engine/cpu/simd/variants.h"

#include <algorithm>

namespace kerascope {
namespace {

std::vector<const SimdKernels*> usable()
{
    std::vector<const SimdKernels*> all;
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512cd"))
        all.push_back(&simd_avx512::kernels());
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        all.push_back(&simd_avx2::kernels());
#endif
    all.push_back(&simd_base::kernels());
    return all;
}

} // namespace

const std::vector<const SimdKernels*>& simdVariants()
{
    static const std::vector<const SimdKernels*> variants = usable();
    return variants;
}

const SimdKernels& simdKernels()
{
    static const SimdKernels& chosen = *simdVariants().front();
    return chosen;
}

int64_t packedPanelSize(int64_t k, int64_t n) { return (n + panelWidth - 1) / panelWidth * panelWidth * k; }

void packPanels(const float* w, int64_t k, int64_t n, int64_t rowStep, int64_t columnStep, float* packed)
{
    for (int64_t first = 0; first < n; first += panelWidth) {
        const int64_t width = std::min(panelWidth, n - first);
        for (int64_t i = 0; i < k; ++i) {
            const float* row = w + i * rowStep + first * columnStep;
            for (int64_t j = 0; j < panelWidth; ++j)
                *packed++ = j < width ? row[j * columnStep] : 0.0F;
        }
    }
}

} // namespace kerascope
