// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/zip_directory.h"

#include "core/file/file_error.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>

namespace kerascope {
namespace {

constexpr uint64_t endBytes = 22;
constexpr uint64_t localBytes = 30;
constexpr uint64_t entryBytes = 46;
constexpr uint64_t maxDirectoryBytes = uint64_t(64) << 20;
constexpr uint32_t endMark = 0x06054b50;
constexpr uint32_t end64Mark = 0x06064b50;
constexpr uint32_t locator64Mark = 0x07064b50;
constexpr uint32_t entryMark = 0x02014b50;
constexpr uint32_t localMark = 0x04034b50;

uint64_t number(std::span<const std::byte> bytes, size_t at, size_t width)
{
    uint64_t value = 0;
    for (size_t i = width; i-- > 0;)
        value = value << 8 | std::to_integer<uint64_t>(bytes[at + i]);
    return value;
}

struct Directory {
    uint64_t offset = 0;
    uint64_t bytes = 0;
    uint64_t entries = 0;
};

Error badZip(const std::string& where, const char* what) { return damagedFile(where, {what}); }

/// Where the archive stops in the middle, told from its local headers.
Error cutZip(const ByteSource& source, const std::string& where)
{
    std::vector<std::byte> header(localBytes);
    uint64_t at = 0;
    while (source.read(at, header) && number(header, 0, 4) == localMark && (number(header, 6, 2) & 8U) == 0) {
        const uint64_t start = at + localBytes + number(header, 26, 2) + number(header, 28, 2);
        const uint64_t packed = number(header, 18, 4);
        if (packed == UINT32_MAX)
            break;
        at = start + packed;
        if (at > source.size())
            return fileError(where,
                {msg("core", "the zip archive ends after %1 bytes, and needs at least %2"),
                    grouped(source.size()), grouped(at)},
                {msg("core", "the download or copy was cut off; do it again")});
    }
    return fileError(where,
        {msg("core", "the zip archive ends after %1 bytes without its table of contents"),
            grouped(source.size())},
        {msg("core", "the download or copy was cut off; do it again")});
}

/// Zip64's end record, where the plain one points at it by full fields.
Result<Directory> readEnd64(const ByteSource& source, uint64_t end, const std::string& where)
{
    std::vector<std::byte> locator(20);
    std::vector<std::byte> record(56);
    if (end < locator.size() || !source.read(end - locator.size(), locator)
        || number(locator, 0, 4) != locator64Mark || !source.read(number(locator, 8, 8), record)
        || number(record, 0, 4) != end64Mark)
        return badZip(where, msg("core", "the zip64 table of contents cannot be read"));
    return Directory{number(record, 48, 8), number(record, 40, 8), number(record, 32, 8)};
}

Result<Directory> readEnd(const ByteSource& source, const std::string& where)
{
    const uint64_t tailBytes = std::min<uint64_t>(source.size(), endBytes + UINT16_MAX);
    std::vector<std::byte> tail(tailBytes);
    if (!source.read(source.size() - tailBytes, tail))
        return badZip(where, msg("core", "the zip archive cannot be read"));
    for (uint64_t back = endBytes; back <= tailBytes; ++back) {
        const size_t at = tailBytes - back;
        if (number(tail, at, 4) != endMark || at + endBytes + number(tail, at + 20, 2) > tailBytes)
            continue;
        const Directory found{number(tail, at + 16, 4), number(tail, at + 12, 4), number(tail, at + 10, 2)};
        if (number(tail, at + 4, 2) != 0 && number(tail, at + 4, 2) != UINT16_MAX)
            return badZip(where, msg("core", "the zip archive is one part of several"));
        if (found.offset == UINT32_MAX || found.bytes == UINT32_MAX || found.entries == UINT16_MAX)
            return readEnd64(source, source.size() - back, where);
        return found;
    }
    return cutZip(source, where);
}

/// Zip64 sizes from an entry's extra field, in the order of the fields that are full. False: not there.
bool readExtra64(std::span<const std::byte> extra, ZipMember& member)
{
    for (size_t at = 0; at + 4 <= extra.size();) {
        const size_t length = number(extra, at + 2, 2);
        const size_t end = at + 4 + length;
        if (end > extra.size())
            return false;
        if (number(extra, at, 2) == 1) {
            size_t field = at + 4;
            for (uint64_t* value : {&member.bytes, &member.packedBytes, &member.offset}) {
                if (*value != UINT32_MAX)
                    continue;
                if (field + 8 > end)
                    return false;
                *value = number(extra, field, 8);
                field += 8;
            }
            return true;
        }
        at = end;
    }
    return false;
}

/// One entry of the directory; `at` moves to the next. offset is that of the local header so far.
Result<ZipMember> readEntry(std::span<const std::byte> directory, size_t& at, const std::string& where)
{
    if (directory.size() - at < entryBytes || number(directory, at, 4) != entryMark)
        return badZip(where, msg("core", "the table of contents of the zip archive is damaged"));
    const size_t nameLength = number(directory, at + 28, 2);
    const size_t extraLength = number(directory, at + 30, 2);
    const size_t whole = entryBytes + nameLength + extraLength + number(directory, at + 32, 2);
    if (whole > directory.size() - at)
        return badZip(where, msg("core", "the table of contents of the zip archive is damaged"));
    ZipMember member;
    member.name.resize(nameLength);
    if (nameLength > 0)
        std::memcpy(member.name.data(), directory.data() + at + entryBytes, nameLength);
    if ((number(directory, at + 8, 2) & 1U) != 0)
        return fileError(where, {msg("core", "\"%1\" in the zip archive is encrypted"), member.name},
            {msg("core", "save the model without a password")});
    member.method = uint16_t(number(directory, at + 10, 2));
    member.crc = uint32_t(number(directory, at + 16, 4));
    member.packedBytes = number(directory, at + 20, 4);
    member.bytes = number(directory, at + 24, 4);
    member.offset = number(directory, at + 42, 4);
    const bool wide =
        member.packedBytes == UINT32_MAX || member.bytes == UINT32_MAX || member.offset == UINT32_MAX;
    if (wide && !readExtra64(directory.subspan(at + entryBytes + nameLength, extraLength), member))
        return badZip(where, msg("core", "the zip64 table of contents cannot be read"));
    at += whole;
    return member;
}

/// Follows the local header, so that offset becomes that of the packed bytes.
Result<void> followLocalHeader(const ByteSource& source, ZipMember& member, const std::string& where)
{
    std::vector<std::byte> header(localBytes);
    if (!source.read(member.offset, header) || number(header, 0, 4) != localMark
        || number(header, 8, 2) != member.method || number(header, 26, 2) != member.name.size())
        return badZip(where, msg("core", "the zip archive disagrees with its table of contents"));
    std::string name(member.name.size(), '\0');
    const bool later = (number(header, 6, 2) & 8U) != 0; // sizes stand after the bytes
    const uint64_t packed = number(header, 18, 4);
    if (!source.read(member.offset + localBytes, std::as_writable_bytes(std::span(name)))
        || name != member.name || (!later && packed != UINT32_MAX && packed != member.packedBytes))
        return badZip(where, msg("core", "the zip archive disagrees with its table of contents"));
    member.offset += localBytes + name.size() + number(header, 28, 2);
    if (!source.contains(member.offset, member.packedBytes)
        || (member.method == 0 && member.packedBytes != member.bytes))
        return badZip(where, msg("core", "a member of the zip archive has an impossible size"));
    return {};
}

Result<void> checkMembers(std::vector<ZipMember> members, const std::string& where)
{
    std::set<std::string> names;
    for (const ZipMember& member : members)
        if (!names.insert(member.name).second)
            return fileError(where, {msg("core", "the zip archive holds \"%1\" twice"), member.name},
                {msg("core", "no Keras version writes this; get the file from where it was made")});
    std::sort(
        members.begin(), members.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
    for (size_t i = 1; i < members.size(); ++i)
        if (members[i].offset < members[i - 1].offset + members[i - 1].packedBytes)
            return badZip(where, msg("core", "members of the zip archive lie on top of each other"));
    return {};
}

} // namespace

Result<std::vector<ZipMember>> readZipDirectory(
    const ByteSource& source, const std::string& where, const std::stop_token& stop)
{
    const auto end = readEnd(source, where);
    if (!end)
        return end.error();
    if (end->bytes > maxDirectoryBytes || !source.contains(end->offset, end->bytes)
        || end->entries > end->bytes / entryBytes)
        return badZip(where, msg("core", "the table of contents of the zip archive is damaged"));
    std::vector<std::byte> directory(end->bytes);
    if (!source.read(end->offset, directory))
        return badZip(where, msg("core", "the zip archive cannot be read"));
    std::vector<ZipMember> members;
    size_t at = 0;
    for (uint64_t i = 0; i < end->entries; ++i) {
        if (stop.stop_requested())
            return cancelled();
        auto member = readEntry(directory, at, where);
        if (!member)
            return member.error();
        if (auto followed = followLocalHeader(source, *member, where); !followed)
            return followed.error();
        if (!member->name.ends_with('/'))
            members.push_back(std::move(*member));
    }
    if (auto checked = checkMembers(members, where); !checked)
        return checked.error();
    return members;
}

} // namespace kerascope
