// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/layers/layer_context.h"

namespace kerascope {

/// Indices by output_mode: "int", "one_hot", "multi_hot" or "count" (keras/src/utils/numerical_utils.py). An
/// index out of range counts nowhere. `weights` (or −1) are added up instead of ones.
ValueId encodedIndices(
    LayerContext& context, ValueId indices, int64_t depth, const std::string& mode, ValueId weights);

/// Fails for a number of categories that no tensor can hold.
bool depthFits(LayerContext& context, int64_t depth);

} // namespace kerascope
