// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"

namespace kerascope {

// One command each. They print their results; an Error is printed by the caller and gives the exit status.
Result<void> inspectCommand(const CliContext& context);
Result<void> runCommand(const CliContext& context);
Result<void> profileCommand(const CliContext& context);
Result<void> verifyCommand(const CliContext& context);
Result<void> compareCommand(const CliContext& context);
Result<void> swapTestCommand(const CliContext& context);
Result<void> extractCommand(const CliContext& context);
Result<void> devicesCommand(const CliContext& context);

/// Runs the command line from `arguments` (program name first) to its exit status.
int runCommandLine(const CliOptions& options, const EngineFactory& factory);

} // namespace kerascope
