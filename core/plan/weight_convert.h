// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/dtype.h"
#include "core/graph/model.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace kerascope {

/// Little-endian elements of any stored type as float32. `out` holds bytes / element size numbers. String
/// gives false.
bool convertToFloat(DType type, std::span<const std::byte> bytes, float* out);

/// Where the elements of stored tensors go in the weight that the layer wants (WeightConversion): sources are
/// streamed in their own order and scattered, so that no second copy of the tensor is needed.
class ConversionMap {
public:
    /// Nothing if the sources' shapes do not give `wanted` by this conversion.
    static std::optional<ConversionMap> make(
        const std::vector<Shape>& sources, const WeightConversion& conversion, const Shape& wanted);

    /// The elements stay where they are.
    bool identity() const { return identity_; }
    /// Puts elements [first, first + numbers.size()) of source `source` at their places in `out`.
    void scatter(size_t source, uint64_t first, std::span<const float> numbers, float* out) const;

private:
    void scatterRun(uint64_t first, std::span<const float> numbers, float* out) const;

    std::vector<uint64_t> inner_; ///< per source: elements from the concatenated axis on
    std::vector<uint64_t> innerOffset_; ///< where they start in a row of the concatenation
    uint64_t innerTotal_ = 1;
    bool identity_ = true;
    std::vector<int64_t> dims_; ///< of the concatenation, reshaped
    std::vector<int64_t> strides_; ///< in the result, per axis of dims_; negative where flipped
    int64_t base_ = 0;
};

} // namespace kerascope
