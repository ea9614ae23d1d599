// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gl/device.h"
#include "gl/kernel.h"
#include "gl/program_cache.h"

#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace kerascope {

class GlBuffer;

/// A range of a GL buffer.
struct GlRange {
    GlBuffer* buffer = nullptr;
    uint64_t offset = 0, bytes = 0;
};

/// One dispatch with everything looked up.
struct Dispatch {
    GLuint program = 0;
    std::array<GLuint, 3> groups{1, 1, 1};
    uint32_t firstStorage = 0, storageCount = 0; ///< in Recording::storage…, bound from 0
    uint32_t firstTexture = 0, textureCount = 0; ///< in Recording::textures, bound from 0
    uint64_t paramsOffset = 0, paramsBytes = 0;
    bool barrierBefore = false;
    double flops = 0;
};

/// A program's dispatches, ready to be sent again and again.
struct Recording {
    std::vector<Dispatch> dispatches;
    std::vector<GLuint> storageBuffers; ///< bound ranges, as one call takes them
    std::vector<GLintptr> storageOffsets;
    std::vector<GLsizeiptr> storageBytes;
    std::vector<GLuint> textures;
    std::vector<std::pair<uint32_t, uint32_t>> steps; ///< [first, end) of dispatches
    std::vector<std::byte> params; ///< content of the uniform buffer
};

/// Turns kernel calls into dispatches: addresses, uniform slots, and a barrier only where a kernel touches
/// what an earlier one wrote, or writes what an earlier one read, since the last barrier.
class Recorder {
public:
    /// `find` gives the range of an operand of step `step`.
    using Find = std::function<GlRange(const Operand&, size_t step)>;
    Recorder(GlDevicePtr device, bool texturePath, Find find);
    void beginStep();
    /// Error code Device if a range is larger than the driver allows.
    Result<void> add(const KernelCall& call, GLuint program);
    Recording take() { return std::move(recording_); }

private:
    struct Touched {
        GLuint buffer = 0;
        uint64_t begin = 0, end = 0;
        bool write = false;
        bool disjoint = false;
        size_t step = 0;
    };
    bool needsBarrier(const std::vector<Touched>& now) const;
    Result<void> bind(const Access& access, Dispatch& dispatch, std::vector<int32_t>& bases);

    GlDevicePtr device_;
    bool texturePath_;
    Find find_;
    Recording recording_;
    std::vector<Touched> touched_; ///< since the last barrier
};

} // namespace kerascope
