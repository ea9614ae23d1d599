// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Text in NumPy's files: characters of 4 bytes, zeros at the end.
namespace kerascope {

/// "U5": text of at most that many characters; nothing for another type.
std::optional<size_t> textCharacters(const std::string& code);
/// An element of `width` bytes as UTF-8.
std::string textAt(const std::byte* at, size_t width, bool swapped);
/// Appends the texts that the numbers stand for (TextTable); gives how many characters each has.
size_t appendTexts(std::vector<std::byte>& out, const std::vector<float>& data);

} // namespace kerascope
