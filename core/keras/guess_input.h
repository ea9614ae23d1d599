// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

namespace kerascope::keras {

/// A Sequential that was never built has no input shape in its file. The first layer's class and weights tell
/// the rank and the channels; other sizes stay open. Wants weights assigned; adds a note.
void guessInputShape(ModelDef& model);

} // namespace kerascope::keras
