// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "app/session/load_job.h"
#include "core/profile/runner.h"

#include <memory>
#include <stop_token>
#include <string>

namespace kerascope {

/// What every command needs: the options, the stop that SIGINT sets, and the engines.
struct CliContext {
    const CliOptions& options;
    std::stop_token stop;
    EngineFactory makeEngine;
};

/// Largest errors that count as equal (CLI page); the second is for layers that work in half precision in
/// Keras.
inline constexpr double errorLimit = 1e-4, halfPrecisionLimit = 2e-2;
bool worksInHalfPrecision(const Layer& layer);

/// A line of progress on stderr; nothing with --quiet.
void say(const CliContext& context, const std::string& line);

/// Opens the n-th MODEL of the command line, with --weights.
Result<LoadedModel> openNth(const CliContext& context, size_t index);

/// By --engine, else the default: gl on a hardware renderer, else cpu. `id` in, empty = default.
Result<std::unique_ptr<Engine>> openEngine(const CliContext& context, const std::string& id);

/// The ticked layers by --layers, --layers-file, --from/--to; empty = all.
Result<LayerSelection> chosenPart(const CliOptions& options, const Model& model);

/// --input of the command line by input name. Code Usage for a name that no input has; `names` are those of
/// the part.
Result<InputSpecs> inputSpecs(const CliOptions& options, const std::vector<std::string>& names);

/// A planned and loaded model with its figures.
struct Prepared {
    std::unique_ptr<Runner> runner;
    double prepareMs = 0, compileMs = 0, uploadMs = 0;
    double loadMs = 0; ///< reading and decoding the weights; opening the file comes on top
    std::optional<bool> cacheWarm;
    uint64_t bytesRead = 0;
};

struct PrepareOptions {
    int64_t batch = 0; ///< 0 = as the arrays say, else 1
    bool allTensors = false;
};

/// Plans the chosen part, makes the inputs and loads the weights.
Result<Prepared> prepareModel(const CliContext& context, const LoadedModel& model, Engine& engine,
    Ledger& ledger, const PrepareOptions& how);

} // namespace kerascope
