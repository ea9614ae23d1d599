// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_scene.h"

#include <algorithm>
#include <limits>

namespace kerascope {

void GraphScene::clear() { *this = GraphScene(); }

GraphScene GraphScene::detached() const
{
    GraphScene copy = *this;
    if (geometry_)
        copy.geometry_ = std::make_shared<const GraphGeometry>(*geometry_);
    return copy;
}

void GraphScene::setGraph(
    std::shared_ptr<const GraphItems> items, std::shared_ptr<const GraphGeometry> geometry)
{
    const bool another = items != items_;
    const bool anotherModel = !items_ || items->summary != items_->summary;
    items_ = std::move(items);
    geometry_ = std::move(geometry);
    hovered_ = -1;
    if (!another)
        return;
    if (anotherModel)
        selected_ = -1;
    updateTicks();
    updateHeat();
    updateSearch();
}

void GraphScene::setTicked(const LayerSelection& selection)
{
    ticked_ = selection;
    updateTicks();
}

// Groups get theirs from the inside: bit 1 = something ticked, bit 2 = something not.
void GraphScene::updateTicks()
{
    const int count = this->count();
    std::vector<char> states(size_t(count), 0);
    ticks_.assign(size_t(count), Qt::Unchecked);
    for (int i = count - 1; i >= 0; --i) {
        const GraphItem& item = items()[i];
        char& state = states[size_t(i)];
        if (!item.group)
            state = size_t(item.layer) < ticked_.size() && ticked_[size_t(item.layer)] ? 1 : 2;
        if (item.parent >= 0)
            states[size_t(item.parent)] = char(states[size_t(item.parent)] | state);
        ticks_[size_t(i)] = state == 1 ? Qt::Checked : state == 3 ? Qt::PartiallyChecked : Qt::Unchecked;
    }
}

void GraphScene::setFigures(const std::vector<LayerFigure>& figures, bool stale)
{
    figures_ = figures;
    stale_ = stale;
    updateHeat();
}

const LayerFigure* GraphScene::figure(int item) const
{
    const auto layer = size_t(items()[item].layer);
    return layer < figures_.size() ? &figures_[layer] : nullptr;
}

std::optional<uint64_t> GraphScene::activationBytes(int item) const
{
    const LayerFigure* known = figure(item);
    if (known && known->planned)
        return known->activationBytes;
    return items().summaryOf(item).activationBytes;
}

std::optional<double> GraphScene::value(int item) const
{
    const LayerSummary& summary = items().summaryOf(item);
    const LayerFigure* known = figure(item);
    switch (scale_.kind) {
    case HeatKind::None:
        break;
    case HeatKind::Time:
        return known ? known->lastMs : std::nullopt;
    case HeatKind::Memory:
        if (known && known->planned)
            return double(known->weightBytes) + double(known->activationBytes)
                + double(known->workspaceBytes);
        return double(summary.weightBytes) + double(summary.activationBytes.value_or(0));
    case HeatKind::Parameters:
        return double(summary.params);
    case HeatKind::Flops:
        return summary.flops;
    }
    return std::nullopt;
}

void GraphScene::setHeat(HeatKind kind, bool logarithmic)
{
    scale_.kind = kind;
    scale_.logarithmic = logarithmic;
    updateHeat();
}

void GraphScene::updateHeat()
{
    scale_.least = std::numeric_limits<double>::max();
    scale_.most = 0;
    for (int i = 0; i < count(); ++i) {
        const auto known = items()[i].group ? std::nullopt : value(i);
        if (!known || *known <= 0)
            continue;
        scale_.least = std::min(scale_.least, *known);
        scale_.most = std::max(scale_.most, *known);
    }
    scale_.least = std::min(scale_.least, scale_.most);
}

void GraphScene::setSearch(const QString& text)
{
    search_ = text.trimmed();
    updateSearch();
}

void GraphScene::updateSearch()
{
    matches_.assign(size_t(count()), 0);
    matchesInside_.assign(size_t(count()), 0);
    found_.clear();
    if (search_.isEmpty())
        return;
    for (int i = 0; i < count(); ++i) {
        const GraphItem& item = items()[i];
        const auto holds = [&](const QString& text) { return text.contains(search_, Qt::CaseInsensitive); };
        if (!holds(item.name) && !holds(item.type) && !holds(item.shape))
            continue;
        matches_[size_t(i)] = 1;
        found_.push_back(i);
        for (int group = item.parent; group >= 0 && !matchesInside_[size_t(group)];
             group = items()[group].parent)
            matchesInside_[size_t(group)] = 1;
    }
}

} // namespace kerascope
