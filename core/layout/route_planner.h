// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/hierarchy.h"

#include <array>
#include <cstddef>
#include <unordered_map>
#include <vector>

namespace kerascope::layout {

/// Cuts edges at the borders of containers: one line in each level on the way, joined by ports.
class RoutePlanner {
public:
    RoutePlanner(const LayoutGraph& graph, Hierarchy& hierarchy);

    /// foldedFrom, foldedTo: the folded containers that hide the ends, or -1.
    void add(int edge, int foldedFrom, int foldedTo);

private:
    struct Place {
        int level = 0;
        int item = 0;
        int port = 0;
    };
    using Key = std::array<int, 5>;
    struct KeyHash {
        size_t operator()(const Key& key) const;
    };
    using Numbers = std::unordered_map<Key, int, KeyHash>;

    Place place(int node, int foldedContainer) const;
    int commonLevel(int a, int b) const;
    void plan(RoutePlan& plan, int source, Place from, Place to);
    void addPart(RoutePlan& plan, const Place& from, int toItem, int toPort);
    int portNumber(
        Numbers& numbers, const Key& key, std::vector<std::vector<int>>& ports, int level, ItemKind kind);

    const LayoutGraph& graph_;
    Hierarchy& hierarchy_;
    std::vector<int> depth_; ///< per level
    Numbers routes_; ///< visible ends → route
    Numbers edges_; ///< level, ends → edge of the level
    Numbers inPorts_; ///< level, visible source → port
    Numbers outPorts_; ///< level, item, port → port
};

} // namespace kerascope::layout
