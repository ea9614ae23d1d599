// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/timers.h"

#include "gl/buffer.h"
#include "gl/program_cache.h"
#include "gl/shader_source.h"

#include <chrono>
#include <utility>

namespace kerascope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr GLuint64 waitNanoseconds = 1'000'000'000;
constexpr int maxWaits = 60;

double elapsedUs(Clock::time_point from, Clock::time_point to)
{
    return std::chrono::duration<double, std::micro>(to - from).count();
}

/// A kernel that does nothing but take time.
Result<GlProgramPtr> busyProgram(const GlDevicePtr& device)
{
    KernelCall call;
    call.shader = "busy.comp";
    call.addDynamic("rounds", 0);
    call.write("y", {}, 1);
    Result<std::string> source = shaderSource(call, ReadPath::Storage);
    if (!source)
        return std::move(source).error();
    ProgramCache cache(device, {});
    ProgramCache::Pending pending = cache.begin(std::move(*source));
    return cache.finish(pending);
}

/// GPU and wall time of one round of work, µs.
std::pair<double, double> measure(GlDevice& device, GlStamps& stamps, int dispatches)
{
    QOpenGLFunctions_4_3_Core& gl = device.gl();
    gl.glFinish();
    const Clock::time_point start = Clock::now();
    stamps.stamp(0);
    for (int i = 0; i < dispatches; ++i) {
        gl.glDispatchCompute(64, 1, 1);
        gl.glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }
    stamps.stamp(1);
    gl.glFinish();
    const double wall = elapsedUs(start, Clock::now());
    return {double(stamps.nanoseconds(1) - stamps.nanoseconds(0)) / 1000.0, wall};
}

} // namespace

GlStamps::GlStamps(GlDevicePtr device, size_t count)
    : device_(std::move(device))
    , names_(count, 0)
{
    device_->gl().glGenQueries(GLsizei(count), names_.data());
    countGlObject(int(count));
}

GlStamps::GlStamps(GlStamps&& other) noexcept
    : device_(std::move(other.device_))
    , names_(std::exchange(other.names_, {}))
{
}

GlStamps& GlStamps::operator=(GlStamps&& other) noexcept
{
    if (this != &other) {
        release();
        device_ = std::move(other.device_);
        names_ = std::exchange(other.names_, {});
    }
    return *this;
}

GlStamps::~GlStamps() { release(); }

void GlStamps::release()
{
    if (names_.empty())
        return;
    if (device_->makeCurrent())
        device_->gl().glDeleteQueries(GLsizei(names_.size()), names_.data());
    countGlObject(-int(names_.size()));
    names_.clear();
}

void GlStamps::stamp(size_t index) { device_->gl().glQueryCounter(names_[index], GL_TIMESTAMP); }

uint64_t GlStamps::nanoseconds(size_t index) const
{
    GLuint64 value = 0;
    device_->gl().glGetQueryObjectui64v(names_[index], GL_QUERY_RESULT, &value);
    return value;
}

bool stampsAreTrue(const GlDevicePtr& device)
{
    if (device->limits().timestampBits == 0)
        return false;
    Result<GlProgramPtr> program = busyProgram(device);
    if (!program)
        return false;
    QOpenGLFunctions_4_3_Core& gl = device->gl();
    GlBuffer params;
    if (Result<GlBuffer> made = GlBuffer::create(device, 256, {}); made)
        params = std::move(*made);
    else
        return false;
    const int32_t rounds = device->softwareRenderer() ? 200 : 20000;
    params.clear();
    params.upload(0, std::as_bytes(std::span(&rounds, 1)));
    gl.glBindBufferRange(GL_UNIFORM_BUFFER, 0, params.id(), 0, 16);
    gl.glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, params.id(), 0, 256);
    gl.glUseProgram((*program)->id());
    GlStamps stamps(device, 2);
    measure(*device, stamps, 1); // compiles
    bool good = true;
    for (const int dispatches : {4, 16, 8, 24}) {
        const auto [gpu, wall] = measure(*device, stamps, dispatches);
        // The wall time holds the submission too; a GPU time above it is impossible.
        good = good && gpu > 0.5 * wall - 200 && gpu > 0 && gpu < 1.05 * wall + 20;
    }
    gl.glUseProgram(0);
    return good && !device->takeOutOfMemory();
}

Result<void> waitForGpu(GlDevice& device)
{
    QOpenGLFunctions_4_3_Core& gl = device.gl();
    const GLsync fence = gl.glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    GLenum state = GL_TIMEOUT_EXPIRED;
    for (int i = 0; i < maxWaits && state == GL_TIMEOUT_EXPIRED; ++i)
        state = gl.glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, waitNanoseconds);
    gl.glDeleteSync(fence);
    if (state == GL_TIMEOUT_EXPIRED)
        return Error{ErrorCode::Device, "OpenGL", {msg("gl", "the graphics device does not answer")},
            {msg("gl", "use the CPU engine")}};
    return device.checkHealth();
}

} // namespace kerascope
