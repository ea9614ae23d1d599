// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/input_spec.h"
#include "core/engine/tensor.h"
#include "core/op/program.h"

#include <map>
#include <string>
#include <vector>

namespace kerascope {

using InputSpecs = std::map<std::string, InputSpec>; ///< by input name

/// Arrays that were given as files, read once: they decide shapes before lowering.
struct ReadInputs {
    InputSpecs specs;
    std::map<std::string, Tensor> arrays; ///< of the specs that name .npy or .npz files
    /// Their shapes with a batch axis added where the rank is one short of the model's input, and the shapes
    /// of inputs whose open sizes were chosen.
    std::map<std::string, Shape> shapes;
    std::optional<int64_t> batch; ///< first axis of the arrays
};

/// Shapes of a model's inputs by name, open sizes as unknownDim.
std::map<std::string, Shape> modelInputShapes(const Model& model);

/// Reads the array files for inputs of the `wanted` shapes. Code Usage where batches differ, or `batch` (0 =
/// not given) says otherwise.
Result<ReadInputs> readInputs(
    const std::map<std::string, Shape>& wanted, const InputSpecs& specs, int64_t batch);

/// One tensor for each input of the program: from the arrays, pictures (decoded, resized bilinearly to the
/// input and treated as keras.applications' mode says) or generated.
Result<std::vector<Tensor>> makeInputs(const Program& program, const ReadInputs& read);

} // namespace kerascope
