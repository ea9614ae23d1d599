// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

namespace kerascope::keras {

/// Renames Keras 1's config keys in layer.fileConfig to Keras 2's (source: keras 2.3.1
/// legacy/interfaces.py) and turns Merge into the class of its mode. Both spellings stay.
void renameKeras1(LayerDef& layer, const Origin& origin);

} // namespace kerascope::keras
