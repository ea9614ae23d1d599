// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

namespace kerascope::keras {

/// The keys of Keras 3's class that change what it computes, with its defaults; a value "?" has no default.
/// Null for a class without a table (its config stays as in the file).
const Json& defaultsOf(const std::string& type);

/// Sets layer.config from layer.fileConfig: keys of the table only, missing ones filled in, values in one
/// form (lists for sizes, normalised activations, inner layers {"class_name","config"}). Refuses the layer
/// where a needed key is missing or makes no sense. Wants layer.type and layer.fileConfig (Keras 1 keys
/// already renamed).
void fillConfig(LayerDef& layer, const Origin& origin);

} // namespace kerascope::keras
