// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/cpu_steps.h"
#include "core/engine/cpu/strided_rows.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace kerascope::cpu {
namespace {

constexpr int64_t tile = 16;

/// y[Σ i·ys] = x[Σ i·xs] for all index vectors of `dims`.
Step rowCopy(const StridedRows<2>& rows, const float* x, float* y, int threads)
{
    const int64_t n = rows.inner(), from = rows.innerStride(0), to = rows.innerStride(1);
    return [=] {
        rows.run(threads, from == 1 ? 1 : 2, [&](const std::array<int64_t, 2>& at) {
            const float* source = x + at[0];
            float* target = y + at[1];
            if (from == 1 && to == 1) {
                std::memcpy(target, source, size_t(n) * sizeof(float));
            } else if (from == 0 && to == 1) {
                std::fill_n(target, n, *source);
            } else {
                for (int64_t i = 0; i < n; ++i)
                    target[i * to] = source[i * from];
            }
        });
    };
}

/// The same where y is contiguous along the last axis and x along another: by square tiles, so that each line
/// of the cache is used whole.
Step tiledCopy(const StridedRows<2>& rows, size_t contiguous, const float* x, float* y, int threads)
{
    std::vector<int64_t> dims = rows.dims();
    std::array<std::vector<int64_t>, 2> strides{rows.strides(0), rows.strides(1)};
    const int64_t height = dims[contiguous], width = dims.back(), toStep = strides[1][contiguous],
                  fromStep = strides[0].back();
    // Outer axes, with one of tiles along the contiguous one; a row of size 1 stands for the two inner axes.
    dims.pop_back();
    for (std::vector<int64_t>& list : strides)
        list.pop_back();
    dims[contiguous] = (height + tile - 1) / tile;
    strides[0][contiguous] = tile;
    strides[1][contiguous] = tile * toStep;
    std::vector<int64_t> position(dims.size(), 0);
    position[contiguous] = 1;
    std::array<std::vector<int64_t>, 3> all{strides[0], strides[1], position};
    dims.push_back(1);
    for (std::vector<int64_t>& list : all)
        list.push_back(0);
    int64_t blocks = 1;
    for (int64_t size : dims)
        blocks *= size;
    return [=] {
        inTeam(threads, blocks, blocks * tile * width * 2, [&](int64_t begin, int64_t end, int) {
            for (int64_t block = begin; block < end; ++block) {
                int64_t rest = block, from = 0, to = 0, row = 0;
                for (size_t i = dims.size(); i-- > 0;) {
                    const int64_t index = rest % dims[i];
                    rest /= dims[i];
                    from += index * all[0][i];
                    to += index * all[1][i];
                    row += index * all[2][i];
                }
                const int64_t now = std::min(tile, height - row * tile);
                for (int64_t j = 0; j < width; j += tile) {
                    const int64_t columns = std::min(tile, width - j);
                    for (int64_t i = 0; i < now; ++i)
                        for (int64_t c = 0; c < columns; ++c)
                            y[to + i * toStep + j + c] = x[from + i + (j + c) * fromStep];
                }
            }
        });
    };
}

Step stridedCopy(const std::vector<int64_t>& dims, const std::vector<int64_t>& from,
    const std::vector<int64_t>& to, const float* x, float* y, int threads)
{
    const StridedRows<2> rows(dims, {from, to});
    if (rows.innerStride(0) > 1 && rows.innerStride(1) == 1 && rows.inner() >= 4)
        for (size_t axis = 0; axis + 1 < rows.dims().size(); ++axis)
            if (rows.strides(0)[axis] == 1 && rows.dims()[axis] >= 4)
                return tiledCopy(rows, axis, x, y, threads);
    return rowCopy(rows, x, y, threads);
}

} // namespace

