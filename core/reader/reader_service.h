// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reader/channel.h"

namespace kerascope {

/// The reader process's whole life: opens one model and reads its tensors for the program at the other end.
/// Returns when that end is gone.
void serveReader(Descriptor socket);

} // namespace kerascope
