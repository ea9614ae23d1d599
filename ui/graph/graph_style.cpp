// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_style.h"

#include "ui/theme.h"

namespace kerascope {
namespace {

constexpr double leastContrastOfShapes = 2.6;

/// The colour itself, or moved towards the text until it stands out from the surface.
QColor visibleOn(const QColor& surface, QColor colour, const QColor& text)
{
    const QColor start = colour;
    for (double share = 0.1; share <= 1 && contrastRatio(colour, surface) < leastContrastOfShapes;
         share += 0.1)
        colour = mixed(start, text, share);
    return colour;
}

} // namespace

GraphStyle GraphStyle::of(const QPalette& palette)
{
    GraphStyle style;
    style.palette = palette;
    style.dark = isDark(palette);
    const QColor window = palette.color(QPalette::Active, QPalette::Window);
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    const bool boxIsBase = base.lightness() >= window.lightness();
    style.canvas = boxIsBase ? window : base;
    style.box = boxIsBase ? base : window;
    style.text = palette.color(QPalette::Active, QPalette::Text);
    style.quiet = quietText(palette);
    style.border = mixed(style.box, style.text, style.dark ? 0.26 : 0.24);
    style.edge = mixed(style.canvas, style.text, 0.42);
    style.accent = accentColour(palette);
    style.match = mixed(style.box, style.accent, style.dark ? 0.35 : 0.22);
    style.error = errorColour(palette);
    for (size_t i = 0; i < style.tints_.size(); ++i) {
        const QColor colour = visibleOn(style.box, categoryColour(LayerCategory(i)), style.text);
        style.tints_[i] = {
            colour, mixed(style.box, colour, style.dark ? 0.22 : 0.13), mixed(style.canvas, colour, 0.38)};
    }
    return style;
}

QColor GraphStyle::frame(int depth) const { return mixed(canvas, text, std::min(0.035 * (depth + 1), 0.14)); }

QColor GraphStyle::textOn(const QColor& surface)
{
    return contrastRatio(surface, Qt::black) >= contrastRatio(surface, Qt::white) ? QColor(Qt::black)
                                                                                  : QColor(Qt::white);
}

} // namespace kerascope
