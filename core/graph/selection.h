// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/model.h"

#include <string>
#include <vector>

namespace kerascope {

/// Ticked leaf layers of a model, by LayerId. Containers are never ticked themselves.
using LayerSelection = std::vector<bool>;

LayerSelection allLayers(const Model& model);
LayerSelection noLayers(const Model& model);
/// Ticks the layer, or all leaf layers inside a container.
void tickLayer(const Model& model, LayerSelection& selection, LayerId layer, bool ticked);
/// Exact paths ("outer/inner"; a container ticks what is inside). Code Usage names the nearest for a wrong
/// one.
Result<LayerSelection> selectByNames(const Model& model, const std::vector<std::string>& names);
/// Everything on a path from `first` to `last`, both included. Code Usage where no path leads there.
Result<LayerSelection> selectBetween(const Model& model, const std::string& first, const std::string& last);
/// The layers themselves and everything that feeds them.
LayerSelection selectFeeding(const Model& model, const LayerSelection& targets);
/// Unticked layers that feed ticked ones, directly or through others, in model order.
std::vector<LayerId> missingFeeds(const Model& model, const LayerSelection& selection);
/// The nearest existing names by edit distance, at most `most`.
std::vector<std::string> nearestNames(
    const std::string& name, const std::vector<std::string>& names, size_t most = 3);

} // namespace kerascope
