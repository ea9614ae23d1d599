// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"

class QOffscreenSurface;

namespace kerascope {

/// Vendor, renderer, version and limits of the OpenGL device, for `devices`: makes a context, reads and drops
/// it. gpuTimes stays false (no check is made). Error code Device with the reason where OpenGL 4.3 is absent.
/// Any thread; `surface` was made in the GUI thread.
Result<EngineInfo> probeGl(QOffscreenSurface& surface);

} // namespace kerascope
