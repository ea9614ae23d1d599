// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/neighbours.h"

#include "core/file/file_error.h"

namespace kerascope {

namespace fs = std::filesystem;

namespace {

constexpr const char* together = msg("core", "put the model's files into one folder");

/// "./weights.bin" → "weights.bin"; empty for what is no bare name.
fs::path bareName(const std::string& written)
{
    if (written.find('\0') != std::string::npos)
        return {};
    const fs::path name = fs::path(written).lexically_normal();
    return name == name.filename() && name != "." && name != ".." ? name : fs::path();
}

} // namespace

Neighbours::Neighbours(const fs::path& file, std::vector<fs::path> given)
    : folder_(file.parent_path())
    , given_(std::move(given))
{
}

fs::path Neighbours::find(const fs::path& name) const
{
    for (const fs::path& path : given_)
        if (path.filename() == name)
            return path;
    return folder_ / name;
}

Result<FileBytes> Neighbours::open(const std::string& name, const std::string& where) const
{
    const fs::path bare = bareName(name);
    if (bare.empty())
        return fileError(
            where, {msg("core", "its weights file \"%1\" is not in its folder"), name}, {together});
    auto opened = openFileBytes(find(bare));
    if (!opened)
        return fileError(
            where, {msg("core", "its weights file \"%1\" is missing"), bare.string()}, {together});
    return opened;
}

bool Neighbours::has(const std::string& name) const
{
    std::error_code ignored;
    const fs::path bare = bareName(name);
    return !bare.empty() && fs::is_regular_file(find(bare), ignored);
}

} // namespace kerascope
