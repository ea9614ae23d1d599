// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/model.h"

#include <QColor>
#include <QString>

namespace kerascope {

/// What kind of work a layer does; has a colour of its own (Okabe–Ito) and always a name beside it.
enum class LayerCategory {
    Convolution,
    Dense,
    Recurrent,
    Attention,
    Normalisation,
    Activation,
    Pooling,
    Merge,
    Shape,
    InputOutput,
    Container,
    Unsupported,
};

LayerCategory categoryOf(const Layer& layer);
QColor categoryColour(LayerCategory category);
QString categoryName(LayerCategory category);

} // namespace kerascope
