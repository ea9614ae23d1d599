// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_export.h"

#include "ui/graph/graph_painter.h"

#include <QCoreApplication>
#include <QImage>
#include <QSaveFile>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

namespace kerascope {
namespace {

constexpr double mostSide = 16000; ///< pixels
constexpr double mostPixels = 64e6; ///< 256 MB
constexpr int bandHeight = 256; ///< pixels between two looks at the stop and the progress

/// Refuses further bytes after a stop, which ends every encoder.
class StoppableFile : public QSaveFile {
public:
    StoppableFile(const QString& path, std::stop_token stop)
        : QSaveFile(path)
        , stop_(std::move(stop))
    {
    }

protected:
    qint64 writeData(const char* data, qint64 size) override
    {
        return stop_.stop_requested() ? -1 : QSaveFile::writeData(data, size);
    }

private:
    std::stop_token stop_;
};

Error cannotWrite(const QFileDevice& file)
{
    return {ErrorCode::File, file.fileName().toStdString(),
        Text(msg("core", "cannot be written: %1"), file.errorString().toStdString()), {}};
}

Error nothingToDraw()
{
    return {
        ErrorCode::Usage, {}, msg("core", "there is no graph to export"), msg("core", "open a model first")};
}

double heldScale(const QSizeF& size, double scale)
{
    return std::min({std::clamp(scale, 0.01, 8.0), mostSide / size.width(), mostSide / size.height(),
        std::sqrt(mostPixels / (size.width() * size.height()))});
}

/// Selection, search and the mouse belong to the window, not to the picture.
GraphScene plainScene(const GraphPicture& picture)
{
    GraphScene scene = picture.scene;
    scene.select(-1);
    scene.hover(-1);
    scene.setSearch({});
    return scene;
}

QImage drawn(const GraphPicture& picture, const QSize& size, double scale, const ExportWatch& watch)
{
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull())
        return image;
    TextCache texts;
    texts.setFont(picture.font);
    const GraphScene scene = plainScene(picture);
    QPainter painter(&image);
    PaintContext context{
        painter, scene, picture.style, picture.metrics, texts, Camera{scale, {}}, Detail::Near, false, {}};
    for (int top = 0; top < size.height() && !watch.stop.stop_requested(); top += bandHeight) {
        const QRect band(0, top, size.width(), std::min(bandHeight, size.height() - top));
        painter.setClipRect(band);
        paintGraph(context, band);
        if (watch.drawn)
            watch.drawn(double(band.bottom() + 1) / size.height());
    }
    return image;
}

} // namespace

Result<void> exportGraphPng(
    const GraphPicture& picture, const QString& path, double scale, const ExportWatch& watch)
{
    if (picture.scene.empty())
        return nothingToDraw();
    const QSizeF size = picture.scene.geometry().size;
    const double held = heldScale(size, scale);
    const QImage image = drawn(picture, (size * held).toSize().expandedTo(QSize(1, 1)), held, watch);
    if (image.isNull())
        return Error{ErrorCode::Device, {}, msg("core", "not enough memory for the picture"), {}};
    StoppableFile file(path, watch.stop);
    const bool written = file.open(QIODevice::WriteOnly) && image.save(&file, "PNG");
    if (watch.stop.stop_requested())
        return cancelled();
    if (!written || !file.commit())
        return cannotWrite(file);
    return {};
}

Result<void> exportGraphSvg(const GraphPicture& picture, const QString& path, const ExportWatch& watch)
{
    if (picture.scene.empty())
        return nothingToDraw();
    StoppableFile file(path, watch.stop);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(file);
    const GraphScene scene = plainScene(picture);
    const QSize size = scene.geometry().size.toSize();
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setResolution(90); // so many points an inch does QSvgRenderer count with: one unit, one pixel
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setTitle(QString::fromStdString(scene.items().summary->model->name));
    QPainter painter;
    if (!painter.begin(&generator))
        return cannotWrite(file);
    TextCache texts;
    texts.setFont(picture.font);
    PaintContext context{painter, scene, picture.style, picture.metrics, texts, Camera{1, {}}, Detail::Near,
        false, watch.stop};
    paintGraph(context, QRectF(QPointF(0, 0), scene.geometry().size));
    painter.end();
    if (watch.stop.stop_requested())
        return cancelled();
    if (!file.commit())
        return cannotWrite(file);
    return {};
}

} // namespace kerascope
