// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/weight_store.h"
#include "core/save/written_model.h"

#include <filesystem>
#include <functional>

namespace kerascope::save {

/// Told the bytes written so far, as float32.
using WrittenBytes = std::function<void(uint64_t)>;

/// The weights of a part in Keras 3's layout: layers/CLASS_N/…/vars/I, counted in the order of the config.
/// Reads and writes one weight at a time.
Result<void> writeKeras3Weights(const PartGraph& part, const WrittenModel& written, const ModelFile& file,
    WeightStore& weights, const std::filesystem::path& path, const WrittenBytes& progress,
    const std::stop_token& stop);

} // namespace kerascope::save
