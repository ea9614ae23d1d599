// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/tile_choice.h"

#include "gl/kernel.h"

#include <algorithm>
#include <array>

namespace kerascope {
namespace {

struct Candidate {
    GemmTile tile;
    double efficiency; ///< share of the peak that a full machine reaches with it
};

// bm, bn, bk, tm, tn, slices, splits, stages, pad. Efficiencies of the large ones as measured on an H200.
constexpr std::array<Candidate, 14> candidates{{
    {{256, 128, 16, 16, 8, 1, 1, 1, 0}, 0.63},
    {{128, 128, 16, 16, 8, 1, 1, 1, 0}, 0.6},
    {{128, 128, 16, 8, 8, 1, 1, 1, 0}, 0.54},
    {{128, 64, 16, 8, 4, 1, 1, 2, 0}, 0.54},
    {{64, 64, 16, 8, 4, 1, 1, 2, 0}, 0.55},
    {{64, 32, 16, 4, 4, 1, 1, 2, 1}, 0.42},
    {{32, 64, 16, 4, 4, 1, 1, 2, 0}, 0.42},
    {{64, 64, 16, 8, 4, 2, 1, 1, 0}, 0.5},
    {{32, 32, 16, 4, 4, 1, 1, 2, 1}, 0.35},
    {{32, 32, 16, 4, 4, 4, 1, 1, 1}, 0.35},
    {{32, 32, 32, 4, 4, 2, 1, 1, 1}, 0.37},
    {{32, 32, 32, 4, 4, 4, 1, 1, 1}, 0.37},
    {{16, 32, 32, 2, 4, 4, 1, 1, 1}, 0.25},
    {{16, 32, 16, 2, 4, 8, 1, 1, 1}, 0.25},
}};

constexpr double clocksPerStep = 700; // one k step of a lone workgroup: memory latency, two barriers
constexpr double clocksPerDispatch = 5000; // the second pass of a split product
constexpr double fmaPerClock = 128; // of one multiprocessor

/// Clocks until all blocks are done, by the slower of arithmetic and latency.
double estimate(const KernelProfile& profile, const GemmTile& tile, double efficiency, int64_t m, int64_t n,
    int64_t k, int64_t batch)
{
    const int64_t perPart = divideUp(k, tile.splits);
    const int64_t steps = divideUp(perPart, int64_t(tile.bk) * tile.slices);
    const int64_t blocks = divideUp(m, tile.bm) * divideUp(n, tile.bn) * batch * tile.splits;
    const int64_t resident = std::clamp<int64_t>(1024 / tile.threads(), 1, 8);
    const int64_t waves = divideUp(blocks, profile.units);
    const int64_t latencyWaves = divideUp(blocks, profile.units * resident);
    const double work =
        double(tile.bm) * tile.bn * double(steps) * tile.bk * tile.slices / (fmaPerClock * efficiency);
    const double arithmetic = double(waves) * work;
    const double latency = double(latencyWaves) * (double(steps) * clocksPerStep + 1500);
    double second = 0;
    if (tile.splits > 1)
        second = clocksPerDispatch + double(m * n * batch) * tile.splits / (double(profile.units) * 16);
    return std::max(arithmetic, latency) + second;
}

} // namespace

size_t gemmTileCount() { return candidates.size(); }

GemmTile chooseGemmTile(const KernelProfile& profile, int64_t m, int64_t n, int64_t k, int64_t batch)
{
    if (profile.forcedTile)
        return candidates[size_t(*profile.forcedTile) % candidates.size()].tile;
    GemmTile best = candidates[8].tile;
    double bestClocks = -1;
    for (const Candidate& candidate : candidates) {
        GemmTile tile = candidate.tile;
        if (tile.sharedBytes() > profile.sharedBytes || tile.threads() > profile.groupThreads)
            continue;
        for (const int splits : {1, 2, 4, 8, 16}) {
            tile.splits = splits;
            if (splits > 1 && k < int64_t(splits) * tile.bk * tile.slices * 2)
                break;
            const double clocks = estimate(profile, tile, candidate.efficiency, m, n, k, batch);
            if (bestClocks < 0 || clocks < bestClocks) {
                bestClocks = clocks;
                best = tile;
            }
        }
    }
    return best;
}

int chooseDepthwiseRow(const KernelProfile& profile, int64_t vectors, int64_t outWidth)
{
    if (!profile.hardware)
        return 1;
    const int64_t wanted = profile.units * 512; // threads that keep the machine busy
    for (const int row : {4, 2})
        if (outWidth >= row && vectors / row >= wanted)
            return row;
    return 1;
}

} // namespace kerascope
