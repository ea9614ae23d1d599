// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/program.h"

#include <cstdint>
#include <vector>

namespace kerascope::onednn {

/// A tensor as oneDNN sees it: sizes in its order (N, C, spatial…; groups first for kernels) and how many
/// elements lie between neighbours in ours.
struct View {
    std::vector<int64_t> dims, strides;
    bool present() const { return !dims.empty(); }
};

/// A product in oneDNN's terms.
struct ProductViews {
    View x, kernel, bias, y;
    std::vector<int64_t> stride, dilation, padBefore, padAfter; ///< dilation 0 = dense, as oneDNN counts
    bool valid = true; ///< false: oneDNN cannot express it
};

ProductViews convViews(const Program& program, const Operation& operation);
ProductViews convTransposeViews(const Program& program, const Operation& operation);
ProductViews matMulViews(const Program& program, const Operation& operation);

} // namespace kerascope::onednn
