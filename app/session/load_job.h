// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inputs.h"
#include "app/session/engine_thread.h"
#include "core/graph/selection.h"
#include "core/keras/open_model.h"
#include "core/plan/part.h"
#include "core/plan/summary.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace kerascope {

/// An opened model with its weights at hand.
struct LoadedModel {
    OpenedModel opened;
    std::shared_ptr<const ModelSummary> summary;
    std::shared_ptr<WeightStore> weights;
};

/// Loader thread: files → graph, shapes, what can run. Reads no weight.
/// `treatAs` as for openModel. `onto` is the file of the model that is open now, or null (openModelOnto).
Result<LoadedModel> loadModel(const std::vector<std::filesystem::path>& paths, const std::stop_token& stop,
    const TreatAs& treatAs, const ModelFile* onto = nullptr);
/// For an architecture or weights alone: that there is nothing to run, and what to do.
std::optional<Error> halfAlone(const LoadedModel& model);

/// What to make of a loaded model.
struct PrepareRequest {
    uint64_t ticket = 0;
    int version = 1;
    std::string engineId;
    LayerSelection ticked;
    int64_t batch = 0; ///< 0 = as the arrays say, else 1
    InputSpecs inputs;
    std::map<std::string, Shape> shapes; ///< chosen by the user, by input name
    PassOptions passes;
    std::vector<TensorRef> captured; ///< with `capture`: these tensors alone come out
    bool capture = false;
    uint64_t memoryLimit = 0; ///< bytes; 0 = none
};

/// Loader thread: plan, inputs, and the executable itself where the engine is not bound to its thread.
Result<Candidate> prepareCandidate(const LoadedModel& model, const PrepareRequest& request,
    EngineThread& engines, Ledger& ledger, const ProgressSink& progress, const std::stop_token& stop);

} // namespace kerascope
