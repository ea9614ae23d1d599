// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_view.h"

#include <QColor>
#include <QString>
#include <optional>

namespace kerascope {

/// From a value to a place on the heat scale, 0…1, and to a colour.
struct HeatScale {
    HeatKind kind = HeatKind::None;
    bool logarithmic = false;
    double least = 0, most = 0; ///< of the leaves; most = 0: nothing to show

    bool empty() const { return kind == HeatKind::None || most <= 0; }
    /// Nothing for a value that is not known; values outside are held at the ends.
    std::optional<double> position(std::optional<double> value) const;
    double valueAt(double position) const;
    /// The value with its unit.
    QString text(double value) const;

    /// One perceptual scale after cividis (Nuñez, Anderton, Renslow 2018), readable by the colour-blind: from
    /// what is near the surface to what stands out, so light and dark surfaces have a variant each.
    static QColor colour(double position, bool dark);
};

QString heatName(HeatKind kind);

} // namespace kerascope
