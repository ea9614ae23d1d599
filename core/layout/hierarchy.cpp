// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/hierarchy.h"

#include "core/layout/route_planner.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kerascope::layout {

namespace {

constexpr double maxLength = 1e6; ///< of a side of a box or a gap
constexpr size_t stopInterval = 1024;

bool isLength(double value) { return std::isfinite(value) && value >= 0 && value <= maxLength; }

Error broken(const char* what) { return {ErrorCode::Internal, "layout", {what}, {}}; }

Result<void> checkNumbers(const LayoutGraph& graph, const LayoutOptions& options)
{
    const auto containers = static_cast<int>(graph.containers.size());
    const auto nodes = static_cast<int>(graph.nodes.size());
    const auto isParent = [containers](int id) { return id >= -1 && id < containers; };
    for (double gap : {options.nodeGap, options.laneGap, options.rankGap, options.portGap, options.margin}) {
        if (!isLength(gap))
            return broken(msg("core", "a distance of the graph drawing is not a usable number"));
    }
    for (const LayoutNode& node : graph.nodes) {
        if (!isParent(node.parent) || !isLength(node.width) || !isLength(node.height))
            return broken(msg("core", "a box of the graph has no usable size or container"));
    }
    for (const LayoutContainer& c : graph.containers) {
        if (!isParent(c.parent) || !isLength(c.foldedWidth) || !isLength(c.foldedHeight)
            || !isLength(c.titleHeight) || !isLength(c.padding) || !isLength(c.minWidth))
            return broken(msg("core", "a container of the graph has no usable size or container"));
    }
    for (const LayoutEdge& edge : graph.edges) {
        if (edge.from < 0 || edge.from >= nodes || edge.to < 0 || edge.to >= nodes)
            return broken(msg("core", "an edge of the graph ends nowhere"));
    }
    return {};
}

/// Containers, outer ones first; shorter than the list if some contain each other.
std::vector<int> outerFirst(const LayoutGraph& graph)
{
    const auto count = graph.containers.size();
    std::vector<std::vector<int>> inner(count);
    std::vector<int> sorted;
    for (size_t c = 0; c < count; ++c) {
        const int parent = graph.containers[c].parent;
        if (parent < 0)
            sorted.push_back(static_cast<int>(c));
        else
            inner[static_cast<size_t>(parent)].push_back(static_cast<int>(c));
    }
    for (size_t i = 0; i < sorted.size(); ++i) {
        const auto& next = inner[static_cast<size_t>(sorted[i])];
        sorted.insert(sorted.end(), next.begin(), next.end());
    }
    return sorted;
}

class Cutter {
public:
    Cutter(const LayoutGraph& graph, const LayoutOptions& options)
        : graph_(graph)
        , sorted_(outerFirst(graph))
    {
        const size_t levels = graph.containers.size() + 1;
        result_.levels.resize(levels);
        for (LevelInput& level : result_.levels)
            level.options = options;
        result_.levels[0].padding = options.margin;
        result_.parentLevel.assign(levels, -1);
        result_.inPorts.resize(levels);
        result_.outPorts.resize(levels);
        result_.itemInside.resize(levels);
        foldedInto_.assign(graph.containers.size(), -1);
        countLeaves();
    }

    bool nested() const { return sorted_.size() == graph_.containers.size(); }

    void addContainers()
    {
        result_.containerItem.assign(graph_.containers.size(), -1);
        result_.innerFirst.push_back(0);
        for (int c : sorted_) {
            const auto index = static_cast<size_t>(c);
            const LayoutContainer& container = graph_.containers[index];
            const int outer = container.parent;
            result_.parentLevel[index + 1] = outer + 1;
            if (outer >= 0)
                foldedInto_[index] = foldedInto_[static_cast<size_t>(outer)];
            if (foldedInto_[index] >= 0)
                continue;
            LevelItem item;
            item.weight = std::max(1, leaves_[index]);
            int inside = -1;
            if (container.folded) {
                foldedInto_[index] = c;
                item.width = container.foldedWidth;
                item.height = container.foldedHeight;
            } else {
                LevelInput& level = result_.levels[index + 1];
                level.titleHeight = container.titleHeight;
                level.padding = container.padding;
                level.minWidth = container.minWidth;
                inside = c + 1;
                result_.innerFirst.push_back(c + 1);
            }
            result_.containerItem[index] = addItem(outer + 1, std::move(item), inside);
        }
        std::reverse(result_.innerFirst.begin(), result_.innerFirst.end());
    }

