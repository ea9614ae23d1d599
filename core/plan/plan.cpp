// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include "core/plan/lifetimes.h"
#include "core/plan/memory_planner.h"

#include <algorithm>
#include <utility>

namespace kerascope {
namespace {

uint64_t sum(const std::vector<uint64_t>& numbers)
{
    uint64_t total = 0;
    for (uint64_t number : numbers)
        total += number;
    return total;
}

PlanMemory summarise(const Program& program, const StorageNeeds& needs, const std::vector<Placement>& values,
    const std::vector<Placement>& workspaces, const std::vector<ValueId>& roots)
{
    PlanMemory memory;
    for (size_t v = 0; v < values.size(); ++v) {
        memory.activationBytes = std::max(memory.activationBytes, values[v].offset + values[v].bytes);
        if (roots[v] == ValueId(v))
            memory.withoutReuseBytes += values[v].bytes;
    }
    memory.arenaBytes = memory.activationBytes;
    for (const Placement& place : workspaces)
        memory.arenaBytes = std::max(memory.arenaBytes, place.offset + place.bytes);
    memory.workspaceBytes = memory.arenaBytes - memory.activationBytes;
    memory.withoutReuseBytes += sum(needs.workspace);
    memory.constantBytes = sum(needs.constants);
    uint64_t stateBytes = 0;
    for (const Shape& state : program.states)
        stateBytes += uint64_t(state.elements().value_or(0)) * sizeof(float);
    memory.predictedPeakBytes = memory.arenaBytes + memory.constantBytes + stateBytes;
    return memory;
}

} // namespace

Plan::Plan(Program program, StorageNeeds needs, std::vector<Placement> placements,
    std::vector<Placement> workspaces, PlanMemory memory)
    : program_(std::move(program))
    , needs_(std::move(needs))
    , placements_(std::move(placements))
    , workspaces_(std::move(workspaces))
    , memory_(memory)
{
}

std::shared_ptr<const Plan> makePlan(Program program, StorageNeeds needs)
{
    const size_t valueCount = program.values.size();
    const size_t stepCount = program.operations.size();
    needs.values.resize(valueCount, 0);
    needs.workspace.resize(stepCount, 0);
    needs.constants.resize(program.constants.size(), 0);
    needs.alias.resize(valueCount, -1);

    const std::vector<ValueId> roots = aliasRoots(needs.alias);
    const std::vector<Lifetime> lives = lifetimes(program, roots);

    std::vector<Placement> blocks; // one per root value, then one per workspace
    std::vector<int> blockOf(valueCount, -1);
    for (size_t v = 0; v < valueCount; ++v) {
        const auto root = size_t(roots[v]);
        if (program.values[v].constant >= 0 || lives[root].first > lives[root].last)
            continue;
        if (blockOf[root] < 0) {
            blockOf[root] = int(blocks.size());
            blocks.push_back({0, 0, lives[root].first, lives[root].last});
        }
        Placement& block = blocks[size_t(blockOf[root])];
        block.bytes = std::max(block.bytes, needs.values[v]);
    }
    const size_t firstWorkspace = blocks.size();
    for (size_t step = 0; step < stepCount; ++step)
        blocks.push_back({0, needs.workspace[step], int(step), int(step)});

    packIntervals(blocks, needs.alignment);

    std::vector<Placement> placements(valueCount);
    for (size_t v = 0; v < valueCount; ++v) {
        const int block = blockOf[size_t(roots[v])];
        if (block < 0 || program.values[v].constant >= 0)
            continue;
        placements[v] = blocks[size_t(block)];
        placements[v].bytes = needs.values[v];
        placements[size_t(roots[v])].bytes = blocks[size_t(block)].bytes;
    }
    std::vector<Placement> workspaces(blocks.begin() + ptrdiff_t(firstWorkspace), blocks.end());
    const PlanMemory memory = summarise(program, needs, placements, workspaces, roots);
    return std::make_shared<const Plan>(
        std::move(program), std::move(needs), std::move(placements), std::move(workspaces), memory);
}

} // namespace kerascope
