// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/file/model_file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace kerascope {

/// Bytes that can be read at any place: a file, memory, or a part of another source. Reading is safe from
/// several threads.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    virtual uint64_t size() const = 0;
    /// Fills `out` from `offset` on. False where the range is not wholly inside, or the system gives less.
    virtual bool read(uint64_t offset, std::span<std::byte> out) const = 0;
    /// Where a byte of it lies in an open file; nothing where it does not lie in one.
    virtual std::optional<FilePlace> place(uint64_t /*offset*/) const { return std::nullopt; }

    bool contains(uint64_t offset, uint64_t bytes) const
    {
        return offset <= size() && bytes <= size() - offset;
    }
};
using SharedSource = std::shared_ptr<const ByteSource>;

/// A regular file, opened now and read in place.
struct FileBytes {
    SharedSource bytes;
    FileIdentity identity;
};
/// Errors: File (missing, no permission, a device or a folder).
Result<FileBytes> openFileBytes(const std::filesystem::path& path);

/// Takes an open file descriptor over; `size` bytes of it are read.
SharedSource descriptorSource(int descriptor, uint64_t size);
SharedSource memorySource(std::vector<std::byte> bytes);
/// Bytes [offset, offset + size) of `whole`; the range must be inside.
SharedSource partOf(SharedSource whole, uint64_t offset, uint64_t size);
/// One after the other.
SharedSource joinedSource(std::vector<SharedSource> parts);

/// The whole content as text, for small texts; the caller checked the size.
Result<std::string> readText(const ByteSource& source, const std::string& where, const std::stop_token& stop);

/// Reads larger than this are cut, so that a stop is heard.
inline constexpr uint64_t pieceBytes = uint64_t(4) << 20;
/// TensorSource::bestPiece() of what lies plainly in a file.
inline constexpr uint64_t plainPieceBytes = uint64_t(256) << 10;

} // namespace kerascope
