// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

#include <stop_token>

namespace kerascope::keras {

/// Layers of one file at most, at every depth together.
inline constexpr size_t maxLayers = 200000;

/// A container's input port stands in NodeInput::layer and PortDef::layer instead of a layer: a nested
/// Sequential without InputLayer. The node is then the port's number.
inline constexpr int portLayer = -2;

/// Which dialect wrote this file: by keras_version, else by the keys that its config uses.
Origin originOf(const std::string& kerasVersion, const std::string& backend, const std::string& configText);

/// The whole config, nested models too (iteratively) → containers, layers and nodes, linked and in
/// topological order. Errors: File (a config that is none, dangling references, cycles, too many layers),
/// Cancelled.
Result<ModelDef> readConfig(Json& root, Origin origin, const std::stop_token& stop);

/// True if the object is a model's config whose layers are written out.
bool holdsLayers(const Json& root);

/// Resolves the names of one container (link.cpp): NodeInput::layer and ::node, ports, topological order.
Result<void> linkContainer(ModelDef& model, int container);

} // namespace kerascope::keras
