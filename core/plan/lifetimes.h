// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/program.h"

#include <vector>

namespace kerascope {

/// Steps during which a value's storage must not be touched by others; inclusive. first > last: never alive.
struct Lifetime {
    int first = 0;
    int last = -1;
};

/// The value whose storage each value really uses: chains of aliases followed to their end.
std::vector<ValueId> aliasRoots(const std::vector<ValueId>& alias);

/// By root value; members of an alias group are alive together. Inputs live from −1 to the end of the run, so
/// that a program can be run again without writing them again; outputs live until after the last step.
std::vector<Lifetime> lifetimes(const Program& program, const std::vector<ValueId>& roots);

} // namespace kerascope
