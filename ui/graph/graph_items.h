// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/summary.h"
#include "ui/category.h"

#include <QString>
#include <memory>
#include <vector>

namespace kerascope {

/// One thing that can be drawn as a box: a leaf call, or the call of a nested model (a group).
struct GraphItem {
    bool group = false;
    int parent = -1; ///< item of the group around it
    int depth = 0;
    int leaves = 1; ///< leaf items inside a group
    CallId call = noId;
    LayerId layer = noId;
    LayerCategory category = LayerCategory::Shape;
    QString type, name;
    QString shape; ///< output without the batch axis; may be empty
    QString params; ///< "864 params"; empty for none
    QString callOf; ///< of a shared layer: "call 2 of 3"
    bool supported = true; ///< of a group: all inside
    QString reason;
    bool output = false; ///< the model returns one of its tensors
};

/// A tensor that goes from one leaf to another.
struct GraphEdge {
    int from = -1, to = -1; ///< items
    QString shape;
    bool mask = false;
};

/// The model as the view shows it: leaf calls, the groups around them, and edges. InputLayers of nested
/// models that only pass a tensor on are left out. Immutable; texts are in the language of the moment.
struct GraphItems {
    std::shared_ptr<const ModelSummary> summary;
    std::vector<GraphItem> items; ///< order of Model::calls
    std::vector<GraphEdge> edges;
    std::vector<std::vector<int>> ofLayer; ///< by LayerId; a hidden InputLayer has none
    int groups = 0;

    const GraphItem& operator[](int item) const { return items[size_t(item)]; }
    int count() const { return int(items.size()); }
    const Layer& layerOf(int item) const { return summary->model->layers[size_t((*this)[item].layer)]; }
    const LayerSummary& summaryOf(int item) const { return summary->layers[size_t((*this)[item].layer)]; }
};

/// A sentence of the drawing (context "GraphScene") in the user's language.
QString graphText(const char* source);

GraphItems makeGraphItems(std::shared_ptr<const ModelSummary> summary);

} // namespace kerascope
