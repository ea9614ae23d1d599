// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/route_planner.h"

#include <algorithm>
#include <cstdint>

namespace kerascope::layout {

size_t RoutePlanner::KeyHash::operator()(const Key& key) const
{
    uint64_t hash = 0x9e3779b97f4a7c15U;
    for (int part : key) {
        hash = (hash ^ static_cast<uint32_t>(part)) * 0xff51afd7ed558ccdU;
        hash ^= hash >> 32;
    }
    return static_cast<size_t>(hash);
}

RoutePlanner::RoutePlanner(const LayoutGraph& graph, Hierarchy& hierarchy)
    : graph_(graph)
    , hierarchy_(hierarchy)
    , depth_(hierarchy.parentLevel.size(), 0)
{
    // innerFirst lists every level before the one around it.
    for (auto it = hierarchy.innerFirst.rbegin(); it != hierarchy.innerFirst.rend(); ++it) {
        const auto level = static_cast<size_t>(*it);
        if (level > 0)
            depth_[level] = depth_[static_cast<size_t>(hierarchy.parentLevel[level])] + 1;
    }
}

void RoutePlanner::add(int edge, int foldedFrom, int foldedTo)
{
    if (foldedFrom >= 0 && foldedFrom == foldedTo)
        return;
    const LayoutEdge& ends = graph_.edges[static_cast<size_t>(edge)];
    LayoutRoute route;
    route.fromNode = foldedFrom < 0 ? ends.from : -1;
    route.fromContainer = foldedFrom;
    route.toNode = foldedTo < 0 ? ends.to : -1;
    route.toContainer = foldedTo;
    const Key key{route.fromNode, route.fromContainer, route.toNode, route.toContainer, 0};
    const auto [it, isNew] = routes_.try_emplace(key, static_cast<int>(hierarchy_.routes.size()));
    if (isNew) {
        // Containers are numbered behind the nodes, so that one number names any visible source.
        const int source = foldedFrom < 0 ? ends.from : static_cast<int>(graph_.nodes.size()) + foldedFrom;
        hierarchy_.routes.push_back({std::move(route), {}});
        plan(hierarchy_.routes.back(), source, place(ends.from, foldedFrom), place(ends.to, foldedTo));
    }
    hierarchy_.routes[static_cast<size_t>(it->second)].route.edges.push_back(edge);
}

RoutePlanner::Place RoutePlanner::place(int node, int foldedContainer) const
{
    if (foldedContainer < 0)
        return {hierarchy_.nodeLevel[static_cast<size_t>(node)],
            hierarchy_.nodeItem[static_cast<size_t>(node)], 0};
    const auto container = static_cast<size_t>(foldedContainer);
    return {hierarchy_.parentLevel[container + 1], hierarchy_.containerItem[container], 0};
}

int RoutePlanner::commonLevel(int a, int b) const
{
    while (a != b) {
        int& deeper = depth_[static_cast<size_t>(a)] >= depth_[static_cast<size_t>(b)] ? a : b;
        deeper = hierarchy_.parentLevel[static_cast<size_t>(deeper)];
    }
    return a;
}

void RoutePlanner::plan(RoutePlan& plan, int source, Place from, Place to)
{
    const int common = commonLevel(from.level, to.level);
    while (from.level != common) {
        const auto level = static_cast<size_t>(from.level);
        const int port = portNumber(outPorts_, {from.level, from.item, from.port, 0, 0}, hierarchy_.outPorts,
            from.level, ItemKind::OutPort);
        addPart(plan, from, hierarchy_.outPorts[level][static_cast<size_t>(port)], 0);
        from = {hierarchy_.parentLevel[level], hierarchy_.containerItem[level - 1], port};
    }
    std::vector<int> down;
    for (int level = to.level; level != common; level = hierarchy_.parentLevel[static_cast<size_t>(level)])
        down.push_back(level);
    for (auto it = down.rbegin(); it != down.rend(); ++it) {
        const auto level = static_cast<size_t>(*it);
        const int port =
            portNumber(inPorts_, {*it, source, 0, 0, 0}, hierarchy_.inPorts, *it, ItemKind::InPort);
        addPart(plan, from, hierarchy_.containerItem[level - 1], port);
        from = {*it, hierarchy_.inPorts[level][static_cast<size_t>(port)], 0};
    }
    addPart(plan, from, to.item, to.port);
}

void RoutePlanner::addPart(RoutePlan& plan, const Place& from, int toItem, int toPort)
{
    auto& edges = hierarchy_.levels[static_cast<size_t>(from.level)].edges;
    const auto [it, isNew] = edges_.try_emplace(
        {from.level, from.item, from.port, toItem, toPort}, static_cast<int>(edges.size()));
    if (isNew)
        edges.push_back({from.item, from.port, toItem, toPort});
    plan.parts.push_back({from.level, it->second});
}

int RoutePlanner::portNumber(
    Numbers& numbers, const Key& key, std::vector<std::vector<int>>& ports, int level, ItemKind kind)
{
    const auto index = static_cast<size_t>(level);
    const auto [it, isNew] = numbers.try_emplace(key, static_cast<int>(ports[index].size()));
    if (isNew) {
        auto& items = hierarchy_.levels[index].items;
        ports[index].push_back(static_cast<int>(items.size()));
        LevelItem item;
        item.kind = kind;
        items.push_back(std::move(item));
        hierarchy_.itemInside[index].push_back(-1);
    }
    return it->second;
}

} // namespace kerascope::layout
