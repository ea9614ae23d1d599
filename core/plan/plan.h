// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/op/passes.h"
#include "core/op/program.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace kerascope {

/// What an engine says about memory before anything is placed. Sizes in bytes; indices as in the program.
struct StorageNeeds {
    std::vector<uint64_t> values; ///< 0 for constants and for values that the engine does not materialise
    std::vector<uint64_t> workspace; ///< per operation, needed only while it runs
    std::vector<uint64_t> constants; ///< as kept by the engine (packed, transformed)
    std::vector<ValueId> alias; ///< value that this one shares storage with (Reshape views), else −1
    uint64_t alignment = 64;
};

/// Place of a value in the arena. Inputs keep their place until the run ends: a second run needs no write().
struct Placement {
    uint64_t offset = 0;
    uint64_t bytes = 0;
    int firstStep = -1,
        lastStep = -1; ///< lifetime, inclusive; inputs from −1 to after the last step, outputs end there too
};

struct PlanMemory {
    uint64_t arenaBytes = 0; ///< activations and workspace together, with reuse
    uint64_t activationBytes = 0; ///< the part of the arena that values reach
    uint64_t workspaceBytes = 0; ///< what workspaces add to it
    uint64_t withoutReuseBytes = 0; ///< sum of all values and workspaces
    uint64_t constantBytes = 0;
    uint64_t predictedPeakBytes = 0; ///< arena + constants + states
};

/// An immutable execution plan: a program, one step per operation in order, and where everything lies.
class Plan {
public:
    Plan(Program program, StorageNeeds needs, std::vector<Placement> placements,
        std::vector<Placement> workspaces, PlanMemory memory);
    const Program& program() const { return program_; }
    const std::vector<Operation>& steps() const { return program_.operations; }
    const StorageNeeds& needs() const { return needs_; }
    /// By ValueId; bytes 0 for constants.
    const std::vector<Placement>& placements() const { return placements_; }
    /// Offset of each step's workspace in the arena; bytes 0 if none.
    const std::vector<Placement>& workspaces() const { return workspaces_; }
    const PlanMemory& memory() const { return memory_; }

private:
    Program program_;
    StorageNeeds needs_;
    std::vector<Placement> placements_, workspaces_;
    PlanMemory memory_;
};

/// Lifetimes and arena offsets (greedy by size over intervals); aliases share.
std::shared_ptr<const Plan> makePlan(Program program, StorageNeeds needs);

} // namespace kerascope
