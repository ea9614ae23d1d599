// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

namespace kerascope::keras {

/// Arguments in the configs that Keras's class of that name does not have at inference: they are left out,
/// and noted in ModelDef::notes, one note for each class and argument.
void noteIgnoredArguments(ModelDef& model);

} // namespace kerascope::keras
