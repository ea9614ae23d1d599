// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/program_cache.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSaveFile>

#include <cstring>
#include <system_error>
#include <vector>

namespace kerascope {
namespace {

constexpr GLenum completionStatus = 0x91B1; // GL_COMPLETION_STATUS_KHR
constexpr qsizetype hashBytes = 32;
constexpr size_t keptPrograms = 256;
constexpr int64_t maxBinaryBytes = 64 << 20;

QString path(const std::filesystem::path& file) { return QString::fromStdString(file.string()); }

QByteArray hashOf(const QByteArray& data)
{
    return QCryptographicHash::hash(data, QCryptographicHash::Sha256);
}

GLuint compile(QOpenGLFunctions_4_3_Core& gl, const std::string& source)
{
    const GLuint shader = gl.glCreateShader(GL_COMPUTE_SHADER);
    const char* text = source.c_str();
    const auto length = GLint(source.size());
    gl.glShaderSource(shader, 1, &text, &length);
    gl.glCompileShader(shader);
    const GLuint program = gl.glCreateProgram();
    gl.glProgramParameteri(program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
    gl.glAttachShader(program, shader);
    gl.glLinkProgram(program);
    gl.glDeleteShader(shader); // stays as long as it is attached
    return program;
}

std::string infoLog(QOpenGLFunctions_4_3_Core& gl, GLuint program)
{
    std::string log(2048, '\0');
    GLsizei length = 0;
    GLuint shader = 0;
    GLsizei shaders = 0;
    gl.glGetAttachedShaders(program, 1, &shaders, &shader);
    if (shaders > 0)
        gl.glGetShaderInfoLog(shader, GLsizei(log.size()), &length, log.data());
    if (length == 0)
        gl.glGetProgramInfoLog(program, GLsizei(log.size()), &length, log.data());
    log.resize(size_t(length));
    return log;
}

} // namespace

GlProgram::GlProgram(GlDevicePtr device, GLuint id)
    : device_(std::move(device))
    , id_(id)
{
    countGlObject(1);
}

GlProgram::~GlProgram()
{
    if (device_->makeCurrent())
        device_->gl().glDeleteProgram(id_);
    countGlObject(-1);
}

ProgramCache::ProgramCache(GlDevicePtr device, std::filesystem::path folder)
    : device_(std::move(device))
    , folder_(std::move(folder))
{
    std::error_code error;
    if (!folder_.empty() && !std::filesystem::create_directories(folder_, error) && error)
        folder_.clear(); // a cache that cannot be written is no fault: kernels are compiled then
    GLint formats = 0;
    device_->gl().glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
    if (formats == 0)
        folder_.clear();
}

QByteArray ProgramCache::key(const std::string& source) const
{
    const GlLimits& limits = device_->limits();
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const std::string& part : {limits.vendor, limits.renderer, limits.version, source}) {
        hash.addData(QByteArrayView(part.data(), qsizetype(part.size())));
        hash.addData(QByteArrayView("|", 1));
    }
    return hash.result();
}

std::filesystem::path ProgramCache::file(const QByteArray& key) const
{
    return folder_ / (key.toHex().toStdString() + ".bin");
}

// File: SHA-256 of the rest, binary format (4 bytes), binary.
GlProgramPtr ProgramCache::load(const std::string& source)
{
    QFile stored(path(file(key(source))));
    if (stored.size() > maxBinaryBytes || !stored.open(QIODevice::ReadOnly))
        return nullptr;
    const QByteArray all = stored.readAll();
    const QByteArray rest = all.mid(hashBytes);
    if (rest.size() <= qsizetype(sizeof(GLenum)) || all.left(hashBytes) != hashOf(rest))
        return nullptr;
    GLenum format = 0;
    std::memcpy(&format, rest.constData(), sizeof format);
    QOpenGLFunctions_4_3_Core& gl = device_->gl();
    auto program = std::make_shared<GlProgram>(device_, gl.glCreateProgram());
    gl.glProgramBinary(program->id(), format, rest.constData() + sizeof format,
        GLsizei(rest.size() - qsizetype(sizeof format)));
    // The link status is the only true sign: Mesa raises no error for a binary that it refuses.
    GLint linked = GL_FALSE;
    gl.glGetProgramiv(program->id(), GL_LINK_STATUS, &linked);
    while (gl.glGetError() != GL_NO_ERROR) { }
    return linked == GL_TRUE ? program : nullptr;
}

void ProgramCache::save(const std::string& source, GLuint program)
{
    if (folder_.empty())
        return;
    QOpenGLFunctions_4_3_Core& gl = device_->gl();
    GLint length = 0;
    gl.glGetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &length);
    if (length <= 0)
        return; // the driver gives no binaries
    QByteArray rest(qsizetype(sizeof(GLenum)) + length, '\0');
    GLenum format = 0;
    GLsizei written = 0;
    gl.glGetProgramBinary(program, length, &written, &format, rest.data() + sizeof format);
    rest.resize(qsizetype(sizeof format) + written);
    std::memcpy(rest.data(), &format, sizeof format);
    QSaveFile out(path(file(key(source))));
    if (!out.open(QIODevice::WriteOnly))
        return;
    out.write(hashOf(rest));
    out.write(rest);
    out.commit();
}

ProgramCache::Pending ProgramCache::begin(std::string source)
{
    Pending pending;
    pending.source = std::move(source);
    if (const auto found = alive_.find(pending.source); found != alive_.end())
        pending.program = found->second.lock();
    if (pending.program) {
        pending.done = true;
        pending.fromDisk = true;
        return pending;
    }
    if (!folder_.empty())
        pending.program = load(pending.source);
    if (pending.program) {
        pending.done = true;
        pending.fromDisk = true;
        keep(pending.source, pending.program);
        return pending;
    }
    pending.program = std::make_shared<GlProgram>(device_, compile(device_->gl(), pending.source));
    return pending;
}

bool ProgramCache::ready(const Pending& pending)
{
    if (pending.done || !device_->parallelCompile())
        return true;
    GLint complete = GL_FALSE;
    device_->gl().glGetProgramiv(pending.program->id(), completionStatus, &complete);
    return complete == GL_TRUE;
}

Result<GlProgramPtr> ProgramCache::finish(Pending& pending)
{
    if (pending.done)
        return pending.program;
    QOpenGLFunctions_4_3_Core& gl = device_->gl();
    GLint linked = GL_FALSE;
    gl.glGetProgramiv(pending.program->id(), GL_LINK_STATUS, &linked);
    if (linked != GL_TRUE) {
        if (qEnvironmentVariableIsSet("KERASCOPE_GL_LOG"))
            qWarning("%s", infoLog(gl, pending.program->id()).c_str());
        return Error{ErrorCode::Device, "OpenGL",
            {msg("gl", "the driver refuses one of the compute kernels")},
            {msg("gl", "use the CPU engine, or set KERASCOPE_GL_LOG=1 to see the driver's reason")}};
    }
    save(pending.source, pending.program->id());
    pending.done = true;
    keep(pending.source, pending.program);
    return pending.program;
}

void ProgramCache::keep(const std::string& source, const GlProgramPtr& program)
{
    std::erase_if(alive_, [](const auto& entry) { return entry.second.expired(); });
    alive_[source] = program;
    recent_.push_back(program);
    if (recent_.size() > keptPrograms)
        recent_.pop_front();
}

} // namespace kerascope
