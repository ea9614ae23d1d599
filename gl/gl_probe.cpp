// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/gl_probe.h"

#include "gl/device.h"

namespace kerascope {

Result<EngineInfo> probeGl(QOffscreenSurface& surface)
{
    const Result<GlDevicePtr> device = GlDevice::create(surface, {});
    if (!device)
        return device.error();
    const GlLimits& limits = (*device)->limits();
    EngineInfo info;
    info.id = "gl";
    info.device = limits.renderer;
    info.driver = limits.version;
    info.softwareRenderer = (*device)->softwareRenderer();
    info.limits = describeLimits(limits);
    return info;
}

} // namespace kerascope
