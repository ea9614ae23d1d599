// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/file/model_file.h"
#include "core/plan/summary.h"
#include "core/plan/weight_store.h"

#include <filesystem>
#include <functional>

namespace kerascope::save {

enum class PartFormat { Keras3, Keras3Weights, KerasJs };

/// By the file's ending: .keras, .weights.h5, .bin. Error Usage for another one.
Result<PartFormat> partFormat(const std::filesystem::path& path);

struct SavedPart {
    size_t layers = 0; ///< without the inputs
    uint64_t weightBytes = 0; ///< as float32
    std::vector<std::string> inputs; ///< names of the new file's inputs
};

/// Writes the ticked layers (empty = all) as a model of its own: nested models are unfolded, tensors that
/// cross the cut become inputs named after the layer that makes them. Only the part's weights are read, one
/// at a time. The file appears when it is whole; one that was there is replaced. Errors: Unsupported (names
/// the layers that the format cannot express), Usage, File, Cancelled.
Result<SavedPart> savePart(const ModelSummary& summary, const ModelFile& file, WeightStore& weights,
    const LayerSelection& ticked, const std::filesystem::path& path,
    const std::function<void(Progress)>& progress, const std::stop_token& stop);

Error cannotWrite(const std::filesystem::path& path);

} // namespace kerascope::save
