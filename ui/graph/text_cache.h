// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <QStaticText>
#include <array>

namespace kerascope {

enum class TextWeight { Plain, Strong };

/// Laid-out texts of what was in sight lately. Only what is drawn comes in here, so it stays small in the
/// largest graph.
class TextCache {
public:
    void setFont(const QFont& font);
    /// Draws in the middle of the box's height, cut with "…" where it is too wide. `pixels` is the font's
    /// size.
    void draw(QPainter& painter, const QRectF& box, Qt::Alignment side, const QString& text, int pixels,
        TextWeight weight = TextWeight::Plain, Qt::TextElideMode elide = Qt::ElideMiddle);
    double width(const QString& text, int pixels, TextWeight weight = TextWeight::Plain);

private:
    struct Face {
        QFont font;
        QFontMetricsF metrics;
    };
    struct Key {
        QString text;
        int pixels, width;
        TextWeight weight;
        bool operator==(const Key&) const = default;
    };
    friend size_t qHash(const Key& key, size_t seed) noexcept
    {
        return qHashMulti(seed, key.text, key.pixels, key.width, int(key.weight));
    }
    const Face& face(int pixels, TextWeight weight);

    QFont base_;
    QHash<int, Face> faces_;
    QHash<Key, QStaticText> texts_;
};

} // namespace kerascope