Step padStep(const HostStep& step, int threads)
{
    const auto& a = step.as<PadAttributes>();
    const HostTensor x = step.in[0], y = step.out[0];
    const std::vector<int64_t> to = rowMajorStrides(*y.shape);
    int64_t base = 0;
    for (size_t i = 0; i < to.size(); ++i)
        base += a.before[i] * to[i];
    return [y, value = a.value, threads,
               copy = stridedCopy(
                   x.shape->dims, rowMajorStrides(*x.shape), to, x.data, y.data + base, threads)] {
        inTeam(
            threads, y.elements, y.elements,
            [&](int64_t begin, int64_t end, int) { std::fill(y.data + begin, y.data + end, value); }, 16);
        copy();
    };
}

Step sliceStep(const HostStep& step, int threads)
{
    const auto& a = step.as<SliceAttributes>();
    const HostTensor x = step.in[0], y = step.out[0];
    std::vector<int64_t> from = rowMajorStrides(*x.shape);
    int64_t base = 0;
    for (size_t i = 0; i < from.size(); ++i) {
        base += a.begin[i] * from[i];
        from[i] *= a.step[i];
    }
    return stridedCopy(y.shape->dims, from, rowMajorStrides(*y.shape), x.data + base, y.data, threads);
}

Step concatStep(const HostStep& step, int threads)
{
    const auto axis = size_t(step.as<ConcatAttributes>().axis);
    const HostTensor y = step.out[0];
    const std::vector<int64_t> to = rowMajorStrides(*y.shape);
    std::vector<Step> copies;
    int64_t offset = 0;
    for (const HostTensor& x : step.in) {
        if (x.elements > 0)
            copies.push_back(stridedCopy(
                x.shape->dims, rowMajorStrides(*x.shape), to, x.data, y.data + offset * to[axis], threads));
        offset += x.shape->dims[axis];
    }
    return [copies = std::move(copies)] {
        for (const Step& copy : copies)
            copy();
    };
}

Step transposeStep(const HostStep& step, int threads)
{
    const HostTensor x = step.in[0], y = step.out[0];
    const std::vector<int64_t> own = rowMajorStrides(*x.shape);
    std::vector<int64_t> from;
    for (int axis : step.as<TransposeAttributes>().permutation)
        from.push_back(own[size_t(axis)]);
    return stridedCopy(y.shape->dims, from, rowMajorStrides(*y.shape), x.data, y.data, threads);
}

Step reshapeStep(const HostStep& step, int threads)
{
    const HostTensor x = step.in[0], y = step.out[0];
    if (x.data == y.data)
        return [] {};
    return stridedCopy({y.elements}, {1}, {1}, x.data, y.data, threads);
}

Step repeatStep(const HostStep& step, int threads)
{
    const auto& a = step.as<RepeatAttributes>();
    const HostTensor x = step.in[0], y = step.out[0];
    std::vector<int64_t> dims = x.shape->dims, from = rowMajorStrides(*x.shape);
    const auto after = ptrdiff_t(a.axis) + 1;
    dims.insert(dims.begin() + after, a.count);
    from.insert(from.begin() + after, 0);
    return stridedCopy(dims, from, rowMajorStrides(Shape(dims)), x.data, y.data, threads);
}

Step broadcastStep(const HostStep& step, int threads)
{
    const HostTensor x = step.in[0], y = step.out[0];
    return stridedCopy(y.shape->dims, broadcastStrides(*x.shape, *y.shape), rowMajorStrides(*y.shape), x.data,
        y.data, threads);
}

Step gatherStep(const HostStep& step, int threads)
{
    const HostTensor table = step.in[0], indices = step.in[1], y = step.out[0];
    const int64_t rows = (*table.shape)[0], width = (*table.shape)[1];
    return [=] {
        inTeam(threads, indices.elements, y.elements, [&](int64_t begin, int64_t end, int) {
            for (int64_t i = begin; i < end; ++i) {
                const float index = indices.data[i];
                const int64_t row = !(index > 0) ? 0
                    : index >= float(rows)       ? rows - 1
                                                 : std::min(int64_t(index), rows - 1);
                std::memcpy(y.data + i * width, table.data + row * width, size_t(width) * sizeof(float));
            }
        });
    };
}

} // namespace kerascope::cpu
