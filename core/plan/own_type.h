// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/model.h"

namespace kerascope {

/// The type that Keras gives a tensor. Programs know Float32, Int32 and Bool only: `computed` is the type of
/// the value that holds it. Floats have the layer's compute type; integers keep the type of the model's input
/// that they come from, int32 where they come from none.
DType ownType(const Model& model, TensorRef tensor, DType computed);

} // namespace kerascope
