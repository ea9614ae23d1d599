// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

namespace kerascope::keras {

/// Turns the masks that Keras passes along silently into edges (model.h: Call::maskOutput, role "mask").
/// Only masks that some layer uses are made. A call whose mask the file states (Keras 3) gets none here.
/// The mask inputs of a merge call follow its tensors; arguments["masked"] lists which tensors they belong
/// to.
void addMasks(Model& model, const Origin& origin, const std::vector<bool>& maskWritten);

} // namespace kerascope::keras
