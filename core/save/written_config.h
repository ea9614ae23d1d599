// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/save/written_model.h"

namespace kerascope::save {

/// A file of Keras 3 has the layer as it is to be written.
bool verbatim(const Layer& layer, const Model& model);

/// The configuration of a layer with Keras 3's keys and values.
Json keras3Config(const PartLayer& layer, const Model& model);
/// With Keras 2's.
Json keras2Config(const PartLayer& layer, const Model& model);

/// [null, 28, 28, 1]
Json batchShape(const Shape& shape);

} // namespace kerascope::save
