// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/output.h"
#include "core/profile/profile_data.h"

#include <vector>

namespace kerascope {

/// The runs of one batch size, and what led to them.
struct ProfileCase {
    Prepared prepared; ///< its runner is gone once the runs are done
    EngineInfo engine;
    MemoryUse memory;
    ProfileData data;
    double openMs = 0, coldStartMs = 0;
    uint64_t residentBytes = 0; ///< of the process, with the model in it
    std::optional<uint64_t> deviceUsedBytes;
};

/// One object as on the CLI page, or a list for several batches.
Result<Json> profileJson(
    const CliOptions& options, const LoadedModel& model, const std::vector<ProfileCase>& cases);
void printProfile(const ProfileCase& entry);

/// An earlier profile's JSON.
Result<Json> readBaseline(const std::filesystem::path& file);
/// --max-p95, --max-peak, --baseline with --worse: code CheckFailed names the first that is passed.
Result<void> checkLimits(
    const CliOptions& options, const std::vector<ProfileCase>& cases, const std::optional<Json>& baseline);

} // namespace kerascope
