// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

#include <algorithm>
#include <cmath>

namespace kerascope::layout {

namespace {

constexpr double steepEnough = 600; ///< sideways run for which the gap between two ranks doubles
constexpr double maxGapGrowth = 3;

std::vector<double> rankGaps(const Layered& graph)
{
    std::vector<double> sideways(static_cast<size_t>(graph.rankCount), 0);
    for (const Segment& s : graph.segments) {
        const double from = graph.x[static_cast<size_t>(s.upper)] + graph.bottomOffset(s.upper, s.upperPort);
        const double to = graph.x[static_cast<size_t>(s.lower)] + graph.topOffset(s.lower, s.lowerPort);
        double& widest = sideways[static_cast<size_t>(graph.rank[static_cast<size_t>(s.upper)])];
        widest = std::max(widest, std::abs(to - from));
    }
    for (double& gap : sideways)
        gap = graph.input->options.rankGap * std::min(maxGapGrowth, 1 + gap / steepEnough);
    return sideways;
}

bool hasKind(const Layered& graph, ItemKind kind)
{
    return std::any_of(graph.input->items.begin(), graph.input->items.end(),
        [kind](const LevelItem& item) { return item.kind == kind; });
}

} // namespace

Rows assignRows(const Layered& graph)
{
    const LevelInput& input = *graph.input;
    const auto count = static_cast<size_t>(graph.rankCount);
    Rows rows{std::vector<double>(count, 0), std::vector<double>(count, 0), 0};
    std::vector<double> height(count, 0);
    for (int item = 0; item < graph.itemCount; ++item) {
        double& tallest = height[static_cast<size_t>(graph.rank[static_cast<size_t>(item)])];
        tallest = std::max(tallest, graph.item(item).height);
    }
    // An edge that runs upward turns around above the first rank or below the last one.
    bool turnsAbove = false;
    bool turnsBelow = false;
    for (size_t e = 0; e < input.edges.size(); ++e) {
        if (!graph.runs[e].reversed)
            continue;
        turnsAbove |= graph.rank[static_cast<size_t>(input.edges[e].to)] == 0;
        turnsBelow |= graph.rank[static_cast<size_t>(input.edges[e].from)] == graph.rankCount - 1;
    }
    const auto gaps = rankGaps(graph);
    double y = input.titleHeight + (hasKind(graph, ItemKind::InPort) ? 0 : input.padding)
        + (turnsAbove ? input.options.rankGap : 0);
    for (size_t r = 0; r < count; ++r) {
        rows.top[r] = y;
        rows.bottom[r] = y + height[r];
        y = rows.bottom[r] + (r + 1 < count ? gaps[r] : 0);
    }
    rows.height = y + (hasKind(graph, ItemKind::OutPort) ? 0 : input.padding)
        + (turnsBelow ? input.options.rankGap : 0);
    return rows;
}

} // namespace kerascope::layout
