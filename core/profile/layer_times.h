// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/run_record.h"
#include "core/profile/statistics.h"

#include <vector>

namespace kerascope {

/// Time and memory of one layer call over the runs with stamps; warm-up runs count only for firstMs.
struct LayerTimes {
    CallId call = noId;
    CallId fusedInto = noId; ///< the call that ends the fusion and carries the time
    size_t count = 0;
    double firstMs = 0; ///< first stamped run of all
    Statistics ms;
    double lastMs = 0;
    double share = 0; ///< of the sum of all layers, 0…1
    std::string kernel; ///< opName of its last operation
    uint64_t weightBytes = 0, activationBytes = 0, workspaceBytes = 0; ///< as the plan places them
    double flops = 0, bytes = 0;
};

/// One row per leaf call of the plan, in execution order. All records must be of this plan.
std::vector<LayerTimes> layerTimes(const Plan& plan, const std::vector<const RunRecord*>& records);

} // namespace kerascope
