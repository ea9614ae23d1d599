// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/staging.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace kerascope {
namespace {

/// Maps the whole range for writing, forgetting what was there; `fill` writes. False where nothing got there.
bool writeMapped(GlDevice& device, const GlBuffer& buffer, uint64_t bytes,
    const std::function<void(std::span<std::byte>)>& fill)
{
    QOpenGLFunctions_4_3_Core& gl = device.gl();
    gl.glBindBuffer(GL_COPY_READ_BUFFER, buffer.id());
    // Invalidating lets the driver give fresh memory where the bytes before are still being copied.
    void* mapped = gl.glMapBufferRange(
        GL_COPY_READ_BUFFER, 0, GLsizeiptr(bytes), GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (!mapped)
        return false;
    fill({static_cast<std::byte*>(mapped), size_t(bytes)});
    // False: the content was lost, as after a change of the screen mode.
    return gl.glUnmapBuffer(GL_COPY_READ_BUFFER) == GL_TRUE;
}

void copyBuffer(GlDevice& device, const GlBuffer& from, const GlBuffer& to, uint64_t at, uint64_t bytes)
{
    QOpenGLFunctions_4_3_Core& gl = device.gl();
    gl.glBindBuffer(GL_COPY_READ_BUFFER, from.id());
    gl.glBindBuffer(GL_COPY_WRITE_BUFFER, to.id());
    gl.glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, GLintptr(at), GLsizeiptr(bytes));
}

} // namespace

Result<GlStaging> GlStaging::create(const GlDevicePtr& device, uint64_t up, uint64_t down, Ledger& ledger)
{
    const GlBuffer::Owner owner{&ledger, "transfer", BufferKind::Staging};
    Result<GlBuffer> upper = GlBuffer::create(device, std::min(up, pieceBytes), owner, BufferUse::ToDevice);
    if (!upper)
        return std::move(upper).error();
    Result<GlBuffer> lower =
        GlBuffer::create(device, std::min(down, pieceBytes), owner, BufferUse::FromDevice);
    if (!lower)
        return std::move(lower).error();
    GlStaging staging;
    staging.device_ = device;
    staging.up_ = std::move(*upper);
    staging.down_ = std::move(*lower);
    return staging;
}

bool GlStaging::uploadPiece(GlBuffer& to, uint64_t at, uint64_t offset, uint64_t bytes, const Fill& fill)
{
    if (up_.bytes() == 0)
        return false;
    if (!writeMapped(*device_, up_, bytes, [&](std::span<std::byte> piece) { fill(offset, piece); }))
        return false;
    copyBuffer(*device_, up_, to, at, bytes);
    return true;
}

void GlStaging::upload(GlBuffer& to, uint64_t at, uint64_t bytes, const Fill& fill)
{
    const uint64_t most = up_.bytes() > 0 ? up_.bytes() : pieceBytes;
    std::vector<std::byte> direct;
    for (uint64_t offset = 0; offset < bytes; offset += most) {
        const uint64_t size = std::min(most, bytes - offset);
        if (uploadPiece(to, at + offset, offset, size, fill))
            continue;
        direct.resize(size_t(size));
        fill(offset, direct);
        to.upload(at + offset, direct);
    }
}

void GlStaging::upload(GlBuffer& to, uint64_t at, std::span<const std::byte> data)
{
    if (up_.bytes() == 0)
        return to.upload(at, data);
    upload(to, at, data.size(), [&](uint64_t offset, std::span<std::byte> piece) {
        std::memcpy(piece.data(), data.data() + offset, piece.size());
    });
}

bool GlStaging::downloadPiece(const GlBuffer& from, uint64_t at, std::span<std::byte> piece)
{
    QOpenGLFunctions_4_3_Core& gl = device_->gl();
    gl.glBindBuffer(GL_COPY_READ_BUFFER, from.id());
    gl.glBindBuffer(GL_COPY_WRITE_BUFFER, down_.id());
    gl.glCopyBufferSubData(
        GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, GLintptr(at), 0, GLsizeiptr(piece.size()));
    const void* mapped =
        gl.glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, GLsizeiptr(piece.size()), GL_MAP_READ_BIT);
    if (!mapped)
        return false;
    std::memcpy(piece.data(), mapped, piece.size());
    return gl.glUnmapBuffer(GL_COPY_WRITE_BUFFER) == GL_TRUE;
}

void GlStaging::download(const GlBuffer& from, uint64_t at, std::span<std::byte> data)
{
    if (down_.bytes() == 0)
        return from.download(at, data);
    for (size_t offset = 0; offset < data.size(); offset += size_t(down_.bytes())) {
        const std::span<std::byte> piece =
            data.subspan(offset, std::min(size_t(down_.bytes()), data.size() - offset));
        if (!downloadPiece(from, at + offset, piece))
            from.download(at + offset, piece);
    }
}

Result<GlInput> GlInput::create(const GlDevicePtr& device, uint64_t bytes, Ledger& ledger)
{
    Result<GlBuffer> host =
        GlBuffer::create(device, bytes, {&ledger, "input", BufferKind::Staging}, BufferUse::ToDevice);
    if (!host)
        return std::move(host).error();
    GlInput input;
    input.device_ = device;
    input.host_ = std::move(*host);
    return input;
}

bool GlInput::copyTo(GlBuffer& to, uint64_t at, std::span<const std::byte> data, const TensorPtr& tensor)
{
    if (data.size() != host_.bytes())
        return false;
    if (!tensor || held_ != tensor) {
        held_.reset();
        const auto fill = [&](std::span<std::byte> all) { std::memcpy(all.data(), data.data(), all.size()); };
        if (!writeMapped(*device_, host_, data.size(), fill))
            return false;
        held_ = tensor;
    }
    copyBuffer(*device_, host_, to, at, data.size());
    return true;
}

} // namespace kerascope
