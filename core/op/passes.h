// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/program.h"

namespace kerascope {

/// Which passes run; --no-passes switches all off.
struct PassOptions {
    bool foldBatchNorm = true; ///< Affine into the Conv, ConvTranspose or MatMul before it
    bool foldPadding = true; ///< zero Pad into the Conv after it
    bool fuseActivation = true; ///< Unary into its producer
    bool fuseResidual = true; ///< Add into the Conv or MatMul before it
    bool cancelTransposes = true;
    static PassOptions none() { return {false, false, false, false, false}; }
    bool operator==(const PassOptions&) const = default;
};

/// Runs the passes in place. Values in `outputs` and `kept` survive with their numbers.
void runPasses(Program& program, const PassOptions& options, const std::vector<ValueId>& kept);

} // namespace kerascope
