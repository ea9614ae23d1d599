// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace kerascope {

/// A model as it stands on disk: one file, or a folder whose files belong together.
struct Specimen {
    std::string name;
    std::vector<std::pair<std::string, std::string>> files; ///< name, bytes
    std::string opened; ///< the file to open; empty: the folder
};

/// Every model file under a folder that is no larger than `mostBytes`; a JSON file comes with what belongs
/// to it. A .keras file comes a second time unpacked, so that damage gets past the archive's checksums.
void collectSpecimens(
    const std::filesystem::path& folder, uint64_t mostBytes, std::vector<Specimen>& specimens);

/// In a JSON text, one of: a value replaced, taken away, doubled, moved or put elsewhere. False where the
/// bytes are no JSON text with a structure.
bool damageJson(std::string& bytes, std::mt19937_64& random, std::string& did);

/// One of: flipped bits, bytes set, a cut, a block moved, doubled, zeroed or taken from another specimen, a
/// number in a text changed. Says what it did.
std::string damage(std::string& bytes, const std::string& other, std::mt19937_64& random);

} // namespace kerascope
