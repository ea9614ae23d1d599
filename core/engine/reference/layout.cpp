// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reference/reference_kernels.h"
#include "core/engine/resize_weights.h"
#include "core/engine/strides.h"

#include <algorithm>
#include <cstring>

namespace kerascope::reference {
namespace {

void copyByStrides(const HostTensor& x, const HostTensor& y, int64_t base, std::vector<int64_t> strides)
{
    StridedWalk<1> walk(*y.shape, {std::move(strides)});
    for (int64_t i = 0; i < y.elements; ++i, walk.next())
        y.data[i] = x.data[base + walk.at(0)];
}

} // namespace

void pad(const HostStep& step)
{
    const auto& attributes = step.as<PadAttributes>();
    const HostTensor x = step.in[0], y = step.out[0];
    std::fill(y.data, y.data + y.elements, attributes.value);
    const std::vector<int64_t> strides = rowMajorStrides(*y.shape);
    int64_t base = 0;
    for (size_t i = 0; i < strides.size(); ++i)
        base += attributes.before[i] * strides[i];
    StridedWalk<1> walk(*x.shape, {strides});
    for (int64_t i = 0; i < x.elements; ++i, walk.next())
        y.data[base + walk.at(0)] = x.data[i];
}

void slice(const HostStep& step)
{
    const auto& attributes = step.as<SliceAttributes>();
    std::vector<int64_t> strides = rowMajorStrides(*step.in[0].shape);
    int64_t base = 0;
    for (size_t i = 0; i < strides.size(); ++i) {
        base += attributes.begin[i] * strides[i];
        strides[i] *= attributes.step[i];
    }
    copyByStrides(step.in[0], step.out[0], base, std::move(strides));
}

void concat(const HostStep& step)
{
    const int axis = step.as<ConcatAttributes>().axis;
    const HostTensor y = step.out[0];
    const int64_t outer = y.shape->product(0, axis), rowSize = y.shape->product(axis, y.shape->rank());
    int64_t offset = 0;
    for (const HostTensor& x : step.in) {
        const int64_t size = x.shape->product(axis, x.shape->rank());
        for (int64_t row = 0; row < outer; ++row)
            std::copy_n(x.data + row * size, size, y.data + row * rowSize + offset);
        offset += size;
    }
}

void transpose(const HostStep& step)
{
    const auto& permutation = step.as<TransposeAttributes>().permutation;
    const std::vector<int64_t> own = rowMajorStrides(*step.in[0].shape);
    std::vector<int64_t> strides;
    strides.reserve(permutation.size());
    for (int from : permutation)
        strides.push_back(own[size_t(from)]);
    copyByStrides(step.in[0], step.out[0], 0, std::move(strides));
}

void reshape(const HostStep& step)
{
    if (step.in[0].data != step.out[0].data)
        std::memmove(step.out[0].data, step.in[0].data, size_t(step.out[0].elements) * sizeof(float));
}

void repeat(const HostStep& step)
{
    const auto& attributes = step.as<RepeatAttributes>();
    const HostTensor x = step.in[0], y = step.out[0];
    const int64_t inner = x.shape->product(attributes.axis + 1, x.shape->rank());
    for (int64_t i = 0; i < x.elements / inner; ++i)
        for (int64_t k = 0; k < attributes.count; ++k)
            std::copy_n(x.data + i * inner, inner, y.data + (i * attributes.count + k) * inner);
}

void broadcast(const HostStep& step)
{
    copyByStrides(step.in[0], step.out[0], 0, broadcastStrides(*step.in[0].shape, *step.out[0].shape));
}

void gather(const HostStep& step)
{
    const HostTensor table = step.in[0], indices = step.in[1], y = step.out[0];
    const int64_t rows = (*table.shape)[0], width = (*table.shape)[1];
    for (int64_t i = 0; i < indices.elements; ++i) {
        const float index = indices.data[i];
        // Outside the table: the nearest row, as no engine may read beyond it.
        const int64_t row = !(index > 0) ? 0
            : index >= float(rows)       ? rows - 1
                                         : std::min(int64_t(index), rows - 1);
        std::copy_n(table.data + row * width, width, y.data + i * width);
    }
}

void resize(const HostStep& step)
{
    const ResizeKind kind = step.as<ResizeAttributes>().kind;
    const HostTensor x = step.in[0], y = step.out[0];
    const Shape &in = *x.shape, &out = *y.shape;
    const ResizeAxis vertical = resizeAxis(kind, in[1], out[1]), horizontal = resizeAxis(kind, in[2], out[2]);
    const int64_t channels = out[3];
    for (int64_t n = 0; n < out[0]; ++n)
        for (int64_t i = 0; i < out[1]; ++i)
            for (int64_t j = 0; j < out[2]; ++j)
                for (int64_t c = 0; c < channels; ++c) {
                    double sum = 0;
                    for (int v = 0; v < vertical.taps; ++v)
                        for (int h = 0; h < horizontal.taps; ++h) {
                            const int64_t row = vertical.first[size_t(i)] + v,
                                          column = horizontal.first[size_t(j)] + h;
                            const double weight = double(vertical.weights[size_t(i * vertical.taps + v)])
                                * double(horizontal.weights[size_t(j * horizontal.taps + h)]);
                            if (weight != 0)
                                sum += weight
                                    * double(x.data[((n * in[1] + row) * in[2] + column) * channels + c]);
                        }
                    y.data[((n * out[1] + i) * out[2] + j) * channels + c] = float(sum);
                }
}

} // namespace kerascope::reference
