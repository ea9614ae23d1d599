// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/operation.h"

#include <dnnl.hpp>
#include <vector>

namespace kerascope::onednn {

/// Residual and activation as oneDNN's post-operations.
struct PostOps {
    /// A tensor like y with these sizes and strides is added first, from its own place or (sum) from y's.
    PostOps(bool residual, bool sumInPlace, const std::vector<int64_t>& dims,
        const std::vector<int64_t>& strides, const Activation& activation);

    dnnl::post_ops operations;
    int residualIndex = -1; ///< of the binary post-operation
    bool sum = false;
    Activation remaining; ///< what oneDNN does not have
    bool residualRemains = false; ///< to be added by the caller, before the activation

private:
    bool append(const Activation& activation);
    void eltwise(dnnl::algorithm algorithm, float alpha, float beta);
};

} // namespace kerascope::onednn
