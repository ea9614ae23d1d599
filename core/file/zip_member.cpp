// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/file_error.h"
#include "core/file/temporary_file.h"
#include "core/file/zip_directory.h"

#include <algorithm>
#include <functional>
#include <zlib.h>

namespace kerascope {
namespace {

constexpr uint64_t maxMemoryBytes = uint64_t(8) << 20;
constexpr uint64_t maxUnpackedBytes = uint64_t(4) << 30;
constexpr uint64_t maxRatio = 100;

struct EndInflate {
    z_stream* stream;
    ~EndInflate() { inflateEnd(stream); }
};

Error damagedMember(const std::string& where, const ZipMember& member)
{
    return damagedFile(where, {msg("core", "\"%1\" in the zip archive cannot be unpacked"), member.name});
}

/// Raw deflate → `sink`, piece by piece; exactly member.bytes with the right CRC, or an error.
Result<void> inflateMember(const ByteSource& archive, const ZipMember& member, const std::string& where,
    const std::stop_token& stop, const std::function<Result<void>(std::span<const std::byte>)>& sink)
{
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return Error{ErrorCode::Internal, where, {msg("core", "zlib does not start")}, {}};
    const EndInflate end{&stream};
    constexpr uint64_t bufferBytes = uint64_t(1) << 20;
    std::vector<std::byte> packed(std::min(bufferBytes, member.packedBytes));
    std::vector<std::byte> plain(bufferBytes);
    uint64_t taken = 0;
    uint64_t given = 0;
    uLong crc = crc32(0, nullptr, 0);
    int status = Z_OK;
    while (status != Z_STREAM_END) {
        if (stop.stop_requested())
            return cancelled();
        if (stream.avail_in == 0 && taken < member.packedBytes) {
            const auto part =
                std::span(packed).first(std::min<uint64_t>(packed.size(), member.packedBytes - taken));
            if (!archive.read(member.offset + taken, part))
                return damagedMember(where, member);
            taken += part.size();
            stream.next_in = reinterpret_cast<Bytef*>(part.data());
            stream.avail_in = uInt(part.size());
        }
        stream.next_out = reinterpret_cast<Bytef*>(plain.data());
        stream.avail_out = uInt(plain.size());
        status = inflate(&stream, Z_NO_FLUSH);
        const std::span<const std::byte> got = std::span(plain).first(plain.size() - stream.avail_out);
        given += got.size();
        if ((status != Z_OK && status != Z_STREAM_END) || given > member.bytes
            || (status == Z_OK && got.empty()))
            return damagedMember(where, member);
        crc = crc32(crc, reinterpret_cast<const Bytef*>(got.data()), uInt(got.size()));
        if (auto done = sink(got); !done)
            return done;
    }
    return given == member.bytes && crc == member.crc ? Result<void>() : damagedMember(where, member);
}

Result<SharedSource> unpackToMemory(
    const ByteSource& archive, const ZipMember& member, const std::string& where, const std::stop_token& stop)
{
    std::vector<std::byte> bytes;
    bytes.reserve(member.bytes);
    const auto done = inflateMember(archive, member, where, stop, [&](std::span<const std::byte> part) {
        bytes.insert(bytes.end(), part.begin(), part.end());
        return Result<void>();
    });
    return done ? Result<SharedSource>(memorySource(std::move(bytes))) : Result<SharedSource>(done.error());
}

} // namespace

Result<SharedSource> openZipMember(const SharedSource& archive, const ZipMember& member,
    const std::string& where, const std::stop_token& stop)
{
    if (member.method == 0)
        return partOf(archive, member.offset, member.bytes);
    if (member.method != 8)
        return Error{ErrorCode::Unsupported, where,
            {msg("core", "\"%1\" in the zip archive is packed by a method that is not read"), member.name},
            {msg("core", "pack it again with plain deflate, or save the model again with Keras")}};
    const bool large = member.bytes > maxMemoryBytes;
    if (member.bytes > maxUnpackedBytes || (large && member.bytes / maxRatio > member.packedBytes))
        return fileError(where,
            {msg("core", "\"%1\" in the zip archive claims to unpack %2 bytes to %3"), member.name,
                grouped(member.packedBytes), grouped(member.bytes)},
            {msg("core", "save the model again with Keras, which stores it without packing")});
    if (!large)
        return unpackToMemory(*archive, member, where, stop);
    auto file = TemporaryFile::create(member.bytes);
    if (!file)
        return file.error();
    const auto done = inflateMember(
        *archive, member, where, stop, [&](std::span<const std::byte> part) { return file->append(part); });
    return done ? Result<SharedSource>(file->finish()) : Result<SharedSource>(done.error());
}

} // namespace kerascope
