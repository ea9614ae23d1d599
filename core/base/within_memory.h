// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <new>
#include <stdexcept>
#include <string>

namespace kerascope {

/// Runs work that gives a Result; memory that the system refuses becomes its error (code Device).
template <class Work> auto withinMemory(const std::string& where, Work work) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) { // a size beyond what a container can hold
    }
    return Error{ErrorCode::Device, where, {msg("core", "there is not enough memory for this")},
        {msg("core", "tick fewer layers, take a smaller batch or raise the limit")}};
}

} // namespace kerascope
