// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

namespace kerascope::keras {

/// Wrappers may stand in wrappers, this deep at most.
inline constexpr int maxWrapperDepth = 8;

/// A layer dict {"class_name","config"} of any dialect → a LayerDef with type, config, dtype and reason
/// filled; Keras 1 keys are renamed. Names and nodes are the caller's.
LayerDef readLayer(const Json& dict, const Origin& origin);
/// The same with the dict's config given apart, so that it need not be copied.
LayerDef readLayer(const Json& dict, Json config, const Origin& origin);

/// Normalises config.layer and config.backward_layer of a wrapper in place; derives a missing backward layer.
void fillInnerLayers(LayerDef& layer, const Origin& origin);

} // namespace kerascope::keras
