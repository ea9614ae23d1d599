// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hdf5.h>
#include <mutex>
#include <utility>

namespace kerascope {

/// libhdf5 is not safe for threads: whoever calls it, or drops an Hdf5Id, holds this. Also readies the
/// library the first time: no message of its own on stderr, no plugins loaded from disk.
class Hdf5Lock {
public:
    Hdf5Lock();

private:
    std::lock_guard<std::recursive_mutex> guard_;
};

/// An HDF5 handle of any kind, closed when dropped.
class Hdf5Id {
public:
    Hdf5Id() = default;
    explicit Hdf5Id(hid_t id)
        : id_(id)
    {
    }
    ~Hdf5Id() { reset(); }
    Hdf5Id(Hdf5Id&& other) noexcept
        : id_(std::exchange(other.id_, H5I_INVALID_HID))
    {
    }
    Hdf5Id& operator=(Hdf5Id&& other) noexcept
    {
        if (this != &other) {
            reset();
            id_ = std::exchange(other.id_, H5I_INVALID_HID);
        }
        return *this;
    }
    explicit operator bool() const { return id_ >= 0; }
    hid_t get() const { return id_; }

private:
    void reset();
    hid_t id_ = H5I_INVALID_HID;
};

} // namespace kerascope
