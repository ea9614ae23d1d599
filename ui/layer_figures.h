// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/model.h"

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kerascope {

class RunRange;
class Session;

/// Time and memory of one layer, all its calls together. A container has the sums of its inner layers.
struct LayerFigure {
    std::optional<double> lastMs, meanMs, share; ///< share of the sum of all layers, 0…1
    std::optional<LayerId> fusedInto; ///< the layer that carries this one's time
    uint64_t weightBytes = 0, activationBytes = 0, workspaceBytes = 0; ///< as the plan places them
    bool planned = false; ///< false: not in the plan; bytes are then the prediction from shapes
};

/// What list, graph and charts show beside each layer; worked out once for all of them, at most twice a
/// second. `stale` figures come from the model, ticks or engine before.
class LayerFigures : public QObject {
    Q_OBJECT
public:
    explicit LayerFigures(const Session& session, QObject* parent = nullptr);
    /// Takes the times from the picked runs alone; `range` must outlive this.
    void follow(const RunRange& range);
    /// By LayerId.
    const std::vector<LayerFigure>& figures() const { return figures_; }
    /// Runs with stamps that the means are taken from.
    size_t stampedRuns() const { return stampedRuns_; }
    /// Mean of the whole run over the same runs as the layers' means; nothing without such runs.
    std::optional<double> meanRunMs() const { return meanRunMs_; }
    /// False while nothing is prepared: bytes are predictions then.
    bool planned() const { return planned_; }

signals:
    void changed();

private:
    void schedule();
    void refresh();
    void predict();
    void addPlan();
    void addToContainers();

    const Session& session_;
    const RunRange* range_ = nullptr;
    QTimer timer_;
    std::vector<LayerFigure> figures_;
    std::optional<double> meanRunMs_;
    size_t stampedRuns_ = 0;
    bool planned_ = false;
};

} // namespace kerascope
