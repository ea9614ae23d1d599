// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/hdf5_superblock.h"

#include "core/file/file_error.h"

#include <array>
#include <cstring>

namespace kerascope {
namespace {

constexpr std::string_view magic("\x89HDF\r\n\x1a\n", 8);

/// Little-endian bytes from the start of the superblock, with a bound.
class Reader {
public:
    Reader(const ByteSource& source, uint64_t start)
        : source_(source)
        , at_(start)
    {
    }
    void skip(uint64_t bytes) { at_ += bytes; }
    std::optional<uint64_t> number(unsigned bytes)
    {
        std::array<std::byte, 8> raw{};
        if (bytes > raw.size() || !source_.read(at_, std::span(raw).first(bytes)))
            return std::nullopt;
        at_ += bytes;
        uint64_t value = 0;
        for (size_t i = bytes; i-- > 0;)
            value = value << 8 | std::to_integer<uint64_t>(raw[i]);
        return value;
    }

private:
    const ByteSource& source_;
    uint64_t at_;
};

struct Superblock {
    Hdf5Geometry geometry;
    uint64_t base = 0;
    uint64_t end = 0; ///< of all data, counted from the start of the file as it was written
    bool openForWriting = false;
};

Error cutInHeader(const ByteSource& source, const std::string& where)
{
    return fileError(where,
        {msg("core", "the HDF5 file ends after %1 bytes, inside its first header"), grouped(source.size())},
        {msg("core", "the download was cut off or the program that wrote it died; get the file again")});
}

Result<Superblock> parse(const ByteSource& source, uint64_t signature, const std::string& where)
{
    Reader in(source, signature + magic.size());
    const auto version = in.number(1);
    if (!version)
        return cutInHeader(source, where);
    if (*version > 3)
        return damagedFile(
            where, {msg("core", "the first header of the HDF5 file has the unknown version %1"), *version});
    if (*version < 2)
        in.skip(4); // versions of other parts
    const auto offsetBytes = in.number(1);
    const auto lengthBytes = in.number(1);
    if (!offsetBytes || !lengthBytes)
        return cutInHeader(source, where);
    if ((*offsetBytes != 4 && *offsetBytes != 8) || (*lengthBytes != 4 && *lengthBytes != 8))
        return damagedFile(where, {msg("core", "the first header of the HDF5 file makes no sense")});
    Superblock out;
    if (*version >= 2) {
        const auto flags = in.number(1);
        out.openForWriting = flags && *version == 3 && (*flags & 5U) != 0;
    } else {
        in.skip(*version == 1 ? 13 : 9); // reserved byte, B-tree ranks, consistency flags
    }
    const auto base = in.number(unsigned(*offsetBytes));
    in.skip(*offsetBytes); // free space, or the extension
    const auto end = in.number(unsigned(*offsetBytes));
    if (!base || !end)
        return cutInHeader(source, where);
    out.geometry = {signature, unsigned(*offsetBytes), unsigned(*lengthBytes)};
    out.base = *base;
    out.end = *end;
    return out;
}

} // namespace

std::optional<uint64_t> findHdf5Signature(const ByteSource& source)
{
    std::array<std::byte, magic.size()> raw{};
    for (uint64_t at = 0; source.contains(at, raw.size()); at = at == 0 ? 512 : at * 2)
        if (source.read(at, raw) && std::memcmp(raw.data(), magic.data(), raw.size()) == 0)
            return at;
    return std::nullopt;
}

Result<Hdf5Geometry> checkHdf5Superblock(
    const ByteSource& source, uint64_t signature, const std::string& where)
{
    const auto block = parse(source, signature, where);
    if (!block)
        return block.error();
    if (block->openForWriting)
        return fileError(where, {msg("core", "the program that wrote this HDF5 file has not closed it")},
            {msg("core", "wait until it is done, or save the model again")});
    if (block->end < block->base)
        return damagedFile(where, {msg("core", "the first header of the HDF5 file makes no sense")});
    const uint64_t length = block->end - block->base;
    if (length > source.size() - signature)
        return length > UINT64_MAX - signature
            ? damagedFile(where, {msg("core", "the first header of the HDF5 file makes no sense")})
            : truncatedFile(where, source.size(), signature + length);
    return block->geometry;
}

} // namespace kerascope
