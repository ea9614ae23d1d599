// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"

namespace kerascope {

/// A file in the system's temporary folder that has no name: it is gone when the last user drops it, and
/// after a crash too.
class TemporaryFile {
public:
    /// Refuses where the folder has less free space than `bytes` and a reserve.
    static Result<TemporaryFile> create(uint64_t bytes);
    ~TemporaryFile();
    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;

    Result<void> append(std::span<const std::byte> bytes);
    /// What was written, for reading. The TemporaryFile is empty afterwards.
    SharedSource finish();

private:
    TemporaryFile(int descriptor, std::string folder)
        : descriptor_(descriptor)
        , folder_(std::move(folder))
    {
    }
    int descriptor_ = -1;
    std::string folder_;
    uint64_t size_ = 0;
};

} // namespace kerascope
