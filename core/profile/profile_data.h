// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/layer_times.h"
#include "core/profile/run_record.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kerascope {

/// A model of the session as the exports name it.
struct ProfiledModel {
    std::string name; ///< file name
    std::shared_ptr<const Model> model;
};

/// Everything that an export needs: a snapshot that no other thread changes.
struct ProfileData {
    std::map<int, ProfiledModel> models; ///< by version
    std::string device; ///< of the last run's engine
    std::vector<RunRecord> runs; ///< oldest first

    /// Records of the newest plan, in order: layers.csv and the JSON are about these.
    std::vector<const RunRecord*> newest() const;
};

/// Shapes of tensors in the plan, joined by ";".
std::string shapesText(const Plan& plan, const std::vector<TensorRef>& tensors);
/// Output shapes of a call in the plan without masks, "1x7x7x64;1x64".
std::string outputShapesText(const Plan& plan, const Call& call);
/// Sum of the layer times of one run in ms; nothing without stamps.
std::optional<double> sumLayersMs(const RunRecord& record);
/// Mean of plain runs (no stamps, no warm-up) in ms; of all but warm-up where there are none.
Statistics runStatistics(const std::vector<const RunRecord*>& records);
/// What stamps cost: mean of stamped runs against plain ones, in percent; nothing if one kind is missing.
std::optional<double> stampOverheadPercent(const std::vector<const RunRecord*>& records);

} // namespace kerascope
