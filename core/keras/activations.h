// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

namespace kerascope::keras {

/// An activation in the form that lowering knows: a name ("relu", "hard_sigmoid_keras2" for the meaning
/// before Keras 3), or {"name":…, args…}, or {"layer": {"class_name", "config"}}; null is "linear". Error
/// text if it is a function of somebody's own.
struct ActivationResult {
    Json value;
    Text problem;
};
ActivationResult normalizeActivation(const Json& written, const Origin& origin);

} // namespace kerascope::keras
