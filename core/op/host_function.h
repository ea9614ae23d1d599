// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/dtype.h"
#include "core/graph/shape.h"

#include <vector>

namespace kerascope {

/// A tensor in host memory, as a HostFunction reads it.
struct HostArgument {
    const Shape& shape;
    DType dtype;
    const float* data;
};

/// Work that no shader can do (text, hashing, 64-bit integers, histograms): it runs on the CPU inside any
/// engine's plan. Immutable, so that plans and threads share it.
class HostFunction {
public:
    HostFunction() = default;
    HostFunction(const HostFunction&) = delete;
    HostFunction& operator=(const HostFunction&) = delete;
    virtual ~HostFunction() = default;
    /// Fills `out`, of shape `shape`. An input that the layer refuses is an error of code Usage.
    virtual Result<void> run(const std::vector<HostArgument>& in, const Shape& shape, float* out) const = 0;
};

} // namespace kerascope
