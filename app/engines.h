// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/engine_thread.h"

#include <filesystem>
#include <memory>

class QOffscreenSurface;

namespace kerascope {

/// Where program binaries are kept: the user's cache folder.
std::filesystem::path programCacheFolder();

/// The surface that a GL context in another thread draws to: made in the GUI thread, null without a
/// QGuiApplication.
std::shared_ptr<QOffscreenSurface> makeSurface();

/// Makes engines by their ids "gl", "cpu", "reference". Without a surface "gl" is an error of code Device.
EngineFactory engineFactory(int threads, std::shared_ptr<QOffscreenSurface> surface);

} // namespace kerascope
