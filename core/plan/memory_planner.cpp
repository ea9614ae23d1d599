// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/memory_planner.h"

#include <algorithm>
#include <numeric>

namespace kerascope {
namespace {

struct Placed {
    std::vector<int> first, last;
    std::vector<uint64_t> begin, end;
};

uint64_t roundUp(uint64_t bytes, uint64_t alignment)
{
    return (bytes + alignment - 1) / alignment * alignment;
}

/// Lowest offset at which `bytes` fit between the placed blocks that are alive in [first, last].
uint64_t lowestGap(const Placed& placed, const Placement& block, uint64_t bytes,
    std::vector<std::pair<uint64_t, uint64_t>>& busy)
{
    busy.clear();
    for (size_t i = 0; i < placed.first.size(); ++i)
        if (placed.first[i] <= block.lastStep && placed.last[i] >= block.firstStep)
            busy.emplace_back(placed.begin[i], placed.end[i]);
    std::sort(busy.begin(), busy.end());
    uint64_t offset = 0;
    for (const auto& [begin, end] : busy) {
        if (begin >= offset + bytes)
            break;
        offset = std::max(offset, end);
    }
    return offset;
}

} // namespace

void packIntervals(std::vector<Placement>& blocks, uint64_t alignment)
{
    alignment = std::max<uint64_t>(alignment, 1);
    std::vector<size_t> order(blocks.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::stable_sort(
        order.begin(), order.end(), [&](size_t a, size_t b) { return blocks[a].bytes > blocks[b].bytes; });

    Placed placed;
    std::vector<std::pair<uint64_t, uint64_t>> busy;
    for (size_t index : order) {
        Placement& block = blocks[index];
        if (block.bytes == 0)
            continue;
        const uint64_t bytes = roundUp(block.bytes, alignment);
        block.offset = lowestGap(placed, block, bytes, busy);
        placed.first.push_back(block.firstStep);
        placed.last.push_back(block.lastStep);
        placed.begin.push_back(block.offset);
        placed.end.push_back(block.offset + bytes);
    }
}

} // namespace kerascope
