// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace kerascope::save {

/// A .keras file: architecture, version and the weights of a .weights.h5, none of them packed.
Result<void> packKeras(const std::string& config, const char* version, const std::filesystem::path& weights,
    const std::filesystem::path& path);

} // namespace kerascope::save
