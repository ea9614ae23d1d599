// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

class QOpenGLFunctions_4_3_Core;

namespace kerascope {

/// What the driver offers, read once when the context is made. Bytes and counts as OpenGL states them.
struct GlLimits {
    std::string vendor, renderer, version;
    int64_t storageBlockBytes = 1 << 24; ///< GL_MAX_SHADER_STORAGE_BLOCK_SIZE
    int64_t storageBlocks = 8; ///< shader storage blocks of one compute shader
    int64_t storageAlignment = 256; ///< of an offset in a bound range
    int64_t uniformAlignment = 256;
    int64_t uniformBlockBytes = 16384;
    int64_t sharedBytes = 32768;
    int64_t groupThreads = 1024;
    std::array<int64_t, 3> groupSize{1024, 1024, 64};
    std::array<int64_t, 3> groupCount{65535, 65535, 65535};
    int64_t textureBufferTexels = 65536;
    int64_t timestampBits = 0;
    int64_t multiprocessors = 0; ///< 0 where the driver does not say
};

GlLimits readLimits(QOpenGLFunctions_4_3_Core& gl);

/// The same device as if it had only what OpenGL 4.3 guarantees.
GlLimits minimumLimits(GlLimits limits);

/// Names and values for `devices`.
std::vector<std::pair<std::string, std::string>> describeLimits(const GlLimits& limits);

} // namespace kerascope
