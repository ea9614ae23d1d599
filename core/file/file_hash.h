// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <stop_token>
#include <string>

namespace kerascope {

/// XXH64 (seed 0) of the whole content as 16 hex digits, as `xxhsum -H64` prints it.
/// Formula: https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
Result<std::string> hashFile(const std::filesystem::path& path, const std::stop_token& stop);

} // namespace kerascope
