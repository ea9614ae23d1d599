// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

#include <memory>
#include <stop_token>

namespace kerascope::keras {

/// Calls of one model at most, every nested model unfolded.
inline constexpr size_t maxCalls = 400000;

/// Definitions with weights assigned → the finished Model, those wrapped by TimeDistributed built first.
/// Errors: File (nested calls that do not fit, too many calls), Cancelled.
Result<std::shared_ptr<Model>> buildModel(ModelDef& def, const std::stop_token& stop);

/// Adds parameters and bytes of inner layers to the rows of their containers, which stand before them.
void sumContainers(Model& model);

/// Number of tensors that a call of this layer gives, as far as its class tells.
int outputCount(const std::string& type, const Json& config, const Json& arguments);

} // namespace kerascope::keras
