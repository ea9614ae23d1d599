// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/device.h"

#include "gl/gl_engine.h"

#include <QOffscreenSurface>
#include <QOpenGLVersionFunctionsFactory>
#include <QSurfaceFormat>

#include <atomic>

namespace kerascope {
namespace {

std::atomic<int64_t> liveObjects{0};

Error noDevice(Text what)
{
    return {ErrorCode::Device, "OpenGL", std::move(what), {msg("gl", "use the CPU engine")}};
}

void QOPENGLF_APIENTRY logMessage(
    GLenum, GLenum, GLuint, GLenum severity, GLsizei, const GLchar* message, const void*)
{
    if (severity == GL_DEBUG_SEVERITY_HIGH || severity == GL_DEBUG_SEVERITY_MEDIUM)
        qWarning("OpenGL: %s", message);
}

// Qt's class of OpenGL 4.3 leaves the debug functions out.
void logMessages(QOpenGLContext& context)
{
    using Callback = void(QOPENGLF_APIENTRYP)(decltype(&logMessage), const void*);
    if (auto setCallback = reinterpret_cast<Callback>(context.getProcAddress("glDebugMessageCallback")))
        setCallback(&logMessage, nullptr);
}

QSurfaceFormat wantedFormat(const GlDevice::Options& options, bool resetNotification)
{
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setVersion(4, 3);
    format.setOption(QSurfaceFormat::ResetNotification, resetNotification);
    if (options.debugContext)
        format.setOption(QSurfaceFormat::DebugContext);
    return format;
}

} // namespace

int64_t liveGlObjects() { return liveObjects.load(); }

void countGlObject(int change) { liveObjects += change; }

Result<GlDevicePtr> GlDevice::create(QOffscreenSurface& surface, const Options& options)
{
    std::shared_ptr<GlDevice> device(new GlDevice);
    if (Result<void> opened = device->open(surface, options); !opened)
        return std::move(opened).error();
    return device;
}

GlDevice::~GlDevice()
{
    if (context_ && QOpenGLContext::currentContext() == context_.get())
        context_->doneCurrent();
}

Result<void> GlDevice::open(QOffscreenSurface& surface, const Options& options)
{
    if (!surface.isValid())
        return noDevice({msg("gl", "no surface for OpenGL could be made on this display")});
    surface_ = &surface;
    // Some drivers make no context that tells of resets.
    for (const bool resetNotification : {true, false}) {
        context_ = std::make_unique<QOpenGLContext>();
        context_->setFormat(wantedFormat(options, resetNotification));
        if (context_->create())
            break;
    }
    if (!context_->isValid() || !context_->makeCurrent(surface_))
        return noDevice({msg("gl", "no OpenGL context could be made: the driver is missing or too old")});
    const QSurfaceFormat format = context_->format();
    if (context_->isOpenGLES() || format.version() < std::pair(4, 3)) {
        const std::string version =
            std::to_string(format.majorVersion()) + "." + std::to_string(format.minorVersion());
        return noDevice({msg("gl", "OpenGL 4.3 is needed and the driver offers %1"), version});
    }
    gl_ = QOpenGLVersionFunctionsFactory::get<QOpenGLFunctions_4_3_Core>(context_.get());
    if (!gl_ || !gl_->initializeOpenGLFunctions())
        return noDevice({msg("gl", "the driver does not give the functions of OpenGL 4.3")});
    limits_ = readLimits(*gl_);
    softwareRenderer_ = isSoftwareRenderer(limits_.renderer);
    if (options.minimumLimits)
        limits_ = kerascope::minimumLimits(limits_);
    findExtensions();
    if (options.debugContext)
        logMessages(*context_);
    return {};
}

void GlDevice::findExtensions()
{
    for (const char* name :
        {"glGetGraphicsResetStatus", "glGetGraphicsResetStatusARB", "glGetGraphicsResetStatusKHR"})
        if (!resetStatus_)
            resetStatus_ = reinterpret_cast<ResetStatus>(context_->getProcAddress(name));
    if (context_->hasExtension("GL_ARB_multi_bind"))
        bindRanges_ = reinterpret_cast<BindRanges>(context_->getProcAddress("glBindBuffersRange"));
    if (!context_->hasExtension("GL_KHR_parallel_shader_compile"))
        return;
    using MaxThreads = void(QOPENGLF_APIENTRYP)(GLuint);
    if (auto setThreads =
            reinterpret_cast<MaxThreads>(context_->getProcAddress("glMaxShaderCompilerThreadsKHR"))) {
        setThreads(~GLuint(0)); // as many as the driver likes
        parallelCompile_ = true;
    }
}

void GlDevice::bindStorage(
    GLsizei count, const GLuint* buffers, const GLintptr* offsets, const GLsizeiptr* sizes)
{
    if (bindRanges_) {
        bindRanges_(GL_SHADER_STORAGE_BUFFER, 0, count, buffers, offsets, sizes);
        return;
    }
    for (GLsizei i = 0; i < count; ++i)
        gl_->glBindBufferRange(GL_SHADER_STORAGE_BUFFER, GLuint(i), buffers[i], offsets[i], sizes[i]);
}

Result<void> GlDevice::makeCurrent()
{
    if (QOpenGLContext::currentContext() == context_.get())
        return {};
    if (!context_->makeCurrent(surface_))
        return noDevice({msg("gl", "the OpenGL context cannot be used any more")});
    return {};
}

Result<void> GlDevice::checkHealth()
{
    if (resetStatus_ && resetStatus_() != GL_NO_ERROR)
        lost_ = true;
    if (lost_)
        return noDevice({msg("gl", "the graphics driver was reset")});
    if (takeOutOfMemory())
        return noDevice({msg("gl", "the graphics memory is full")});
    return {};
}

bool GlDevice::takeOutOfMemory()
{
    bool full = false;
    // A lost context may report errors without end.
    for (int i = 0; i < 16; ++i) {
        const GLenum error = gl_->glGetError();
        if (error == GL_NO_ERROR)
            break;
        full = full || error == GL_OUT_OF_MEMORY;
    }
    return full;
}

} // namespace kerascope
