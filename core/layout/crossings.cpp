// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

#include <algorithm>
#include <utility>

namespace kerascope::layout {

int64_t countCrossings(const Layered& graph, int upper)
{
    const auto& top = graph.order[static_cast<size_t>(upper)];
    const auto& bottom = graph.order[static_cast<size_t>(upper) + 1];
    if (top.size() < 2 || bottom.empty())
        return 0;
    std::vector<int> firstSlot(bottom.size() + 1, 0);
    for (size_t i = 0; i < bottom.size(); ++i)
        firstSlot[i + 1] = firstSlot[i] + graph.topPortCount(bottom[i]);

    const auto slots = static_cast<size_t>(firstSlot.back());
    std::vector<int> tree(slots + 1, 0);
    int64_t crossings = 0;
    int64_t seen = 0;
    std::vector<std::pair<int, int>> ends; // port above, slot below
    for (int node : top) {
        ends.clear();
        for (int s : graph.below[node]) {
            const Segment& segment = graph.segments[static_cast<size_t>(s)];
            const auto place = static_cast<size_t>(graph.position[static_cast<size_t>(segment.lower)]);
            ends.emplace_back(segment.upperPort, firstSlot[place] + segment.lowerPort);
        }
        std::sort(ends.begin(), ends.end());
        for (const auto& [port, slot] : ends) {
            int64_t notRight = 0;
            for (auto i = static_cast<size_t>(slot) + 1; i > 0; i &= i - 1)
                notRight += tree[i];
            crossings += seen++ - notRight;
            for (auto i = static_cast<size_t>(slot) + 1; i <= slots; i += i & (~i + 1))
                ++tree[i];
        }
    }
    return crossings;
}

} // namespace kerascope::layout
