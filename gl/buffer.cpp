// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/buffer.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace kerascope {

namespace {

GLenum usageHint(BufferUse use)
{
    switch (use) {
    case BufferUse::ToDevice:
        return GL_STREAM_DRAW;
    case BufferUse::FromDevice:
        return GL_STREAM_READ;
    default:
        return GL_DYNAMIC_COPY;
    }
}

} // namespace

Result<GlBuffer> GlBuffer::create(
    const GlDevicePtr& device, uint64_t bytes, const Owner& owner, BufferUse use)
{
    GlBuffer buffer;
    if (bytes == 0)
        return buffer;
    const Error full{ErrorCode::Device, "OpenGL",
        {msg("gl", "the graphics memory is full: %1 bytes more were needed"), bytes},
        {msg("gl", "use a smaller batch, fewer layers or the CPU engine")}};
    if (bytes > uint64_t(std::numeric_limits<GLsizeiptr>::max()))
        return full;
    QOpenGLFunctions_4_3_Core& gl = device->gl();
    device->takeOutOfMemory();
    gl.glGenBuffers(1, &buffer.id_);
    countGlObject(1);
    buffer.device_ = device;
    gl.glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer.id_);
    gl.glBufferData(GL_SHADER_STORAGE_BUFFER, GLsizeiptr(bytes), nullptr, usageHint(use));
    if (device->takeOutOfMemory())
        return full;
    buffer.bytes_ = bytes;
    if (owner.ledger)
        buffer.entry_ = owner.ledger->add(owner.name, owner.kind,
            use == BufferUse::Device ? BufferPlace::Device : BufferPlace::Host, bytes);
    return buffer;
}

GlBuffer::GlBuffer(GlBuffer&& other) noexcept
    : device_(std::move(other.device_))
    , id_(std::exchange(other.id_, 0))
    , bytes_(std::exchange(other.bytes_, 0))
    , views_(std::exchange(other.views_, {0, 0}))
    , entry_(std::move(other.entry_))
{
}

GlBuffer& GlBuffer::operator=(GlBuffer&& other) noexcept
{
    if (this != &other) {
        release();
        device_ = std::move(other.device_);
        id_ = std::exchange(other.id_, 0);
        bytes_ = std::exchange(other.bytes_, 0);
        views_ = std::exchange(other.views_, {0, 0});
        entry_ = std::move(other.entry_);
    }
    return *this;
}

GlBuffer::~GlBuffer() { release(); }

void GlBuffer::release()
{
    if (id_ == 0)
        return;
    // Without a current context the names go with the context itself.
    if (device_->makeCurrent()) {
        for (GLuint& view : views_)
            if (view != 0)
                device_->gl().glDeleteTextures(1, &view);
        device_->gl().glDeleteBuffers(1, &id_);
    }
    for (GLuint& view : views_) {
        if (view != 0)
            countGlObject(-1);
        view = 0;
    }
    countGlObject(-1);
    id_ = 0;
    bytes_ = 0;
    entry_ = {};
}

void GlBuffer::upload(uint64_t offset, std::span<const std::byte> data)
{
    QOpenGLFunctions_4_3_Core& gl = device_->gl();
    gl.glBindBuffer(GL_SHADER_STORAGE_BUFFER, id_);
    gl.glBufferSubData(GL_SHADER_STORAGE_BUFFER, GLintptr(offset), GLsizeiptr(data.size()), data.data());
}

void GlBuffer::download(uint64_t offset, std::span<std::byte> data) const
{
    QOpenGLFunctions_4_3_Core& gl = device_->gl();
    gl.glBindBuffer(GL_SHADER_STORAGE_BUFFER, id_);
    gl.glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, GLintptr(offset), GLsizeiptr(data.size()), data.data());
}

void GlBuffer::clear()
{
    // Not by glClearBufferData: NVIDIA's driver 580 ran it after an upload that was asked for later.
    const std::vector<std::byte> zeros(size_t(std::min<uint64_t>(bytes_, 1 << 20)));
    for (uint64_t at = 0; at < bytes_; at += zeros.size())
        upload(at, std::span(zeros).first(size_t(std::min<uint64_t>(zeros.size(), bytes_ - at))));
}

GLuint GlBuffer::view(int width)
{
    GLuint& texture = views_[width == 4 ? 1 : 0];
    if (texture == 0) {
        QOpenGLFunctions_4_3_Core& gl = device_->gl();
        gl.glGenTextures(1, &texture);
        countGlObject(1);
        gl.glBindTexture(GL_TEXTURE_BUFFER, texture);
        gl.glTexBuffer(GL_TEXTURE_BUFFER, width == 4 ? GL_RGBA32F : GL_R32F, id_);
    }
    return texture;
}

} // namespace kerascope
