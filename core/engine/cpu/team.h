// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <omp.h>

namespace kerascope {

/// Cores that this process may use.
int processors();

/// Sets the number of OpenMP threads of the calling thread while it lives. oneDNN makes primitives for that
/// number.
class TeamSize {
public:
    explicit TeamSize(int threads)
        : before_(omp_get_max_threads())
    {
        if (before_ != threads)
            omp_set_num_threads(threads);
    }
    ~TeamSize() { omp_set_num_threads(before_); }
    TeamSize(const TeamSize&) = delete;
    TeamSize& operator=(const TeamSize&) = delete;

private:
    int before_;
};

/// Work (about: numbers touched once) below which waking the team costs more than it gives.
constexpr int64_t smallWork = 24 * 1024;

/// Calls f(begin, end, thread) for parts of [0, count), on the OpenMP team if `work` is worth it. Parts are
/// multiples of `grain`.
template <class Function>
void inTeam(int threads, int64_t count, int64_t work, Function&& f, int64_t grain = 1)
{
    const int64_t blocks = (count + grain - 1) / grain;
    const auto parts = int(std::min<int64_t>(threads, blocks));
    if (parts <= 1 || work < smallWork) {
        if (count > 0)
            f(int64_t(0), count, 0);
        return;
    }
    // Always the whole team: GNU's OpenMP ends the threads that a smaller one leaves out.
#pragma omp parallel num_threads(threads)
    {
        const int64_t thread = omp_get_thread_num(), team = omp_get_num_threads();
        const int64_t begin = blocks * thread / team * grain;
        const int64_t end = std::min(count, blocks * (thread + 1) / team * grain);
        if (begin < end)
            f(begin, end, int(thread));
    }
}

} // namespace kerascope
