// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/default_engine.h"

namespace kerascope {

DefaultEngine chooseDefaultEngine(const Result<EngineInfo>& gl)
{
    if (!gl)
        return {"cpu", gl.error().what};
    if (gl->softwareRenderer)
        return {"cpu",
            {msg("core", "OpenGL is rendered in software here (%1), so the CPU engine is faster"),
                gl->device}};
    return {"gl", {}};
}

} // namespace kerascope
