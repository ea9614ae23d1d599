// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/level.h"

#include "core/layout/layered.h"

namespace kerascope::layout {

std::optional<LevelLayout> layOutLevel(const LevelInput& input, const std::stop_token& stop)
{
    if (stop.stop_requested())
        return std::nullopt;
    Layered graph(input);
    LevelLayout drawing;
    breakCycles(graph);
    const bool finished = assignRanks(graph, stop) && splitLongEdges(graph, stop) && orderRanks(graph, stop)
        && assignColumns(graph, stop) && drawLevel(graph, drawing, stop);
    if (!finished)
        return std::nullopt;
    return drawing;
}

std::vector<double> levelKey(const LevelInput& input)
{
    const LayoutOptions& options = input.options;
    std::vector<double> key{input.titleHeight, input.padding, input.minWidth, options.nodeGap,
        options.laneGap, options.rankGap, options.portGap, static_cast<double>(options.maxSweeps),
        static_cast<double>(input.items.size())};
    key.reserve(key.size() + input.items.size() * 6 + input.edges.size() * 4);
    for (const LevelItem& item : input.items) {
        key.push_back(static_cast<double>(item.kind));
        key.push_back(item.width);
        key.push_back(item.height);
        key.push_back(item.weight);
        for (const auto* ports : {&item.topPorts, &item.bottomPorts}) {
            key.push_back(static_cast<double>(ports->size()));
            key.insert(key.end(), ports->begin(), ports->end());
        }
    }
    for (const LevelEdge& edge : input.edges) {
        for (int part : {edge.from, edge.fromPort, edge.to, edge.toPort})
            key.push_back(part);
    }
    return key;
}

} // namespace kerascope::layout
