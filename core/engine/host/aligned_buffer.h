// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

namespace kerascope {

/// Uninitialised host memory at 64-byte boundaries. Large ones become resident only as they are written.
class AlignedBuffer {
public:
    static constexpr uint64_t alignment = 64;

    AlignedBuffer() = default;
    /// Nothing if there is not enough memory.
    static std::optional<AlignedBuffer> make(uint64_t bytes)
    {
        if (bytes > uint64_t(PTRDIFF_MAX) - alignment)
            return std::nullopt;
        const uint64_t rounded = bytes == 0 ? alignment : (bytes + alignment - 1) / alignment * alignment;
        AlignedBuffer buffer;
        buffer.bytes_ = bytes;
        buffer.data_.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, rounded)));
        if (!buffer.data_)
            return std::nullopt;
        return buffer;
    }

    std::byte* data() const { return data_.get(); }
    float* floats() const { return reinterpret_cast<float*>(data_.get()); }
    uint64_t bytes() const { return bytes_; }

private:
    struct Free {
        void operator()(std::byte* data) const { std::free(data); }
    };
    std::unique_ptr<std::byte, Free> data_;
    uint64_t bytes_ = 0;
};

} // namespace kerascope
