// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/shape.h"

#include <cstdint>
#include <vector>

namespace kerascope {

/// Elements between neighbours along each axis of a row-major tensor.
inline std::vector<int64_t> rowMajorStrides(const Shape& shape)
{
    std::vector<int64_t> strides(shape.dims.size(), 1);
    for (size_t i = strides.size(); i-- > 1;)
        strides[i - 1] = strides[i] * shape.dims[i];
    return strides;
}

/// Likewise, but 0 along axes of size 1 that `out` has larger: they repeat.
inline std::vector<int64_t> broadcastStrides(const Shape& shape, const Shape& out)
{
    std::vector<int64_t> strides = rowMajorStrides(shape);
    for (size_t i = 0; i < strides.size(); ++i)
        if (shape.dims[i] == 1 && out.dims[i] != 1)
            strides[i] = 0;
    return strides;
}

/// Walks the elements of `shape` in order and keeps, for each of several stride lists, the place it stands
/// at.
template <int count> class StridedWalk {
public:
    StridedWalk(const Shape& shape, const std::vector<int64_t> (&strides)[count])
        : dims_(shape.dims)
        , index_(shape.dims.size(), 0)
    {
        for (int k = 0; k < count; ++k)
            strides_[k] = strides[k];
    }
    int64_t at(int k) const { return place_[k]; }
    void next()
    {
        for (size_t i = dims_.size(); i-- > 0;) {
            for (int k = 0; k < count; ++k)
                place_[k] += strides_[k][i];
            if (++index_[i] < dims_[i])
                return;
            for (int k = 0; k < count; ++k)
                place_[k] -= strides_[k][i] * index_[i];
            index_[i] = 0;
        }
    }

private:
    std::vector<int64_t> dims_, index_;
    std::vector<int64_t> strides_[count];
    int64_t place_[count] = {};
};

} // namespace kerascope
