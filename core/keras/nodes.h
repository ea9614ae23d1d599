// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

namespace kerascope::keras {

/// Reads inbound_nodes of one layer into layer.nodes. Layers: Call::arguments are the keyword arguments that
/// are no tensors. Operations: {"args": […], "kwargs": {…}} with {"tensor": n} where input n stands.
Result<void> readNodes(LayerDef& layer, const Json& inboundNodes, const Origin& origin);

/// Keras 1, 2, tf.keras: lists of ["layer", node, tensor, {kwargs}].
Result<NodeDef> readLegacyNode(LayerDef& layer, const Json& node, const Origin& origin);
/// Keras 3: {"args": […], "kwargs": {…}} with __keras_tensor__ objects.
Result<NodeDef> readKeras3Node(LayerDef& layer, const Json& node, const Origin& origin);

/// Role of the positional argument `index` of a layer's call; empty for the first of most layers.
std::string positionalRole(const std::string& type, size_t index);
/// Role of a keyword argument: "inputs", "x", "sequences" are the first positional one.
std::string keywordRole(const std::string& type, const std::string& keyword);
/// A list given for `mask` of the attention layers: query's, then value's.
std::string maskRole(const std::string& type, size_t position);

/// Arguments are nested this deep at most.
inline constexpr int maxArgumentDepth = 32;

} // namespace kerascope::keras
