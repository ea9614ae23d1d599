// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

class QApplication;

namespace kerascope {

enum class Theme { System, Light, Dark };

QString themeId(Theme theme);
Theme themeFromId(const QString& id);

/// Fusion and the palette of the theme; System keeps the palette that the desktop gave.
void applyTheme(QApplication& app, Theme theme);
QPalette lightPalette();
QPalette darkPalette();

/// Qt 6.4 has no colour scheme: dark is what has a dark window.
bool isDark(const QPalette& palette);
QColor mixed(const QColor& from, const QColor& to, double share);
/// WCAG 2 contrast of two opaque colours, 1…21.
double contrastRatio(const QColor& one, const QColor& other);
/// The one accent colour, fit for lines and marks on the palette's base.
QColor accentColour(const QPalette& palette);
/// Text of second rank, still at 4.5:1 on window and base.
QColor quietText(const QPalette& palette);
/// Hairlines between surfaces.
QColor lineColour(const QPalette& palette);
/// `colour` moved towards the text until it stands out from the base; for marks of a fixed colour.
QColor visibleMark(const QColor& colour, const QPalette& palette);
/// Colour of errors and warnings as text on the palette's window.
QColor errorColour(const QPalette& palette);
QColor warningColour(const QPalette& palette);
/// Weights, activations, workspace: three steps of the accent's hue (step 0, 1, 2).
QColor memoryColour(const QPalette& palette, int step);
/// The widget's font with digits of equal width.
QFont numberFont(const QFont& base);

} // namespace kerascope
