// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

namespace kerascope::keras {

/// Renames Keras 1's config keys in layer.fileConfig to Keras 2's (source: keras 2.3.1
/// legacy/interfaces.py). Both spellings stay.
void renameKeras1(LayerDef& layer, const Origin& origin);
/// The Merge layer of Keras 1 (Keras 2.0 keeps it) becomes the layer that its mode is.
void renameMerge(LayerDef& layer);

} // namespace kerascope::keras
