// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/limits.h"

#include <QOpenGLContext>
#include <QOpenGLFunctions_4_3_Core>

#include <algorithm>

namespace kerascope {
namespace {

constexpr GLenum smCountNv = 0x933B; // NV_shader_thread_group

/// Multiprocessors by name, for drivers that do not tell. Longer names stand before their beginnings.
int64_t multiprocessorsByName(const std::string& renderer)
{
    struct Known {
        const char* name;
        int64_t count;
    };
    constexpr std::array<Known, 16> known{
        {{"H200", 132}, {"H100", 132}, {"A100", 108}, {"V100", 80}, {"L40", 142}, {"T4", 40},
            {"RTX 5090", 170}, {"RTX 4090", 128}, {"RTX 4080", 76}, {"RTX 4070", 46}, {"RTX 4060", 24},
            {"RTX 3090", 82}, {"RTX 3080", 68}, {"RTX 3070", 46}, {"RTX 3060", 28}, {"RTX 2080", 46}}};
    for (const Known& entry : known)
        if (renderer.find(entry.name) != std::string::npos)
            return entry.count;
    return 0;
}

std::string text(QOpenGLFunctions_4_3_Core& gl, GLenum name)
{
    const GLubyte* value = gl.glGetString(name);
    return value ? reinterpret_cast<const char*>(value) : std::string();
}

int64_t number(QOpenGLFunctions_4_3_Core& gl, GLenum name, int64_t otherwise)
{
    GLint64 value = 0;
    gl.glGetInteger64v(name, &value);
    return value > 0 ? value : otherwise;
}

int64_t indexed(QOpenGLFunctions_4_3_Core& gl, GLenum name, GLuint index, int64_t otherwise)
{
    GLint value = 0;
    gl.glGetIntegeri_v(name, index, &value);
    // Some drivers answer 2^32 - 1 groups, which does not fit a GLint.
    return value > 0 ? value : otherwise;
}

} // namespace

GlLimits readLimits(QOpenGLFunctions_4_3_Core& gl)
{
    GlLimits limits;
    const GlLimits least;
    limits.vendor = text(gl, GL_VENDOR);
    limits.renderer = text(gl, GL_RENDERER);
    limits.version = text(gl, GL_VERSION);
    limits.storageBlockBytes = number(gl, GL_MAX_SHADER_STORAGE_BLOCK_SIZE, least.storageBlockBytes);
    limits.storageBlocks = number(gl, GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, least.storageBlocks);
    limits.storageAlignment = number(gl, GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT, least.storageAlignment);
    limits.uniformAlignment = number(gl, GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, least.uniformAlignment);
    limits.uniformBlockBytes = number(gl, GL_MAX_UNIFORM_BLOCK_SIZE, least.uniformBlockBytes);
    limits.sharedBytes = number(gl, GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, least.sharedBytes);
    limits.groupThreads = number(gl, GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, least.groupThreads);
    for (GLuint axis = 0; axis < 3; ++axis) {
        limits.groupSize[axis] = indexed(gl, GL_MAX_COMPUTE_WORK_GROUP_SIZE, axis, least.groupSize[axis]);
        limits.groupCount[axis] = indexed(gl, GL_MAX_COMPUTE_WORK_GROUP_COUNT, axis, least.groupCount[axis]);
    }
    limits.textureBufferTexels = number(gl, GL_MAX_TEXTURE_BUFFER_SIZE, least.textureBufferTexels);
    GLint bits = 0;
    gl.glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
    limits.timestampBits = bits;
    if (QOpenGLContext::currentContext()->hasExtension("GL_NV_shader_thread_group"))
        limits.multiprocessors = number(gl, smCountNv, 0);
    if (limits.multiprocessors == 0)
        limits.multiprocessors = multiprocessorsByName(limits.renderer);
    while (gl.glGetError() != GL_NO_ERROR) { }
    return limits;
}

GlLimits minimumLimits(GlLimits limits)
{
    const GlLimits least;
    limits.storageBlockBytes = std::min(limits.storageBlockBytes, least.storageBlockBytes);
    limits.storageBlocks = std::min(limits.storageBlocks, least.storageBlocks);
    limits.storageAlignment = least.storageAlignment;
    limits.uniformAlignment = least.uniformAlignment;
    limits.uniformBlockBytes = least.uniformBlockBytes;
    limits.sharedBytes = std::min(limits.sharedBytes, least.sharedBytes);
    limits.groupThreads = least.groupThreads;
    limits.groupSize = least.groupSize;
    limits.groupCount = least.groupCount;
    limits.textureBufferTexels = least.textureBufferTexels;
    return limits;
}

std::vector<std::pair<std::string, std::string>> describeLimits(const GlLimits& limits)
{
    const auto three = [](const std::array<int64_t, 3>& sizes) {
        return std::to_string(sizes[0]) + " x " + std::to_string(sizes[1]) + " x " + std::to_string(sizes[2]);
    };
    std::vector<std::pair<std::string, std::string>> rows{
        {"vendor", limits.vendor},
        {"renderer", limits.renderer},
        {"version", limits.version},
        {"storage_block_bytes", std::to_string(limits.storageBlockBytes)},
        {"storage_blocks", std::to_string(limits.storageBlocks)},
        {"storage_alignment", std::to_string(limits.storageAlignment)},
        {"uniform_block_bytes", std::to_string(limits.uniformBlockBytes)},
        {"shared_bytes", std::to_string(limits.sharedBytes)},
        {"group_threads", std::to_string(limits.groupThreads)},
        {"group_size", three(limits.groupSize)},
        {"group_count", three(limits.groupCount)},
        {"texture_buffer_texels", std::to_string(limits.textureBufferTexels)},
        {"timestamp_bits", std::to_string(limits.timestampBits)},
    };
    if (limits.multiprocessors > 0)
        rows.emplace_back("multiprocessors", std::to_string(limits.multiprocessors));
    return rows;
}

} // namespace kerascope
