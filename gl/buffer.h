// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/ledger.h"
#include "gl/device.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace kerascope {

/// Where a buffer lies: on the device, or in host memory that the device reads or writes.
enum class BufferUse { Device, ToDevice, FromDevice };

/// A GL buffer with its row in the ledger. Move-only; freed in the engine thread.
class GlBuffer {
public:
    /// Whose it is, for the ledger.
    struct Owner {
        Ledger* ledger = nullptr;
        std::string name;
        BufferKind kind = BufferKind::Weights;
    };
    GlBuffer() = default;
    /// Undefined content. Error code Device when the graphics memory is full. 0 bytes give an empty buffer.
    static Result<GlBuffer> create(
        const GlDevicePtr& device, uint64_t bytes, const Owner& owner, BufferUse use = BufferUse::Device);
    GlBuffer(GlBuffer&& other) noexcept;
    GlBuffer& operator=(GlBuffer&& other) noexcept;
    ~GlBuffer();

    GLuint id() const { return id_; }
    uint64_t bytes() const { return bytes_; }
    void upload(uint64_t offset, std::span<const std::byte> data);
    void download(uint64_t offset, std::span<std::byte> data) const;
    /// Fills it with zeros.
    void clear();
    /// Buffer texture over the whole buffer: R32F (width 1) or RGBA32F (width 4). Made on the first call.
    GLuint view(int width);

private:
    void release();
    GlDevicePtr device_;
    GLuint id_ = 0;
    uint64_t bytes_ = 0;
    std::array<GLuint, 2> views_{0, 0};
    Ledger::Entry entry_;
};

} // namespace kerascope
