// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/selection.h"
#include "ui/graph/graph_geometry.h"
#include "ui/graph/heat_scale.h"
#include "ui/layer_figures.h"

#include <memory>
#include <optional>
#include <vector>

namespace kerascope {

/// All that a picture of the graph depends on, apart from the place of the window over it. One thread at a
/// time.
class GraphScene {
public:
    void clear();
    /// For another thread: a copy with a geometry of its own, whose search grids keep marks while they look.
    GraphScene detached() const;
    void setGraph(std::shared_ptr<const GraphItems> items, std::shared_ptr<const GraphGeometry> geometry);
    bool empty() const { return !geometry_ || geometry_->shown.empty(); }
    const GraphItems& items() const { return *items_; }
    const GraphGeometry& geometry() const { return *geometry_; }
    std::shared_ptr<const GraphItems> sharedItems() const { return items_; }
    int count() const { return items_ ? items_->count() : 0; }

    void setTicked(const LayerSelection& selection);
    const LayerSelection& ticked() const { return ticked_; }
    /// Of a group what its inner leaves have.
    Qt::CheckState tick(int item) const { return ticks_[size_t(item)]; }

    void setFigures(const std::vector<LayerFigure>& figures, bool stale);
    /// Null where nothing is known.
    const LayerFigure* figure(int item) const;
    bool stale() const { return stale_; }
    /// Of one run: planned where there is a plan, else predicted.
    std::optional<uint64_t> activationBytes(int item) const;

    void setHeat(HeatKind kind, bool logarithmic);
    const HeatScale& heat() const { return scale_; }
    std::optional<double> heatAt(int item) const { return scale_.position(value(item)); }

    void setSearch(const QString& text);
    bool searching() const { return !search_.isEmpty(); }
    bool matches(int item) const { return matches_[size_t(item)] != 0; }
    const std::vector<int>& found() const { return found_; } ///< items, hidden ones too
    /// Of a folded group: something inside matches.
    bool hidesMatch(int item) const { return matchesInside_[size_t(item)] != 0; }

    int selected() const { return selected_; }
    void select(int item) { selected_ = item; }
    int hovered() const { return hovered_; }
    bool hover(int item) { return std::exchange(hovered_, item) != item; }

    /// "Conv2D conv1 …" with every number in full, for the tooltip.
    QString toolTip(int item) const;
    /// For a screen reader: shape, parameters, ticked or not, time.
    QString description(int item) const;

private:
    std::optional<double> value(int item) const;
    void updateTicks();
    void updateHeat();
    void updateSearch();

    std::shared_ptr<const GraphItems> items_;
    std::shared_ptr<const GraphGeometry> geometry_;
    LayerSelection ticked_;
    std::vector<Qt::CheckState> ticks_;
    std::vector<LayerFigure> figures_;
    bool stale_ = false;
    HeatScale scale_;
    QString search_;
    std::vector<char> matches_, matchesInside_;
    std::vector<int> found_;
    int selected_ = -1, hovered_ = -1;
};

} // namespace kerascope
