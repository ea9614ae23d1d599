// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/recording.h"

#include "gl/buffer.h"
#include "gl/shader_source.h"

#include <algorithm>
#include <cstring>

namespace kerascope {

Recorder::Recorder(GlDevicePtr device, bool texturePath, Find find)
    : device_(std::move(device))
    , texturePath_(texturePath)
    , find_(std::move(find))
{
}

void Recorder::beginStep()
{
    const auto at = uint32_t(recording_.dispatches.size());
    recording_.steps.emplace_back(at, at);
}

bool Recorder::needsBarrier(const std::vector<Touched>& now) const
{
    for (const Touched& a : now)
        for (const Touched& b : touched_) {
            if (a.buffer != b.buffer || a.end <= b.begin || b.end <= a.begin || (!a.write && !b.write))
                continue;
            const bool apart = a.write && b.write && a.disjoint && b.disjoint && a.step == b.step;
            if (!apart)
                return true;
        }
    return false;
}

Result<void> Recorder::bind(const Access& access, Dispatch& dispatch, std::vector<int32_t>& bases)
{
    const GlRange range = find_(access.operand, recording_.steps.size() - 1);
    const uint64_t unit = uint64_t(access.width) * sizeof(float);
    if (!access.write && texturePath_) {
        recording_.textures.push_back(range.buffer->view(access.width));
        ++dispatch.textureCount;
        bases.push_back(int32_t(range.offset / unit));
        return {};
    }
    const GlLimits& limits = device_->limits();
    const auto alignment = uint64_t(std::max<int64_t>(limits.storageAlignment, 16));
    const uint64_t start = range.offset / alignment * alignment;
    // Storage is padded to whole vec4s: a flat kernel reads and writes the padding.
    const uint64_t bytes =
        std::min((range.offset + range.bytes - start + 15) / 16 * 16, range.buffer->bytes() - start);
    if (bytes > uint64_t(limits.storageBlockBytes))
        return Error{ErrorCode::Device, "OpenGL",
            {msg("gl", "a tensor of %1 bytes is larger than this driver's limit of %2"), range.bytes,
                limits.storageBlockBytes},
            {msg("gl", "use a smaller batch or the CPU engine")}};
    bases.push_back(int32_t((range.offset - start) / unit));
    recording_.storageBuffers.push_back(range.buffer->id());
    recording_.storageOffsets.push_back(GLintptr(start));
    recording_.storageBytes.push_back(GLsizeiptr(bytes));
    ++dispatch.storageCount;
    return {};
}

Result<void> Recorder::add(const KernelCall& call, GLuint program)
{
    Dispatch dispatch;
    dispatch.program = program;
    dispatch.flops = call.flops;
    dispatch.firstStorage = uint32_t(recording_.storageBuffers.size());
    dispatch.firstTexture = uint32_t(recording_.textures.size());
    for (size_t axis = 0; axis < 3; ++axis)
        dispatch.groups[axis] = GLuint(call.groups[axis]);
    std::vector<int32_t> bases;
    std::vector<Touched> now;
    for (const Access& access : call.accesses) {
        if (Result<void> bound = bind(access, dispatch, bases); !bound)
            return bound;
        const GlRange range = find_(access.operand, recording_.steps.size() - 1);
        now.push_back({range.buffer->id(), range.offset, range.offset + (range.bytes + 15) / 16 * 16,
            access.write, call.disjoint, recording_.steps.size()});
    }
    if (needsBarrier(now)) {
        dispatch.barrierBefore = true;
        touched_.clear();
    }
    touched_.insert(touched_.end(), now.begin(), now.end());

    const std::vector<int32_t> words = uniformBlock(call, bases);
    const auto slot = uint64_t(std::max<int64_t>(device_->limits().uniformAlignment, 256));
    dispatch.paramsOffset = recording_.params.size();
    dispatch.paramsBytes = (words.size() * sizeof(int32_t) + 15) / 16 * 16;
    recording_.params.resize(dispatch.paramsOffset + (dispatch.paramsBytes + slot - 1) / slot * slot);
    std::memcpy(
        recording_.params.data() + dispatch.paramsOffset, words.data(), words.size() * sizeof(int32_t));

    recording_.dispatches.push_back(dispatch);
    recording_.steps.back().second = uint32_t(recording_.dispatches.size());
    return {};
}

} // namespace kerascope
