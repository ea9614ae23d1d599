// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/dtype.h"
#include "core/graph/shape.h"

#include <memory>
#include <string>
#include <vector>

namespace kerascope {

/// A dense tensor in host memory. Every engine computes on float32 words, row-major: integers and truth
/// values are kept as floats (exact up to 2^24), `dtype` says what they mean and what type an output file
/// gets.
struct Tensor {
    Shape shape;
    DType dtype = DType::Float32;
    std::vector<float> data; ///< shape.elements() values
};
using TensorPtr = std::shared_ptr<const Tensor>;

/// An output or a captured tensor under its OUT.npz key.
struct NamedTensor {
    std::string name;
    TensorPtr tensor;
};

} // namespace kerascope
