// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>

namespace kerascope {

/// 102853048 → "102,853,048".
std::string grouped(uint64_t number);

/// Errors of code File that several readers give.
Error fileError(const std::string& where, Text what, Text hint);
/// Damaged content; the hint says to get the file again.
Error damagedFile(const std::string& where, Text what);
/// "the file ends after SIZE of EXPECTED bytes".
Error truncatedFile(const std::string& where, uint64_t size, uint64_t expected);
/// A file or folder that the system does not give, with its reason.
Error unreadableFile(const std::string& where, int systemError);

} // namespace kerascope
