// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/sharded_weights.h"

namespace kerascope {

/// A .keras archive of Keras 2.12 and later: metadata.json, config.json, model.weights.h5; nothing else in it
/// is looked at. ModelFile::files is left to the caller. Other zip archives are errors that name them.
Result<OpenedFile> openKerasZip(
    const SharedSource& source, const std::string& where, const std::stop_token& stop);

/// The parts of a Keras 3 model from where they come, the archive or a folder. All but the configuration may
/// be null; weights are one file, or a list of shards.
struct Keras3Parts {
    SharedSource metadata, config, weights, shardIndex;
    OpenShard openShard;
    std::string where;
};
/// ModelFile::files gets the shards.
Result<OpenedFile> openKeras3Parts(const Keras3Parts& parts, const std::stop_token& stop);

} // namespace kerascope
