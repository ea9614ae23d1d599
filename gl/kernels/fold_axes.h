// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kerascope {

/// Axes of an iteration with the step of every operand along each.
struct Axes {
    struct Axis {
        int64_t size = 1;
        std::vector<int64_t> steps; ///< one per operand, in floats
        bool bounded = false; ///< must stay an axis of its own
        int64_t before = 0, inner = 0; ///< of bounded axes: where the source lies in it
    };
    std::vector<Axis> list; ///< outermost first

    /// Drops axes of size 1 and joins neighbours that all operands walk as one. At least one axis stays, for
    /// single numbers (rank 0) too.
    void fold(size_t operands);
    int64_t items() const;
    std::vector<int64_t> sizes() const;
    std::vector<int64_t> steps(size_t operand) const;
};

/// Row-major steps of a shape.
std::vector<int64_t> rowMajorSteps(const std::vector<int64_t>& sizes);

} // namespace kerascope
