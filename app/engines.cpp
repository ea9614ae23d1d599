// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engines.h"

#include "core/engine/engines.h"
#include "gl/gl_engine.h"

#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QStandardPaths>
#include <QSurfaceFormat>

namespace kerascope {

std::filesystem::path programCacheFolder()
{
    const QString base = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
    return std::filesystem::path(base.toStdString()) / "kerascope" / "programs";
}

std::shared_ptr<QOffscreenSurface> makeSurface()
{
    if (!qobject_cast<QGuiApplication*>(QCoreApplication::instance()))
        return nullptr;
    auto surface = std::make_shared<QOffscreenSurface>();
    QSurfaceFormat format;
    format.setVersion(4, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    surface->setFormat(format);
    surface->create();
    return surface;
}

EngineFactory engineFactory(int threads, std::shared_ptr<QOffscreenSurface> surface)
{
    return [threads, surface = std::move(surface)](const std::string& id) -> Result<std::unique_ptr<Engine>> {
        if (id == "reference")
            return makeReferenceEngine();
        if (id == "cpu")
            return makeCpuEngine(threads);
        if (id != "gl")
            return Error{ErrorCode::Usage, id, {msg("core", "there is no engine of this name")},
                {msg("core", "choose gl, cpu or reference")}};
        if (!surface || !surface->isValid())
            return Error{ErrorCode::Device, "gl", {msg("core", "OpenGL needs a display")},
                {msg("core", "start it in a desktop session or under xvfb-run, or choose the engine cpu")}};
        GlEngineOptions options;
        options.programCache = programCacheFolder();
        return makeGlEngine(*surface, options);
    };
}

} // namespace kerascope
