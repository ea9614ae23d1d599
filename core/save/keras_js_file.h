// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/save/keras3_weights.h"

namespace kerascope::save {

/// Layers of the part that Keras.js 1.0 does not have, or not with these options. Paths, in order.
std::vector<std::string> beyondKerasJs(const PartGraph& part);

/// A model of Keras.js 1.x: one protobuf message with the architecture of Keras 2 and float32 weights.
Result<void> writeKerasJs(const PartGraph& part, const WrittenModel& written, WeightStore& weights,
    const std::filesystem::path& path, const WrittenBytes& progress, const std::stop_token& stop);

} // namespace kerascope::save
