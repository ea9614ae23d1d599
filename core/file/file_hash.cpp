// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/file_hash.h"

#include "core/file/byte_source.h"
#include "core/file/file_error.h"

#include <array>
#include <bit>

namespace kerascope {
namespace {

constexpr uint64_t prime1 = 0x9E3779B185EBCA87U;
constexpr uint64_t prime2 = 0xC2B2AE3D27D4EB4FU;
constexpr uint64_t prime3 = 0x165667B19E3779F9U;
constexpr uint64_t prime4 = 0x85EBCA77C2B2AE63U;
constexpr uint64_t prime5 = 0x27D4EB2F165667C5U;
constexpr size_t stripeBytes = 32;

uint64_t little(const std::byte* at, int bytes)
{
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; --i)
        value = value << 8 | std::to_integer<uint64_t>(at[i]);
    return value;
}

uint64_t round(uint64_t lane, uint64_t input) { return std::rotl(lane + input * prime2, 31) * prime1; }

/// The four lanes over whole stripes, then the rest of fewer than 32 bytes.
class Xxh64 {
public:
    void stripes(std::span<const std::byte> bytes)
    {
        total_ += bytes.size();
        for (size_t at = 0; at + stripeBytes <= bytes.size(); at += stripeBytes)
            for (size_t lane = 0; lane < 4; ++lane)
                lanes_[lane] = round(lanes_[lane], little(bytes.data() + at + lane * 8, 8));
    }
    uint64_t finish(std::span<const std::byte> rest)
    {
        uint64_t hash = total_ >= stripeBytes ? merged() : prime5;
        hash += total_ + rest.size();
        size_t at = 0;
        for (; at + 8 <= rest.size(); at += 8)
            hash = std::rotl(hash ^ round(0, little(rest.data() + at, 8)), 27) * prime1 + prime4;
        if (at + 4 <= rest.size()) {
            hash = std::rotl(hash ^ little(rest.data() + at, 4) * prime1, 23) * prime2 + prime3;
            at += 4;
        }
        for (; at < rest.size(); ++at)
            hash = std::rotl(hash ^ little(rest.data() + at, 1) * prime5, 11) * prime1;
        hash = (hash ^ hash >> 33) * prime2;
        hash = (hash ^ hash >> 29) * prime3;
        return hash ^ hash >> 32;
    }

private:
    uint64_t merged() const
    {
        uint64_t hash = std::rotl(lanes_[0], 1) + std::rotl(lanes_[1], 7) + std::rotl(lanes_[2], 12)
            + std::rotl(lanes_[3], 18);
        for (const uint64_t lane : lanes_)
            hash = (hash ^ round(0, lane)) * prime1 + prime4;
        return hash;
    }

    std::array<uint64_t, 4> lanes_{prime1 + prime2, prime2, 0, 0 - prime1};
    uint64_t total_ = 0;
};

} // namespace

Result<std::string> hashFile(const std::filesystem::path& path, const std::stop_token& stop)
{
    const auto file = openFileBytes(path);
    if (!file)
        return file.error();
    Xxh64 hash;
    const uint64_t size = file->bytes->size();
    std::vector<std::byte> buffer(std::min(size, pieceBytes));
    std::span<const std::byte> rest;
    for (uint64_t at = 0; at < size; at += pieceBytes) {
        if (stop.stop_requested())
            return cancelled();
        const std::span piece = std::span(buffer).first(std::min(pieceBytes, size - at));
        if (!file->bytes->read(at, piece))
            return damagedFile(path.string(), {msg("core", "the file could not be read to its end")});
        const size_t whole = piece.size() / stripeBytes * stripeBytes;
        hash.stripes(piece.first(whole));
        rest = piece.subspan(whole);
    }
    static constexpr char digits[] = "0123456789abcdef";
    const uint64_t value = hash.finish(rest);
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4)
        text += digits[value >> shift & 15U];
    return text;
}

} // namespace kerascope
