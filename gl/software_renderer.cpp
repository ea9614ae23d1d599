// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/gl_engine.h"

#include <array>
#include <string_view>

namespace kerascope {

bool isSoftwareRenderer(const std::string& renderer)
{
    constexpr std::array<std::string_view, 6> names{
        "llvmpipe", "softpipe", "SwiftShader", "Software Rasterizer", "swr", "GDI Generic"};
    for (const std::string_view name : names)
        if (renderer.find(name) != std::string::npos)
            return true;
    return false;
}

} // namespace kerascope
