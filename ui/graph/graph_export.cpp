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

void paintAll(const GraphPicture& picture, QPainter& painter, double scale)
{
    TextCache texts;
    texts.setFont(picture.font);
    // Selection, search and the mouse belong to the window, not to the picture.
    GraphScene scene = picture.scene;
    scene.select(-1);
    scene.hover(-1);
    scene.setSearch({});
    PaintContext context{
        painter, scene, picture.style, picture.metrics, texts, Camera{scale, {}}, Detail::Near, false};
    paintGraph(context, QRectF(QPointF(0, 0), scene.geometry().size * scale));
}

} // namespace

Result<void> exportGraphPng(const GraphPicture& picture, const QString& path, double scale)
{
    if (picture.scene.empty())
        return nothingToDraw();
    const QSizeF size = picture.scene.geometry().size;
    const double held = heldScale(size, scale);
    QImage image((size * held).toSize().expandedTo(QSize(1, 1)), QImage::Format_RGB32);
    if (image.isNull())
        return Error{ErrorCode::Device, {}, msg("core", "not enough memory for the picture"), {}};
    QPainter painter(&image);
    paintAll(picture, painter, held);
    painter.end();
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !image.save(&file, "PNG") || !file.commit())
        return cannotWrite(file);
    return {};
}

Result<void> exportGraphSvg(const GraphPicture& picture, const QString& path)
{
    if (picture.scene.empty())
        return nothingToDraw();
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(file);
    const QSize size = picture.scene.geometry().size.toSize();
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setResolution(90); // so many points an inch does QSvgRenderer count with: one unit, one pixel
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setTitle(QString::fromStdString(picture.scene.items().summary->model->name));
    QPainter painter;
    if (!painter.begin(&generator))
        return cannotWrite(file);
    paintAll(picture, painter, 1);
    painter.end();
    if (!file.commit())
        return cannotWrite(file);
    return {};
}

} // namespace kerascope
