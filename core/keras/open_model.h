// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/model_file.h"
#include "core/graph/model.h"
#include "core/keras/treat_as.h"

#include <memory>

namespace kerascope {

/// A model without its weights' bytes, and the way to them.
struct OpenedModel {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const ModelFile> file;
    std::shared_ptr<TensorSource> tensors; ///< null: architecture alone
};

/// How files are opened: openModelFile(), or openInReader() that does it in a process of its own.
using FileOpener = Result<OpenedFile> (*)(
    const std::vector<std::filesystem::path>& paths, const std::stop_token& stop, Beside beside);

/// Files → graph, for every supported format and dialect. Reads no weight.
/// Weights alone give a Model without calls and a note. Classes whose code is not in the file run as
/// `treatAs` says.
Result<OpenedModel> openModel(const std::vector<std::filesystem::path>& paths, const std::stop_token& stop,
    FileOpener open = openModelFile, const TreatAs& treatAs = {});

/// As openModel, with a model open already: where that is an architecture or weights alone and the path is
/// the other half, they become one.
Result<OpenedModel> openModelOnto(const ModelFile& current, const std::vector<std::filesystem::path>& paths,
    const std::stop_token& stop, FileOpener open = openModelFile, const TreatAs& treatAs = {});

/// The second half alone: config and tensor index → graph with weights matched.
Result<std::shared_ptr<const Model>> importModel(
    const ModelFile& file, const std::stop_token& stop, const TreatAs& treatAs = {});

} // namespace kerascope
