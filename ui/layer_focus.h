// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/model.h"

#include <QObject>

namespace kerascope {

/// The one layer that list, graph, charts and inspector look at: selecting anywhere selects everywhere.
class LayerFocus : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    LayerId layer() const { return layer_; }

public slots:
    void setLayer(kerascope::LayerId layer)
    {
        if (layer == layer_)
            return;
        layer_ = layer;
        emit changed(layer);
    }

signals:
    void changed(kerascope::LayerId layer);

private:
    LayerId layer_ = noId;
};

} // namespace kerascope
