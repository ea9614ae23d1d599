// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/file_error.h"

#include <cerrno>
#include <system_error>

namespace kerascope {

std::string grouped(uint64_t number)
{
    const std::string digits = std::to_string(number);
    std::string out;
    for (size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0)
            out += ',';
        out += digits[i];
    }
    return out;
}

Error fileError(const std::string& where, Text what, Text hint)
{
    return {ErrorCode::File, where, std::move(what), std::move(hint)};
}

Error damagedFile(const std::string& where, Text what)
{
    return fileError(where, std::move(what), {msg("core", "the file is damaged; download or copy it again")});
}

Error truncatedFile(const std::string& where, uint64_t size, uint64_t expected)
{
    return fileError(where,
        {msg("core", "the file ends after %1 of %2 bytes"), grouped(size), grouped(expected)},
        {msg("core", "the download or copy was cut off; do it again")});
}

Error unreadableFile(const std::string& where, int systemError)
{
    if (systemError == ENOENT || systemError == ENOTDIR)
        return fileError(
            where, {msg("core", "there is no such file")}, {msg("core", "check the name and the folder")});
    if (systemError == EACCES || systemError == EPERM)
        return fileError(
            where, {msg("core", "you may not read this file")}, {msg("core", "change its permissions")});
    return fileError(where,
        {msg("core", "the file cannot be read (%1)"), std::generic_category().message(systemError)},
        {msg("core", "check the disk or the network folder that it is on")});
}

} // namespace kerascope
