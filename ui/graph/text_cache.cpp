// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/text_cache.h"

#include "ui/theme.h"

#include <cmath>

namespace kerascope {
namespace {

constexpr qsizetype mostTexts = 6000;
constexpr qsizetype mostFaces = 64;

} // namespace

void TextCache::setFont(const QFont& font)
{
    base_ = numberFont(font);
    faces_.clear();
    texts_.clear();
}

const TextCache::Face& TextCache::face(int pixels, TextWeight weight)
{
    const int key = pixels * 2 + int(weight);
    const auto known = faces_.constFind(key);
    if (known != faces_.cend())
        return *known;
    if (faces_.size() >= mostFaces)
        faces_.clear();
    QFont font(base_);
    font.setPixelSize(std::max(1, pixels));
    if (weight == TextWeight::Strong)
        font.setWeight(QFont::DemiBold);
    return *faces_.insert(key, {font, QFontMetricsF(font)});
}

double TextCache::width(const QString& text, int pixels, TextWeight weight)
{
    return face(pixels, weight).metrics.horizontalAdvance(text);
}

void TextCache::draw(QPainter& painter, const QRectF& box, Qt::Alignment side, const QString& text,
    int pixels, TextWeight weight, Qt::TextElideMode elide)
{
    if (text.isEmpty() || box.width() < 1)
        return;
    const Face& shape = face(pixels, weight);
    const Key key{text, pixels, int(std::floor(box.width())), weight};
    auto known = texts_.find(key);
    if (known == texts_.end()) {
        if (texts_.size() >= mostTexts)
            texts_.clear();
        QStaticText laidOut(shape.metrics.elidedText(text, elide, key.width));
        laidOut.setTextFormat(Qt::PlainText);
        laidOut.prepare(QTransform(), shape.font);
        known = texts_.insert(key, laidOut);
    }
    const QSizeF size = known->size();
    const double left = side & Qt::AlignRight ? box.right() - size.width()
        : side & Qt::AlignHCenter             ? box.center().x() - size.width() / 2
                                              : box.left();
    painter.setFont(shape.font);
    painter.drawStaticText(
        QPointF(std::round(left), std::round(box.center().y() - size.height() / 2)), *known);
}

} // namespace kerascope
