// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/layers/layer_context.h"

namespace kerascope {

/// One leaf call of any model: makes the context, lowers, puts the mask among the outputs. `owner` and
/// `prefix` say whose weights they are. Gives Call::outputs values; empty after a failure.
std::vector<ValueId> lowerCall(ProgramBuilder& builder, const Layer& owner, const std::string& prefix,
    int depth, const Layer& layer, const Call& call, const std::vector<LayerInput>& inputs);

/// All calls of a model inside a wrapper, in the wrapper's call. Gives the model's outputs.
std::vector<ValueId> lowerInnerModel(LayerContext& outer, const Model& model,
    const std::vector<LayerInput>& inputs, const std::string& prefix);

} // namespace kerascope
