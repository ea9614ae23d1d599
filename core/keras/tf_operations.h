// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

namespace kerascope::keras {

/// TFOpLambda, SlicingOpLambda and TensorFlowOpLayer of tf.keras as the operations of Keras 3 that compute
/// the same: sets the layer's type and rewrites the arguments of its nodes. Refuses what has no such
/// operation.
void convertTfOperation(LayerDef& layer);

} // namespace kerascope::keras
