// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/category.h"

#include <QColor>
#include <QPalette>
#include <array>

namespace kerascope {

/// Colours of the drawing, derived from the palette once per change of it. Text on any of the surfaces here
/// has a contrast of 4.5:1 or more.
struct GraphStyle {
    bool dark = false;
    QColor canvas; ///< behind everything
    QColor box; ///< a node
    QColor border, edge;
    QColor text, quiet;
    QColor accent, match, error;
    QPalette palette;

    struct Tints {
        QColor strong; ///< stripe, far block
        QColor soft; ///< header
        QColor pale; ///< far block that is not ticked
    };
    const Tints& of(LayerCategory category) const { return tints_[size_t(category)]; }
    QColor frame(int depth) const;
    /// Black or white, whichever reads better.
    static QColor textOn(const QColor& surface);

    static GraphStyle of(const QPalette& palette);

private:
    std::array<Tints, size_t(LayerCategory::Unsupported) + 1> tints_;
};

} // namespace kerascope
