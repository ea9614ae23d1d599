// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/open_model.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kerascope {

/// A ModelFile made by hand: a config and the tensors that a file would hold, without bytes.
class FileOf {
public:
    FileOf(std::string version, std::string config);
    FileOf& backend(std::string name);
    /// A layer group, or with `layout` Keras3Paths a "…/vars" group (names "0", "1").
    FileOf& group(
        std::string name, std::vector<std::pair<std::string, Shape>> tensors, std::string layerName = {});
    FileOf& paths();

    Result<std::shared_ptr<const Model>> import() const { return importModel(file, {}); }

    ModelFile file;
};

/// "kernel 3x4 <group/name>" for each weight of a layer, joined with "; "; "?" for a layer that is not there.
std::string weightsOf(const Model& model, const ModelFile& file, const std::string& path);
/// "call:tensor[role], …" of a call; "?" for a call that is not there.
std::string inputsOf(const Model& model, const std::string& key);
const Layer* layerAt(const Model& model, const std::string& path);

} // namespace kerascope
