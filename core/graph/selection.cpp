// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/selection.h"

#include <algorithm>
#include <unordered_map>

namespace kerascope {
namespace {

/// Layers that each layer is fed by or feeds, through leaf calls.
std::vector<std::vector<LayerId>> neighbours(const Model& model, bool feeding)
{
    std::vector<std::vector<LayerId>> out(model.layers.size());
    for (const Call& call : model.calls)
        for (const CallInput& input : call.inputs) {
            const LayerId from = model.calls[size_t(input.tensor.call)].layer;
            out[size_t(feeding ? call.layer : from)].push_back(feeding ? from : call.layer);
        }
    return out;
}

LayerSelection reach(const LayerSelection& start, const std::vector<std::vector<LayerId>>& edges)
{
    LayerSelection seen = start;
    std::vector<LayerId> open;
    for (size_t i = 0; i < start.size(); ++i)
        if (start[i])
            open.push_back(LayerId(i));
    while (!open.empty()) {
        const LayerId layer = open.back();
        open.pop_back();
        for (LayerId next : edges[size_t(layer)])
            if (!seen[size_t(next)]) {
                seen[size_t(next)] = true;
                open.push_back(next);
            }
    }
    return seen;
}

std::vector<std::string> allPaths(const Model& model)
{
    std::vector<std::string> names;
    names.reserve(model.layers.size());
    for (const Layer& layer : model.layers)
        names.push_back(layer.path);
    return names;
}

size_t editDistance(const std::string& a, const std::string& b)
{
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t replaced = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
            corner = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

Error unknownLayer(const Model& model, const std::string& name)
{
    std::string nearest;
    for (const std::string& near : nearestNames(name, allPaths(model)))
        nearest += (nearest.empty() ? "" : ", ") + near;
    if (nearest.empty())
        return {ErrorCode::Usage, name, {msg("core", "there is no layer of this name")}, {}};
    return {ErrorCode::Usage, name, {msg("core", "there is no layer of this name")},
        {msg("core", "the nearest names are %1"), nearest}};
}

} // namespace

LayerSelection allLayers(const Model& model)
{
    LayerSelection out(model.layers.size());
    for (const Layer& layer : model.layers)
        out[size_t(layer.id)] = !layer.container;
    return out;
}

LayerSelection noLayers(const Model& model) { return LayerSelection(model.layers.size(), false); }

void tickLayer(const Model& model, LayerSelection& selection, LayerId layer, bool ticked)
{
    // A container stands before its inner layers, so one pass in order reaches every depth.
    std::vector<bool> inside(model.layers.size(), false);
    for (size_t i = size_t(layer); i < model.layers.size(); ++i) {
        const Layer& candidate = model.layers[i];
        inside[i] = candidate.id == layer || (candidate.parent != noId && inside[size_t(candidate.parent)]);
        if (inside[i] && !candidate.container)
            selection[i] = ticked;
    }
}

Result<LayerSelection> selectByNames(const Model& model, const std::vector<std::string>& names)
{
    std::unordered_map<std::string, LayerId> byPath;
    for (const Layer& layer : model.layers)
        byPath.emplace(layer.path, layer.id);
    LayerSelection out = noLayers(model);
    for (const std::string& name : names) {
        const auto found = byPath.find(name);
        if (found == byPath.end())
            return unknownLayer(model, name);
        tickLayer(model, out, found->second, true);
    }
    return out;
}

Result<LayerSelection> selectBetween(const Model& model, const std::string& first, const std::string& last)
{
    auto from = selectByNames(model, {first});
    if (!from)
        return from;
    auto to = selectByNames(model, {last});
    if (!to)
        return to;
    const LayerSelection after = reach(*from, neighbours(model, false));
    const LayerSelection before = reach(*to, neighbours(model, true));
    LayerSelection out = noLayers(model);
    bool any = false;
    for (size_t i = 0; i < out.size(); ++i) {
        out[i] = after[i] && before[i];
        any = any || out[i];
    }
    if (!any)
        return Error{ErrorCode::Usage, first, {msg("core", "no path leads from %1 to %2"), first, last},
            {msg("core", "name the earlier layer first")}};
    return out;
}

LayerSelection selectFeeding(const Model& model, const LayerSelection& targets)
{
    return reach(targets, neighbours(model, true));
}

std::vector<LayerId> missingFeeds(const Model& model, const LayerSelection& selection)
{
    const LayerSelection needed = selectFeeding(model, selection);
    std::vector<LayerId> out;
    for (size_t i = 0; i < needed.size(); ++i)
        if (needed[i] && !selection[i])
            out.push_back(LayerId(i));
    return out;
}

std::vector<std::string> nearestNames(
    const std::string& name, const std::vector<std::string>& names, size_t most)
{
    std::vector<std::pair<size_t, std::string>> ranked;
    const size_t limit = std::max<size_t>(3, name.size() / 2);
    for (const std::string& candidate : names) {
        const bool inside = candidate.ends_with("/" + name); // the name of a layer inside a nested model
        const bool tooLong = candidate.size() > 512 || name.size() > 512;
        const size_t distance = inside ? 0 : tooLong ? limit + 1 : editDistance(name, candidate);
        if (distance <= limit)
            ranked.emplace_back(distance, candidate);
    }
    std::stable_sort(
        ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> out;
    for (size_t i = 0; i < ranked.size() && i < most; ++i)
        out.push_back(ranked[i].second);
    return out;
}

} // namespace kerascope
