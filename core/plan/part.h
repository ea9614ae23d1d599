// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/selection.h"
#include "core/op/lower.h"
#include "core/op/passes.h"
#include "core/plan/plan.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace kerascope {

class Engine;

/// A part of a model for one engine: what to compute, and for which sizes.
struct PartRequest {
    LowerRequest
        lower; ///< with allTensors, every call's outputs (masks left out) become outputs of the program
    PassOptions passes;
};

struct Part {
    std::shared_ptr<const Plan> plan;
    std::vector<Blocked> blocked;
    std::vector<std::string> chosenShapes;
};

/// Lowers, runs the passes, asks the engine for its storage and lays everything out. Reads no weight. Any
/// thread.
Result<Part> planPart(const PartRequest& request, const Engine& engine, const std::stop_token& stop);

/// Fills Program::tensorShapes before passes fuse tensors away.
void noteShapes(Program& program);

/// Leaf layers that can run when all inputs of the model are given: all but the blocked ones.
LayerSelection runnableLayers(const Model& model, const std::vector<Blocked>& blocked);

/// The error of asking to run calls that cannot: names the first one, why, and the part that runs.
Error blockedError(const Model& model, const std::vector<Blocked>& blocked);

/// Rows of the table that an integer input indexes; 2 if none does.
int64_t indexLimit(const Program& program, ValueId input);

/// Bytes that a run of the plan needs at its peak are over the limit: code Device with both figures. Without
/// a limit that of the machine counts: what is free, for all of the run where `onHost`, for its inputs and
/// outputs else.
Result<void> checkMemory(const Plan& plan, std::optional<uint64_t> limitBytes, bool onHost);

} // namespace kerascope
