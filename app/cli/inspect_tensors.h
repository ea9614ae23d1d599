// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/output.h"

namespace kerascope {

/// For weights without an architecture: every tensor with shape, type, statistics and histogram. These are
/// read for it, one after the other.
Result<Json> tensorsJson(const CliContext& context, const LoadedModel& loaded);
Result<void> printTensors(const CliContext& context, const LoadedModel& loaded);

} // namespace kerascope
