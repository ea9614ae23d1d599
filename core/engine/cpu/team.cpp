// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/team.h"

#include <cstdlib>

namespace kerascope {
namespace {

/// Idle threads of the team wait in a loop for this many turns (about 50 µs) before they sleep. GNU's OpenMP
/// would spin for milliseconds, which takes the cores from the window and, on a busy machine, makes each
/// parallel region wait until the scheduler gives the spinning threads another turn: 70 ms instead of 0.1 for
/// a small network. It reads the environment in a constructor of its own, at the default priority, so this
/// one has to run before; that needs the runtime inside the program (core/CMakeLists.txt).
[[gnu::constructor(101)]] void limitSpinning()
{
    if (!std::getenv("OMP_WAIT_POLICY"))
        setenv("GOMP_SPINCOUNT", "1000", 0);
}

} // namespace

int processors() { return omp_get_num_procs(); }

} // namespace kerascope
