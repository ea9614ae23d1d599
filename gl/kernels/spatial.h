// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/operation.h"
#include "gl/kernel.h"

#include <array>
#include <string>

namespace kerascope {

/// Depth, height, width; unused axes hold 1 (0 for pads).
using Extent = std::array<int64_t, 3>;

/// Spatial sizes of [N, spatial…, C].
inline Extent spatialSizes(const Shape& shape)
{
    Extent sizes{1, 1, 1};
    const int rank = shape.rank() - 2;
    for (int axis = 0; axis < rank; ++axis)
        sizes[size_t(3 - rank) + size_t(axis)] = shape[1 + axis];
    return sizes;
}

/// Spatial sizes of a kernel [spatial…, a, b].
inline Extent kernelSizes(const Shape& kernel)
{
    Extent sizes{1, 1, 1};
    const int rank = kernel.rank() - 2;
    for (int axis = 0; axis < rank; ++axis)
        sizes[size_t(3 - rank) + size_t(axis)] = kernel[axis];
    return sizes;
}

/// The first `rank` entries of an attribute, moved to the innermost places.
inline Extent innermost(const Spatial& spatial, int rank, int64_t neutral)
{
    Extent sizes{neutral, neutral, neutral};
    for (int axis = 0; axis < rank; ++axis)
        sizes[size_t(3 - rank) + size_t(axis)] = spatial[size_t(axis)];
    return sizes;
}

/// Parameters name_d, name_h, name_w.
inline void addExtent(KernelCall& call, const std::string& name, const Extent& extent)
{
    constexpr std::array<const char*, 3> axes{"_d", "_h", "_w"};
    for (size_t axis = 0; axis < 3; ++axis)
        call.add(name + axes[axis], extent[axis]);
}

} // namespace kerascope
