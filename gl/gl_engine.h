// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"

#include <filesystem>
#include <memory>
#include <optional>

class QOffscreenSurface;

namespace kerascope {

struct GlEngineOptions {
    std::filesystem::path programCache; ///< folder for program binaries; empty = none on disk
    bool minimumLimits = false; ///< pretend the limits of GL 4.3's minimum, to test splitting
    bool debugContext = false;
    std::optional<bool>
        forceHardwareKernels; ///< shared-memory kernels (true) or those for software renderers
                              ///< (false), whatever the renderer; nothing: by the renderer
    bool plainKernels = false; ///< as on a driver that fails the check of the kernels, for tests
    std::optional<int> forcedTile; ///< number of the matrix product's tile to use always, for tests
};

/// The OpenGL 4.3 compute engine. `surface` was created in the GUI thread and outlives the engine; the engine
/// makes its own context in the calling thread, which becomes the engine thread. Error code Device where
/// OpenGL 4.3 is absent, with the reason.
Result<std::unique_ptr<Engine>> makeGlEngine(QOffscreenSurface& surface, const GlEngineOptions& options);

/// True for llvmpipe, softpipe, SwiftShader and the like.
bool isSoftwareRenderer(const std::string& renderer);

} // namespace kerascope
