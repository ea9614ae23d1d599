// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/save/part_graph.h"

namespace kerascope::save {

/// By layer, by call: the tensors that a call is given, in the order in which they are written.
using WrittenInputs = std::vector<std::vector<std::vector<Source>>>;

/// The layers in the order in which Keras 3 keeps them once it has rebuilt the graph: by the depth of their
/// last call, counted from the outputs, then by when a walk from the outputs meets them. Weights are counted
/// by class in this order (keras.src.ops.function.map_graph), so that a file must state it.
std::vector<int> kerasOrder(const PartGraph& part, const WrittenInputs& inputs);

} // namespace kerascope::save
