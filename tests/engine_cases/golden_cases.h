// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/keras/treat_as.h"
#include "core/op/passes.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace kerascope::cases {

/// What a file NAME.treat says: CLASS=LAYER a line, as --treat-as takes it.
TreatAs readTreatAs(const std::filesystem::path& file);

/// A model with arrays that real Keras computed (tests/golden/README.md).
struct GoldenCase {
    std::string name; ///< "conv2d/k3_valid.keras"
    std::vector<std::filesystem::path> files; ///< architecture first
    std::filesystem::path arrays; ///< .npz, or an HDF5 file as dl4j's tests have them
    TreatAs treatAs = {}; ///< for classes whose code is not in the file
};

/// Every model under `data`, in each format that it is there in, and the sample model of `resources`.
std::vector<GoldenCase> goldenCases(
    const std::filesystem::path& data, const std::filesystem::path& resources);

/// Every model of the corpus whose outputs are stored: dl4j-test-resources as whole models and as pairs,
/// Keras.js's own files.
std::vector<GoldenCase> storedCases(const std::filesystem::path& corpus);

/// All arrays by key ("in:x", "out:dense"); of dl4j's HDF5 files the groups inputs, predictions and
/// activations.
Result<std::map<std::string, Tensor>> readArrays(const std::filesystem::path& file);
/// keras-js/golden/NAME.json; NAME_output.txt beside NAME_input.txt.
Result<std::map<std::string, Tensor>> readKerasJsArrays(const std::filesystem::path& file);
Result<std::map<std::string, Tensor>> readTextArrays(const std::filesystem::path& file);

/// The largest error that counts as equal: `limit`, or where Keras computed in half precision what that
/// rounds.
double limitOf(const GoldenCase& golden, double limit);

struct GoldenOutcome {
    size_t compared = 0; ///< arrays
    double worst = 0; ///< largest error of them, by the formula of relativeError()
    std::string worstKey;
    std::vector<std::string> missing; ///< arrays of the file that the program does not give
    size_t blocked = 0; ///< calls that cannot run
};

/// Opens the model, runs it on the inputs of the file and compares outputs (with `everyLayer` all layers)
/// and, for stateful models, those of a second run.
Result<GoldenOutcome> runGolden(
    Engine& engine, const GoldenCase& golden, const PassOptions& passes, bool everyLayer);

} // namespace kerascope::cases
