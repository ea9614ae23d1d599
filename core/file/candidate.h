// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/sniff.h"

#include <filesystem>

namespace kerascope {

/// The weights file that belongs to an architecture's JSON file, from its folder: the one of the same name
/// ("model.json": "model.h5", "model.weights.h5", "model_weights.h5"), else the only HDF5 file of a folder
/// with one JSON file. Empty where there is none, or several.
Result<std::filesystem::path> weightsBeside(
    const std::filesystem::path& architecture, const std::stop_token& stop);

/// The one model of a folder: the only HDF5 or .keras file, else the only JSON file. Errors: File (no folder,
/// no model, several, a SavedModel).
Result<std::filesystem::path> modelInFolder(const std::filesystem::path& folder, const std::stop_token& stop);

} // namespace kerascope
