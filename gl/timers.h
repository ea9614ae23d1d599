// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gl/device.h"

#include <cstdint>
#include <vector>

namespace kerascope {

/// Timestamp queries in a row, made once. Freed in the engine thread.
class GlStamps {
public:
    GlStamps() = default;
    GlStamps(GlDevicePtr device, size_t count);
    GlStamps(GlStamps&& other) noexcept;
    GlStamps& operator=(GlStamps&& other) noexcept;
    ~GlStamps();
    size_t count() const { return names_.size(); }
    void stamp(size_t index);
    /// Nanoseconds of the GPU's clock; waits for the stamp.
    uint64_t nanoseconds(size_t index) const;

private:
    void release();
    GlDevicePtr device_;
    std::vector<GLuint> names_;
};

/// Whether GL_TIMESTAMP pairs around work of several lengths agree with the wall clock. Takes some 20 ms.
bool stampsAreTrue(const GlDevicePtr& device);

/// Waits until all that was sent is done; a wait of over 60 s or a lost context is an error of code Device.
Result<void> waitForGpu(GlDevice& device);

} // namespace kerascope
