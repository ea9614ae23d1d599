// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/selection.h"

#include <QObject>
#include <QTimer>

namespace kerascope {

class Session;

/// The ticks as the user sees them: list and graph change them here at once, and the session hears of many
/// quick changes as one.
class Ticks : public QObject {
    Q_OBJECT
public:
    explicit Ticks(Session& session, QObject* parent = nullptr);
    const LayerSelection& selection() const { return selection_; }
    /// Of a leaf its own tick; of a container what its inner leaves have.
    Qt::CheckState state(LayerId layer) const;
    /// Unticked layers that feed ticked ones.
    const std::vector<LayerId>& missing() const { return missing_; }

public slots:
    void setSelection(const kerascope::LayerSelection& selection);
    void tick(kerascope::LayerId layer, bool ticked);
    void addMissing();

signals:
    void changed();

private:
    void takeFromSession();
    void update();
    void send();

    Session& session_;
    LayerSelection selection_;
    std::vector<int> leaves_, tickedLeaves_; ///< by LayerId: inside a container, or 1 of a leaf
    std::vector<LayerId> missing_;
    QTimer timer_;
};

} // namespace kerascope
