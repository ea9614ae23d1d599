// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <system_error>
#include <thread>
#include <utility>

namespace kerascope {

/// Ends the life of a value of `parts` parts. Taking a tree of millions of values apart takes seconds: a
/// cancelled call must not wait for that, so a large one goes in a thread of its own, which touches nothing
/// else and is waited for by nobody.
template <class T> void destroyLater(T value, size_t parts)
{
    constexpr size_t large = 20'000;
    if (parts < large)
        return;
    try {
        std::thread([last = std::move(value)]() mutable { const T ended = std::move(last); }).detach();
    } catch (const std::system_error&) { // no thread to be had: here, then
    }
}

} // namespace kerascope
