// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/model_difference.h"

#include "core/engine/compare.h"

#include <algorithm>
#include <map>
#include <set>

namespace kerascope {
namespace {

std::vector<std::string> differentOptions(const Layer& first, const Layer& second)
{
    std::set<std::string> keys;
    for (const Layer* layer : {&first, &second})
        if (layer->config.is_object())
            for (const auto& [key, value] : layer->config.items())
                keys.insert(key);
    const auto valueOf = [](const Layer& layer, const std::string& key) {
        return layer.config.is_object() && layer.config.contains(key) ? layer.config.at(key)
                                                                      : nlohmann::json();
    };
    std::vector<std::string> out;
    for (const std::string& key : keys)
        if (valueOf(first, key) != valueOf(second, key))
            out.push_back(key);
    return out;
}

int indexOf(const Layer& layer, const std::string& role)
{
    const auto found = std::find_if(
        layer.weights.begin(), layer.weights.end(), [&](const Weight& w) { return w.role == role; });
    return found == layer.weights.end() ? -1 : int(found - layer.weights.begin());
}

class Comparer {
public:
    Comparer(const ComparedModel& first, const ComparedModel& second, const std::stop_token& stop)
        : first_(first)
        , second_(second)
        , stop_(stop)
    {
    }

    Result<void> compareWeights(LayerDifference& pair) const
    {
        for (size_t i = 0; i < pair.first->weights.size(); ++i) {
            const Weight& weight = pair.first->weights[i];
            const int other = indexOf(*pair.second, weight.role);
            WeightDifference difference{weight.role, weight.shape, std::nullopt, std::nullopt};
            if (other >= 0)
                difference.second = pair.second->weights[size_t(other)].shape;
            if (difference.first == difference.second && first_.weights && second_.weights) {
                auto error = errorBetween({pair.first->id, int(i)}, {pair.second->id, other});
                if (!error)
                    return error.error();
                difference.error = *error;
            }
            if (difference.first != difference.second || difference.error.value_or(0) > 0)
                pair.weights.push_back(std::move(difference));
        }
        for (const Weight& weight : pair.second->weights)
            if (indexOf(*pair.first, weight.role) < 0)
                pair.weights.push_back({weight.role, std::nullopt, weight.shape, std::nullopt});
        return {};
    }

private:
    Result<double> errorBetween(WeightRef first, WeightRef second) const
    {
        const auto one = first_.weights->weight(first, stop_);
        if (!one)
            return one.error();
        const auto other = second_.weights->weight(second, stop_);
        if (!other)
            return other.error();
        return maxError(**other, **one);
    }

    const ComparedModel& first_;
    const ComparedModel& second_;
    const std::stop_token& stop_;
};

} // namespace

Result<std::vector<LayerDifference>> compareModels(
    const ComparedModel& first, const ComparedModel& second, const std::stop_token& stop)
{
    std::map<std::string, const Layer*> others;
    for (const Layer& layer : second.model->layers)
        if (!layer.container)
            others.emplace(layer.path, &layer);
    const Comparer comparer(first, second, stop);
    std::vector<LayerDifference> out;
    for (const Layer& layer : first.model->layers) {
        if (layer.container)
            continue;
        if (stop.stop_requested())
            return cancelled();
        LayerDifference pair{layer.path, &layer, nullptr, {}, {}};
        if (auto other = others.extract(layer.path); !other.empty()) {
            pair.second = other.mapped();
            pair.options = differentOptions(layer, *pair.second);
            if (auto done = comparer.compareWeights(pair); !done)
                return done.error();
        }
        out.push_back(std::move(pair));
    }
    for (const Layer& layer : second.model->layers)
        if (others.contains(layer.path))
            out.push_back({layer.path, nullptr, &layer, {}, {}});
    return out;
}

} // namespace kerascope
