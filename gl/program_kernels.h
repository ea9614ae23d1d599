// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "gl/kernels/step_builder.h"

#include <set>
#include <utility>
#include <vector>

namespace kerascope {

/// A constant in one of the forms that kernels want.
using PackedConstant = std::pair<ConstId, Packing>;

/// All dispatches of a program, and the constants that they read.
struct ProgramKernels {
    std::vector<StepKernels> steps;
    std::set<PackedConstant> constants;
};

/// Pure arithmetic, no GL.
Result<ProgramKernels> buildKernels(const Program& program, const KernelProfile& profile);

/// What Plan needs to know.
StorageNeeds storageNeeds(const Program& program, const ProgramKernels& kernels);

} // namespace kerascope
