// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/neighbours.h"

#include <nlohmann/json.hpp>

namespace kerascope {

/// True for the JSON of a TensorFlow.js model of either kind (layers or graph).
bool isTfjsJson(const nlohmann::json& root);

/// A TensorFlow.js layers model: its model.json, and the shards that it names, which are its neighbours.
/// Weights lie back to back over the shards of their group; quantised ones carry scale and minimum. Errors:
/// File (graph model, a shard that is missing or too short, a path out of the folder), Unsupported (text
/// weights).
Result<OpenedFile> openTfjsModel(const nlohmann::json& root, const FileIdentity& identity,
    const Neighbours& neighbours, const std::stop_token& stop);

} // namespace kerascope
