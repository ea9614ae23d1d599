// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "gl/limits.h"

#include <QOpenGLContext>
#include <QOpenGLFunctions_4_3_Core>

#include <cstdint>
#include <memory>

class QOffscreenSurface;

namespace kerascope {

/// How many GL objects (buffers, textures, programs, queries, fences) of ours are alive, in all contexts.
int64_t liveGlObjects();

/// Counts one GL object for liveGlObjects().
void countGlObject(int change);

/// An OpenGL 4.3 context of our own, bound to the thread that made it. Everything made with it keeps it
/// alive, so that it goes last.
class GlDevice {
public:
    struct Options {
        bool minimumLimits = false;
        bool debugContext = false;
    };
    /// `surface` was made in the GUI thread and outlives the device. Error code Device with the reason.
    static Result<std::shared_ptr<GlDevice>> create(QOffscreenSurface& surface, const Options& options);
    ~GlDevice();
    GlDevice(const GlDevice&) = delete;
    GlDevice& operator=(const GlDevice&) = delete;

    QOpenGLFunctions_4_3_Core& gl() { return *gl_; }
    const GlLimits& limits() const { return limits_; }
    bool softwareRenderer() const { return softwareRenderer_; }
    /// Compiling goes on in the driver's threads and can be polled (KHR_parallel_shader_compile).
    bool parallelCompile() const { return parallelCompile_; }

    /// Binds `count` ranges of storage buffers from binding 0, in one call where the driver has it
    /// (ARB_multi_bind).
    void bindStorage(GLsizei count, const GLuint* buffers, const GLintptr* offsets, const GLsizeiptr* sizes);

    /// Makes the context current in this thread unless it is already.
    Result<void> makeCurrent();
    /// Error code Device if the driver was reset since (robust contexts only) or memory ran out.
    Result<void> checkHealth();
    /// Clears the error flags and tells whether GL_OUT_OF_MEMORY was among them.
    bool takeOutOfMemory();

private:
    using ResetStatus = GLenum(QOPENGLF_APIENTRYP)();
    using BindRanges = void(QOPENGLF_APIENTRYP)(
        GLenum, GLuint, GLsizei, const GLuint*, const GLintptr*, const GLsizeiptr*);
    GlDevice() = default;
    Result<void> open(QOffscreenSurface& surface, const Options& options);
    void findExtensions();

    QOffscreenSurface* surface_ = nullptr;
    std::unique_ptr<QOpenGLContext> context_;
    QOpenGLFunctions_4_3_Core* gl_ = nullptr;
    GlLimits limits_;
    ResetStatus resetStatus_ = nullptr;
    BindRanges bindRanges_ = nullptr;
    bool softwareRenderer_ = false;
    bool parallelCompile_ = false;
    bool lost_ = false;
};

using GlDevicePtr = std::shared_ptr<GlDevice>;

} // namespace kerascope
