// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/cpu_steps.h"
#include "core/engine/cpu/simd/simd_kernels.h"
#include "core/engine/cpu/team.h"

#include <algorithm>
#include <cstring>

namespace kerascope::cpu {
namespace {

constexpr int64_t block = 512; ///< columns whose sums stay in the nearest cache

struct DirectMatMul {
    MatMulAttributes a;
    HostTensor left, right, bias, residual, y;
    Shape shape;
    int64_t rows = 0, columns = 0, inner = 0;

    /// Where the matrix of batch `batch` of the result starts in an operand with own (or no) batch axes.
    int64_t offsetOf(const Shape& own, int64_t batch) const
    {
        int64_t offset = 0, stride = own[-1] * own[-2];
        for (int axis = shape.rank() - 3, from = own.rank() - 3; axis >= 0 && from >= 0; --axis, --from) {
            const int64_t index = batch % shape[axis];
            batch /= shape[axis];
            offset += own[from] == 1 ? 0 : index * stride;
            stride *= own[from];
        }
        return offset;
    }
    /// Columns [first, first + n) of one row of the result.
    void part(int64_t item, int64_t first, int64_t n, const SimdKernels& simd) const
    {
        const int64_t xStep = a.transposeA ? rows : 1;
        const float* x =
            left.data + offsetOf(*left.shape, item / rows) + item % rows * (a.transposeA ? 1 : inner);
        const float* w = right.data + offsetOf(*right.shape, item / rows);
        float* row = y.data + item * columns + first;
        const float* added = residual ? residual.data + item * columns + first : nullptr;
        if (!added)
            std::fill_n(row, n, 0.0F);
        else if (added != row)
            std::memcpy(row, added, size_t(n) * sizeof(float));
        if (bias)
            simd.axpy(1.0F, bias.data + first, row, n);
        for (int64_t k = 0; k < inner; ++k) {
            if (!a.transposeB)
                simd.axpy(x[k * xStep], w + k * columns + first, row, n);
            else
                for (int64_t j = 0; j < n; ++j)
                    row[j] += x[k * xStep] * w[k + (first + j) * inner];
        }
        if (!a.activation.none())
            simd.unary(a.activation, row, row, n);
    }
};

} // namespace

Step directMatMulStep(const HostStep& step, int threads)
{
    DirectMatMul product{step.as<MatMulAttributes>(), step.in[0], step.in[1], step.input(2), step.input(3),
        step.out[0], *step.out[0].shape};
    product.rows = product.shape[-2];
    product.columns = product.shape[-1];
    product.inner = (*step.in[0].shape)[product.a.transposeA ? -2 : -1];
    return [product, threads, &simd = simdKernels()] {
        const int64_t blocks = (product.columns + block - 1) / block;
        const int64_t items = product.columns == 0 ? 0 : product.y.elements / product.columns;
        inTeam(threads, items * blocks, product.y.elements * product.inner,
            [&](int64_t begin, int64_t end, int) {
                for (int64_t i = begin; i < end; ++i) {
                    const int64_t first = i % blocks * block;
                    product.part(i / blocks, first, std::min(block, product.columns - first), simd);
                }
            });
    };
}

} // namespace kerascope::cpu
