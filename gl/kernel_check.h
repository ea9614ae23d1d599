// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gl/gl_preparation.h"

#include <memory>
#include <string>

namespace kerascope {

/// Runs a wide dense layer with softmax and compares it with sums on the CPU. Kernels that this driver gets
/// wrong are switched off in the profile; others then do their work. Returns what was found, for `devices`.
/// Takes some 20 ms with a warm program cache.
std::string checkKernels(const std::shared_ptr<GlShared>& shared);

} // namespace kerascope
