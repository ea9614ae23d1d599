// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"

namespace kerascope {

/// The default, and `note` on why it is not gl: a software renderer or no OpenGL.
struct DefaultEngine {
    std::string id;
    Text note;
};
DefaultEngine chooseDefaultEngine(const Result<EngineInfo>& gl);

} // namespace kerascope
