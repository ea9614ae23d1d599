// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace kerascope::cpu {

/// What the CPU engine keeps: packed kernels, working memory, views, and results that take the place of an
/// operand that nobody reads afterwards.
StorageNeeds storageNeeds(const Program& program, int threads);

/// Is the kernel of a product or Recurrent a constant?
bool hasConstantKernel(const Program& program, const Operation& operation);

} // namespace kerascope::cpu
