// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace kerascope {

/// Flushes denormals to zero in this thread while it lives: one denormal operand makes an instruction many
/// times slower.
class DenormalsOff {
public:
#if defined(__SSE2__)
    DenormalsOff()
        : before_(_mm_getcsr())
    {
        set();
    }
    ~DenormalsOff() { _mm_setcsr(before_); }
    /// For good, in threads of our own.
    static void set() { _mm_setcsr(_mm_getcsr() | 0x8040U); } // FTZ and DAZ
#else
    static void set() { }
#endif
    DenormalsOff(const DenormalsOff&) = delete;
    DenormalsOff& operator=(const DenormalsOff&) = delete;
#if !defined(__SSE2__)
    DenormalsOff() = default;
#endif

#if defined(__SSE2__)
private:
    unsigned before_;
#endif
};

} // namespace kerascope
