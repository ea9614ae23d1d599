// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"

namespace kerascope {

/// The files that a model file may name: those that were opened together with it, then those of its folder.
class Neighbours {
public:
    explicit Neighbours(const std::filesystem::path& file, std::vector<std::filesystem::path> given = {});

    /// A file by its bare name; anything else ("../x", "/x") is refused, because it would read other people's
    /// files. Errors of code File say that `where` names it.
    Result<FileBytes> open(const std::string& name, const std::string& where) const;
    bool has(const std::string& name) const;

private:
    std::filesystem::path find(const std::filesystem::path& name) const;

    std::filesystem::path folder_;
    std::vector<std::filesystem::path> given_;
};

} // namespace kerascope
