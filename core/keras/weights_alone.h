// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/model_file.h"
#include "core/graph/model.h"

#include <memory>

namespace kerascope::keras {

/// Tensors without a graph, to look at: one layer of the type "Weights" for each group, in containers by the
/// parts of its path. Makes no calls. `note` may be empty.
std::shared_ptr<const Model> weightsAlone(const ModelFile& file, const Text& note);

} // namespace kerascope::keras
