// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reader/channel.h"

#include <cstddef>
#include <optional>
#include <span>

namespace kerascope {

/// `pieceBytes` of memory that the program and its reader process both see. Takes room as it is used.
class CommonMemory {
public:
    static std::optional<CommonMemory> create();
    /// The other end's view.
    static std::optional<CommonMemory> over(Descriptor descriptor);
    ~CommonMemory();
    CommonMemory(CommonMemory&& other) noexcept;
    CommonMemory& operator=(CommonMemory&& other) noexcept;

    std::span<std::byte> bytes() const;
    int descriptor() const { return descriptor_.get(); }

private:
    CommonMemory(Descriptor descriptor, void* mapped)
        : descriptor_(std::move(descriptor))
        , mapped_(mapped)
    {
    }
    Descriptor descriptor_;
    void* mapped_;
};

} // namespace kerascope
