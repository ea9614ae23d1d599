// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/save/layer_order.h"

#include <nlohmann/json.hpp>

namespace kerascope::save {

using Json = nlohmann::json;

/// A part as a file's architecture.
struct WrittenModel {
    Json config; ///< {"class_name": "Functional", …}
    std::vector<int> order; ///< of PartGraph::layers, as the config lists them
};

/// As Keras 3 saves it (.keras, .weights.h5).
WrittenModel keras3Model(const PartGraph& part, const TensorShapes& shapes);
/// As Keras 2.1 saves it, for Keras.js.
WrittenModel keras2Model(const PartGraph& part);

/// The text of a config. Numbers that are not finite stand as Python writes and reads them (Infinity, NaN),
/// which plain JSON does not have.
std::string configText(Json config);

/// Layers that are something else when the architecture is read back by this program: of a class or with an
/// option that the format does not have. Names, in order.
Result<std::vector<std::string>> lostLayers(
    const PartGraph& part, const WrittenModel& written, const char* version, const std::stop_token& stop);

} // namespace kerascope::save
