// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/tensor.h"
#include "gl/buffer.h"

#include <functional>
#include <span>

namespace kerascope {

/// Moves bytes between the host and buffers on the device through buffers that the driver keeps in host
/// memory, piece by piece. Writing into a buffer on the device itself (glBufferSubData) ran at 1 GB/s on an
/// NVIDIA H200.
class GlStaging {
public:
    static constexpr uint64_t pieceBytes = 4 << 20;

    /// Without buffers: bytes go straight to the device, the quickest way where that is host memory too.
    GlStaging() = default;
    /// For transfers of at most `up` bytes to the device and `down` bytes from it; larger ones take more
    /// pieces.
    static Result<GlStaging> create(const GlDevicePtr& device, uint64_t up, uint64_t down, Ledger& ledger);

    /// Writes the bytes [offset, offset + size) of a piece.
    using Fill = std::function<void(uint64_t offset, std::span<std::byte> piece)>;
    void upload(GlBuffer& to, uint64_t at, uint64_t bytes, const Fill& fill);
    void upload(GlBuffer& to, uint64_t at, std::span<const std::byte> data);
    void download(const GlBuffer& from, uint64_t at, std::span<std::byte> data);
    uint64_t bytes() const { return up_.bytes() + down_.bytes(); }

private:
    bool uploadPiece(GlBuffer& to, uint64_t at, uint64_t offset, uint64_t bytes, const Fill& fill);
    bool downloadPiece(const GlBuffer& from, uint64_t at, std::span<std::byte> piece);
    GlDevicePtr device_;
    GlBuffer up_, down_;
};

/// An input in host memory that the device reads: written there when it changes, copied by the device for
/// every run.
class GlInput {
public:
    static constexpr uint64_t mostBytes = uint64_t(256) << 20; ///< larger ones go through GlStaging
    static Result<GlInput> create(const GlDevicePtr& device, uint64_t bytes, Ledger& ledger);
    /// `tensor` may be null: then the bytes are new. False where the driver does not give the memory.
    bool copyTo(GlBuffer& to, uint64_t at, std::span<const std::byte> data, const TensorPtr& tensor);
    uint64_t bytes() const { return host_.bytes(); }

private:
    GlDevicePtr device_;
    GlBuffer host_;
    TensorPtr held_; ///< what host_ holds
};

} // namespace kerascope
