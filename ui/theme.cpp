// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>
#include <cmath>

namespace kerascope {
namespace {

using namespace Qt::Literals::StringLiterals;

struct Surfaces {
    QColor window, base, alternate, text, button, highlight, highlightedText, quiet, disabled, toolTip, link;
};

QPalette paletteOf(const Surfaces& s)
{
    QPalette palette(s.button, s.window);
    for (auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
        const bool off = group == QPalette::Disabled;
        const QColor text = off ? s.disabled : s.text;
        palette.setColor(group, QPalette::Window, s.window);
        palette.setColor(group, QPalette::Base, off ? s.window : s.base);
        palette.setColor(group, QPalette::AlternateBase, s.alternate);
        palette.setColor(group, QPalette::Button, s.button);
        palette.setColor(group, QPalette::WindowText, text);
        palette.setColor(group, QPalette::Text, text);
        palette.setColor(group, QPalette::ButtonText, text);
        palette.setColor(group, QPalette::BrightText, s.text);
        palette.setColor(group, QPalette::PlaceholderText, s.quiet);
        palette.setColor(group, QPalette::Highlight, off ? s.disabled : s.highlight);
        palette.setColor(group, QPalette::HighlightedText, s.highlightedText);
        palette.setColor(group, QPalette::ToolTipBase, s.toolTip);
        palette.setColor(group, QPalette::ToolTipText, s.text);
        palette.setColor(group, QPalette::Link, s.link);
        palette.setColor(group, QPalette::LinkVisited, s.link);
    }
    return palette;
}

double channelLight(double value)
{
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour)
{
    return 0.2126 * channelLight(colour.redF()) + 0.7152 * channelLight(colour.greenF())
        + 0.0722 * channelLight(colour.blueF());
}

/// The palette that the desktop gave, kept before the first change.
const QPalette& desktopPalette()
{
    static const QPalette palette = QApplication::palette();
    return palette;
}

/// Qt's platform themes leave the hints in empty fields black, whatever the colour scheme.
QPalette legible(QPalette palette)
{
    const QColor hint = quietText(palette);
    for (auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled})
        palette.setColor(group, QPalette::PlaceholderText, hint);
    return palette;
}

} // namespace

QString themeId(Theme theme)
{
    return theme == Theme::Light ? u"light"_s : theme == Theme::Dark ? u"dark"_s : u"system"_s;
}

Theme themeFromId(const QString& id)
{
    return id == "light"_L1 ? Theme::Light : id == "dark"_L1 ? Theme::Dark : Theme::System;
}

QPalette lightPalette()
{
    return paletteOf({QColor(0xF3, 0xF4, 0xF6), Qt::white, QColor(0xF8, 0xF9, 0xFB), QColor(0x1B, 0x1F, 0x24),
        QColor(0xFB, 0xFB, 0xFC), QColor(0x2B, 0x5F, 0xC7), Qt::white, QColor(0x5B, 0x64, 0x6F),
        QColor(0x8D, 0x95, 0x9F), QColor(0xFF, 0xFF, 0xF4), QColor(0x2B, 0x5F, 0xC7)});
}

QPalette darkPalette()
{
    return paletteOf({QColor(0x20, 0x23, 0x28), QColor(0x17, 0x19, 0x1D), QColor(0x1C, 0x1F, 0x24),
        QColor(0xE3, 0xE6, 0xEA), QColor(0x2C, 0x30, 0x37), QColor(0x2F, 0x62, 0xBD), Qt::white,
        QColor(0x9D, 0xA6, 0xB1), QColor(0x76, 0x7F, 0x8A), QColor(0x2C, 0x30, 0x37),
        QColor(0x8A, 0xB1, 0xFF)});
}

void applyTheme(QApplication& app, Theme theme)
{
    const QPalette& desktop = desktopPalette();
    if (QApplication::style()->name().compare("fusion"_L1, Qt::CaseInsensitive) != 0)
        QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
    if (theme == Theme::System && desktop == QApplication::style()->standardPalette())
        theme = Theme::Light; // the desktop gave nothing of its own
    app.setPalette(theme == Theme::Light ? lightPalette()
            : theme == Theme::Dark       ? darkPalette()
                                         : legible(desktop));
}

bool isDark(const QPalette& palette) { return palette.color(QPalette::Window).lightness() < 128; }

QColor mixed(const QColor& from, const QColor& to, double share)
{
    const auto mix = [share](float a, float b) { return float(a + (b - a) * share); };
    return QColor::fromRgbF(
        mix(from.redF(), to.redF()), mix(from.greenF(), to.greenF()), mix(from.blueF(), to.blueF()));
}

double contrastRatio(const QColor& one, const QColor& other)
{
    const double a = luminance(one), b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QColor accentColour(const QPalette& palette)
{
    const QColor accent = palette.color(QPalette::Active, QPalette::Highlight);
    const QColor text = palette.color(QPalette::Active, QPalette::Text);
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    QColor colour = accent;
    for (double share = 0.1; contrastRatio(colour, base) < 4.5 && share <= 1; share += 0.1)
        colour = mixed(accent, text, share);
    return colour;
}

QColor quietText(const QPalette& palette)
{
    const QColor text = palette.color(QPalette::Active, QPalette::WindowText);
    const QColor window = palette.color(QPalette::Active, QPalette::Window);
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    QColor colour = text;
    for (double share = 0.45; share > 0; share -= 0.05) {
        colour = mixed(text, window, share);
        if (contrastRatio(colour, window) >= 4.6 && contrastRatio(colour, base) >= 4.6)
            return colour;
    }
    return text;
}

QColor lineColour(const QPalette& palette)
{
    return mixed(palette.color(QPalette::Active, QPalette::Window),
        palette.color(QPalette::Active, QPalette::WindowText), 0.16);
}

QColor visibleMark(const QColor& colour, const QPalette& palette)
{
    constexpr double least = 2.2;
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    QColor mark = colour;
    for (double share = 0.1; contrastRatio(mark, base) < least && share <= 1; share += 0.1)
        mark = mixed(colour, palette.color(QPalette::Active, QPalette::Text), share);
    return mark;
}

QColor errorColour(const QPalette& palette)
{
    return isDark(palette) ? QColor(0xFF, 0x8A, 0x80) : QColor(0xB3, 0x1B, 0x1B);
}

QColor warningColour(const QPalette& palette)
{
    return isDark(palette) ? QColor(0xF2, 0xC0, 0x5C) : QColor(0x85, 0x5A, 0x00);
}

QColor memoryColour(const QPalette& palette, int step)
{
    const QColor accent = accentColour(palette);
    const QColor base = palette.color(QPalette::Active, QPalette::Base);
    return mixed(accent, base, step == 0 ? 0.0 : step == 1 ? 0.4 : 0.68);
}

QFont numberFont(const QFont& base)
{
    // DejaVu, Noto, Inter and the system fonts of all desktops have tabular digits by default; only the hint
    // is ours.
    QFont font(base);
    font.setStyleHint(QFont::SansSerif);
    return font;
}

} // namespace kerascope
