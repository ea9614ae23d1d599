// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"

#include <functional>
#include <nlohmann/json.hpp>

namespace kerascope {

/// True for the list that save_weights("x.weights.json", max_shard_size=…) of Keras 3 writes: {metadata,
/// weight_map: {"/layers/dense/vars": "x_00000.weights.h5" or several of them}}.
bool isShardIndex(const nlohmann::json& root);

/// A shard by the bare name that the index gives it.
using OpenShard = std::function<Result<FileBytes>(const std::string& name)>;

/// The shards as one set of Keras 3 weights. ModelFile::files gets the shards; the index is left to the
/// caller. Errors: File (a shard is missing, damaged or lacks what the index says that it holds).
Result<OpenedFile> openShardedWeights(const nlohmann::json& index, const std::string& where,
    const OpenShard& openShard, const std::stop_token& stop);

} // namespace kerascope
