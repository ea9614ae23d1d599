// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/neighbours.h"
#include "core/file/sniff.h"

#include <vector>

namespace kerascope {

/// True for what a reader here may take.
bool isReadable(Content content);

/// One file by its content, together with the neighbours that it names. ModelFile::files lists all of them.
Result<OpenedFile> openContent(
    const std::filesystem::path& path, const Neighbours& neighbours, const std::stop_token& stop);

struct OpeningStep {
    std::filesystem::path path;
    bool json = false; ///< readable JSON
    bool namesOthers = false; ///< a list of shards, a manifest, …
};
/// Several files: those that name others first, other JSON next.
std::vector<OpeningStep> inOpeningOrder(
    const std::vector<std::filesystem::path>& paths, const std::stop_token& stop);

/// The file of the same folder that a file belongs to and that must be opened in its place: a shard's list or
/// manifest, the numbers' or the architecture's list of Keras.js 0.x. Empty where there is none.
std::filesystem::path ownerBeside(const std::filesystem::path& path, const std::stop_token& stop);

bool isArchitecture(const OpenedFile& opened);
/// Weights without an architecture of their own, or HDF5 whose weights another architecture may take.
bool holdsWeights(const OpenedFile& opened);

/// The architecture of one, the weights of the other.
OpenedFile joined(OpenedFile architecture, OpenedFile weights);

} // namespace kerascope
