// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace kerascope {

/// The weights that belong to an architecture's JSON file, from its folder: those of the same name
/// ("model.json": "model.h5", "model.weights.h5", "model_weights.h5", "model.weights.json"), else the only
/// HDF5 file of a folder with one JSON file. Empty where there are none, or several.
Result<std::filesystem::path> weightsBeside(
    const std::filesystem::path& architecture, const std::stop_token& stop);

/// The other way round: the JSON architecture of the same name as a file of weights. Empty where there is
/// none.
Result<std::filesystem::path> architectureBeside(
    const std::filesystem::path& weights, const std::stop_token& stop);

/// What to open of a folder: one file, or an architecture and its weights. Files that belong to another one
/// (shards, side files, JSON that is no model) do not count; where the folder holds no model, the folders in
/// it are looked into. Errors: File (no folder, no model, several, a SavedModel, or what is wrong with the
/// only model).
Result<std::vector<std::filesystem::path>> modelInFolder(
    const std::filesystem::path& folder, const std::stop_token& stop);

} // namespace kerascope
