// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/neighbours.h"

#include <nlohmann/json.hpp>

namespace kerascope {

/// A model of Keras.js 1.x: one protobuf message that holds the configuration and all weights, float32 or
/// quantised to uint8. ModelFile::files is left to the caller. Errors: File (cut off, damaged), Unsupported
/// (another element type).
Result<OpenedFile> openKerasJsModel(
    const SharedSource& source, const std::string& where, const std::stop_token& stop);

/// True for X_metadata.json of a Keras.js 0.x model.
bool isKerasJsMetadata(const nlohmann::json& root);
/// "X_metadata.json", "X_weights.buf", "X.json" → "X".
std::string kerasJsStem(const std::filesystem::path& file);
std::string kerasJsMetadataName(const std::string& stem);

/// A model of Keras.js 0.x from its X_metadata.json: the architecture X.json and the numbers X_weights.buf
/// are its neighbours. Errors as above, also for the two.
Result<OpenedFile> openKerasJsTriple(const nlohmann::json& metadata, const FileIdentity& identity,
    const Neighbours& neighbours, const std::stop_token& stop);

} // namespace kerascope