    void addNodes()
    {
        result_.nodeLevel.assign(graph_.nodes.size(), -1);
        result_.nodeItem.assign(graph_.nodes.size(), -1);
        for (size_t n = 0; n < graph_.nodes.size(); ++n) {
            const LayoutNode& node = graph_.nodes[n];
            if (foldedContainer(node.parent) >= 0)
                continue;
            LevelItem item;
            item.width = node.width;
            item.height = node.height;
            result_.nodeLevel[n] = node.parent + 1;
            result_.nodeItem[n] = addItem(node.parent + 1, std::move(item), -1);
        }
    }

    /// -1, or the outermost folded container around something whose container is `parent`.
    int foldedContainer(int parent) const
    {
        return parent < 0 ? -1 : foldedInto_[static_cast<size_t>(parent)];
    }

    Hierarchy take() { return std::move(result_); }
    Hierarchy& hierarchy() { return result_; }

private:
    void countLeaves()
    {
        leaves_.assign(graph_.containers.size(), 0);
        for (const LayoutNode& node : graph_.nodes) {
            if (node.parent >= 0)
                ++leaves_[static_cast<size_t>(node.parent)];
        }
        for (auto it = sorted_.rbegin(); it != sorted_.rend(); ++it) {
            const int outer = graph_.containers[static_cast<size_t>(*it)].parent;
            if (outer >= 0)
                leaves_[static_cast<size_t>(outer)] += leaves_[static_cast<size_t>(*it)];
        }
    }

    int addItem(int level, LevelItem item, int inside)
    {
        result_.itemInside[static_cast<size_t>(level)].push_back(inside);
        auto& items = result_.levels[static_cast<size_t>(level)].items;
        items.push_back(std::move(item));
        return static_cast<int>(items.size()) - 1;
    }

    const LayoutGraph& graph_;
    std::vector<int> sorted_;
    std::vector<int> foldedInto_;
    std::vector<int> leaves_; ///< per container, at any depth, folded or not
    Hierarchy result_;
};

} // namespace

Result<Hierarchy> cutIntoLevels(
    const LayoutGraph& graph, const LayoutOptions& options, const std::stop_token& stop)
{
    if (auto checked = checkNumbers(graph, options); !checked)
        return checked.error();
    Cutter cutter(graph, options);
    if (!cutter.nested())
        return broken(msg("core", "containers of the graph contain each other"));
    cutter.addContainers();
    cutter.addNodes();
    RoutePlanner planner(graph, cutter.hierarchy());
    for (size_t e = 0; e < graph.edges.size(); ++e) {
        if (e % stopInterval == 0 && stop.stop_requested())
            return cancelled();
        const LayoutEdge& edge = graph.edges[e];
        planner.add(static_cast<int>(e),
            cutter.foldedContainer(graph.nodes[static_cast<size_t>(edge.from)].parent),
            cutter.foldedContainer(graph.nodes[static_cast<size_t>(edge.to)].parent));
    }
    return cutter.take();
}

namespace {

/// Places of ports from left to right go to `places`; gives the new number of each port.
std::vector<int> sortPorts(
    const std::vector<int>& ports, const LevelLayout& drawing, std::vector<double>& places)
{
    const auto place = [&](int port) {
        return drawing.items[static_cast<size_t>(ports[static_cast<size_t>(port)])].x;
    };
    std::vector<int> order(ports.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
    std::vector<int> number(ports.size());
    for (size_t i = 0; i < order.size(); ++i) {
        number[static_cast<size_t>(order[i])] = static_cast<int>(i);
        places.push_back(place(order[i]));
    }
    return number;
}

} // namespace

void placeInside(
    Hierarchy& hierarchy, int level, const std::vector<std::shared_ptr<const LevelLayout>>& drawings)
{
    LevelInput& input = hierarchy.levels[static_cast<size_t>(level)];
    const auto& inside = hierarchy.itemInside[static_cast<size_t>(level)];
    std::vector<std::vector<int>> inNumber(inside.size());
    std::vector<std::vector<int>> outNumber(inside.size());
    for (size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] < 0)
            continue;
        const auto inner = static_cast<size_t>(inside[i]);
        const LevelLayout& drawing = *drawings[inner];
        LevelItem& item = input.items[i];
        item.width = drawing.width;
        item.height = drawing.height;
        inNumber[i] = sortPorts(hierarchy.inPorts[inner], drawing, item.topPorts);
        outNumber[i] = sortPorts(hierarchy.outPorts[inner], drawing, item.bottomPorts);
    }
    for (LevelEdge& edge : input.edges) {
        const auto from = static_cast<size_t>(edge.from);
        const auto to = static_cast<size_t>(edge.to);
        if (inside[from] >= 0)
            edge.fromPort = outNumber[from][static_cast<size_t>(edge.fromPort)];
        if (inside[to] >= 0)
            edge.toPort = inNumber[to][static_cast<size_t>(edge.toPort)];
    }
}

} // namespace kerascope::layout
