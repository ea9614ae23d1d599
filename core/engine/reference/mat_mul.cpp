// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/element_functions.h"
#include "core/engine/reference/reference_kernels.h"
#include "core/engine/strides.h"

#include <algorithm>
#include <vector>

namespace kerascope::reference {

void matMul(const HostStep& step)
{
    const auto& attributes = step.as<MatMulAttributes>();
    const HostTensor a = step.in[0], b = step.in[1], y = step.out[0];
    const int64_t rows = (*y.shape)[-2], columns = (*y.shape)[-1];
    const int64_t inner = (*a.shape)[attributes.transposeA ? -2 : -1];
    const int64_t aRow = attributes.transposeA ? 1 : inner, aStep = attributes.transposeA ? rows : 1;
    const int64_t bColumn = attributes.transposeB ? inner : 1, bStep = attributes.transposeB ? 1 : columns;

    Shape batch(std::vector<int64_t>(y.shape->dims.begin(), y.shape->dims.end() - 2));
    std::vector<int64_t> aStrides(batch.dims.size(), 0), bStrides = aStrides;
    const auto batchStrides = [&](const Shape& shape, std::vector<int64_t>& strides) {
        if (shape.rank() <= 2)
            return;
        const std::vector<int64_t> own = broadcastStrides(shape, *y.shape);
        for (size_t i = 0; i < strides.size(); ++i)
            strides[i] = own[i];
    };
    batchStrides(*a.shape, aStrides);
    batchStrides(*b.shape, bStrides);
    StridedWalk<2> walk(batch, {aStrides, bStrides});
    std::vector<double> sums(size_t(columns), 0.0); // of one row
    int64_t index = 0;
    for (int64_t n = 0; n < batch.product(0, batch.rank()); ++n, walk.next())
        for (int64_t row = 0; row < rows; ++row) {
            const float* left = a.data + walk.at(0) + row * aRow;
            const float* right = b.data + walk.at(1);
            std::fill(sums.begin(), sums.end(), 0.0);
            for (int64_t k = 0; k < inner; ++k)
                for (int64_t column = 0; column < columns; ++column)
                    sums[size_t(column)] +=
                        double(left[k * aStep]) * double(right[k * bStep + column * bColumn]);
            for (int64_t column = 0; column < columns; ++column, ++index) {
                double sum = sums[size_t(column)];
                if (step.input(2))
                    sum += double(step.input(2).data[column]);
                if (step.input(3))
                    sum += double(step.input(3).data[index]);
                y.data[index] = float(applyUnary(attributes.activation, sum));
            }
        }
}

} // namespace kerascope::reference
