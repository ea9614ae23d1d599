// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/weight_store.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace kerascope {

struct WeightDifference {
    std::string role;
    std::optional<Shape> first, second; ///< nothing where that side lacks it
    std::optional<double> error; ///< maxError(second, first); nothing where the shapes differ
};

/// Leaf layers of one path in both models, or of one alone.
struct LayerDifference {
    std::string path;
    const Layer* first = nullptr;
    const Layer* second = nullptr;
    std::vector<std::string> options; ///< keys of the configuration whose values differ
    std::vector<WeightDifference> weights; ///< those that differ
    bool same() const
    {
        return first && second && first->type == second->type && options.empty() && weights.empty();
    }
};

/// A model with its weights at hand.
struct ComparedModel {
    std::shared_ptr<const Model> model;
    std::shared_ptr<WeightStore> weights; ///< null: shapes alone are compared
};

/// Pairs leaf layers by path, in the order of the first model, those of the second alone at the end; reads
/// the weights of every pair whose shapes agree.
Result<std::vector<LayerDifference>> compareModels(
    const ComparedModel& first, const ComparedModel& second, const std::stop_token& stop);

} // namespace kerascope
