// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile_data.h"

#include <filesystem>

namespace kerascope {

/// Chrome trace event JSON ("X" complete events, µs), which Perfetto and chrome://tracing open: one track of
/// runs, one of layers, instant events where the model was switched.
Result<void> writeTrace(const ProfileData& data, const std::filesystem::path& file);

} // namespace kerascope
