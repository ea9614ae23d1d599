// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layout.h"

#include "core/layout/hierarchy.h"
#include "core/layout/layout_cache.h"
#include "core/layout/polyline.h"

#include <utility>

namespace kerascope {

namespace {

using layout::Hierarchy;
using Drawings = std::vector<std::shared_ptr<const layout::LevelLayout>>; // per level, null if not drawn

constexpr size_t stopInterval = 1024;

std::shared_ptr<const layout::LevelLayout> drawLevel(
    const layout::LevelInput& input, const std::stop_token& stop, LayoutCache* cache)
{
    std::vector<double> key;
    if (cache) {
        key = layout::levelKey(input);
        if (auto known = cache->find(key))
            return known;
    }
    auto drawing = layout::layOutLevel(input, stop);
    if (!drawing)
        return nullptr;
    auto shared = std::make_shared<const layout::LevelLayout>(std::move(*drawing));
    if (cache)
        cache->insert(std::move(key), shared);
    return shared;
}

class Composer {
public:
    Composer(const LayoutGraph& graph, Hierarchy& hierarchy, const Drawings& drawings)
        : graph_(graph)
        , hierarchy_(hierarchy)
        , drawings_(drawings)
        , origin_(hierarchy.levels.size())
    {
    }

    LayoutResult boxes()
    {
        LayoutResult result;
        result.width = drawings_[0]->width;
        result.height = drawings_[0]->height;
        result.containers.resize(graph_.containers.size());
        result.containerVisible.assign(graph_.containers.size(), 0);
        // Outer levels first: each gives the origin of those inside. Folded containers stand in no list.
        for (auto it = hierarchy_.innerFirst.rbegin(); it != hierarchy_.innerFirst.rend(); ++it) {
            const auto level = static_cast<size_t>(*it);
            result.crossings += drawings_[level]->crossings;
            if (level > 0)
                origin_[level] = origin(placeContainer(level - 1, result));
        }
        for (size_t c = 0; c < graph_.containers.size(); ++c) {
            if (hierarchy_.containerItem[c] >= 0)
                placeContainer(c, result);
        }
        result.nodes.resize(graph_.nodes.size());
        result.nodeVisible.assign(graph_.nodes.size(), 0);
        for (size_t n = 0; n < graph_.nodes.size(); ++n) {
            if (hierarchy_.nodeLevel[n] < 0)
                continue;
            result.nodes[n] = absolute(hierarchy_.nodeLevel[n], hierarchy_.nodeItem[n]);
            result.nodeVisible[n] = 1;
        }
        return result;
    }

    LayoutRoute route(layout::RoutePlan& plan) const
    {
        LayoutRoute route = std::move(plan.route);
        for (const layout::RoutePart& part : plan.parts) {
            const auto level = static_cast<size_t>(part.level);
            const auto edge = static_cast<size_t>(part.edge);
            route.reversed |= drawings_[level]->reversed[edge] != 0;
            for (const LayoutPoint& point : drawings_[level]->routes[edge])
                layout::appendPoint(route.points, {point.x + origin_[level].x, point.y + origin_[level].y});
        }
        return route;
    }

private:
    static LayoutPoint origin(const LayoutRect& rect) { return {rect.x, rect.y}; }

    LayoutRect absolute(int level, int item) const
    {
        const auto index = static_cast<size_t>(level);
        LayoutRect rect = drawings_[index]->items[static_cast<size_t>(item)];
        rect.x += origin_[index].x;
        rect.y += origin_[index].y;
        return rect;
    }

    const LayoutRect& placeContainer(size_t container, LayoutResult& result) const
    {
        result.containerVisible[container] = 1;
        result.containers[container] =
            absolute(hierarchy_.parentLevel[container + 1], hierarchy_.containerItem[container]);
        return result.containers[container];
    }

    const LayoutGraph& graph_;
    Hierarchy& hierarchy_;
    const Drawings& drawings_;
    std::vector<LayoutPoint> origin_; ///< absolute, per level
};

} // namespace

Result<LayoutResult> layoutGraph(
    const LayoutGraph& graph, const LayoutOptions& options, const std::stop_token& stop, LayoutCache* cache)
{
    auto cut = layout::cutIntoLevels(graph, options, stop);
    if (!cut)
        return cut.error();
    Hierarchy& hierarchy = *cut;
    Drawings drawings(hierarchy.levels.size());
    for (int level : hierarchy.innerFirst) {
        layout::placeInside(hierarchy, level, drawings);
        auto drawing = drawLevel(hierarchy.levels[static_cast<size_t>(level)], stop, cache);
        if (!drawing)
            return cancelled();
        drawings[static_cast<size_t>(level)] = std::move(drawing);
    }
    Composer composer(graph, hierarchy, drawings);
    LayoutResult result = composer.boxes();
    result.routes.reserve(hierarchy.routes.size());
    for (size_t r = 0; r < hierarchy.routes.size(); ++r) {
        if (r % stopInterval == 0 && stop.stop_requested())
            return cancelled();
        result.routes.push_back(composer.route(hierarchy.routes[r]));
    }
    return result;
}

} // namespace kerascope
