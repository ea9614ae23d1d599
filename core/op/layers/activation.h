// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/layers/layer_context.h"

namespace kerascope {

/// An activation as the importer writes it: "relu", {"name": "relu", arguments…} or {"layer": {…}}.
/// Nothing if it is not a function of single elements.
std::optional<Activation> simpleActivation(const nlohmann::json& written);
/// The function of that name with arguments by Keras's names; nothing if it is not element by element.
std::optional<Activation> activationByName(const std::string& name, const nlohmann::json& arguments);
/// Any activation applied to x. Fails if the name is not known.
ValueId applyActivation(LayerContext& context, ValueId x, const nlohmann::json& written);
ValueId applyActivation(
    LayerContext& context, ValueId x, const std::string& name, const nlohmann::json& arguments);

} // namespace kerascope
