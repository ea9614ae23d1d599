// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/kernels/gemm.h"

#include <algorithm>

namespace kerascope {
namespace {

constexpr double dispatchSeconds = 0.05; // aimed at, so that 100 ms is not passed
constexpr int softTile = 8;

struct Widths {
    int a = 1, b = 1, c = 1;
};

Widths widths(const GemmSpec& spec)
{
    const auto four = [](std::initializer_list<int64_t> sizes) {
        return std::all_of(sizes.begin(), sizes.end(), [](int64_t size) { return size % 4 == 0; }) ? 4 : 1;
    };
    Widths result;
    const int64_t inner = spec.rows == GemmRows::Matrix ? spec.k : spec.channels;
    result.a = four({spec.lda, spec.aBatch, inner});
    result.b = four({spec.ldb, spec.bBatch});
    result.c = four({spec.ldc, spec.cBatch, spec.n, spec.biasBatch});
    return result;
}

void addGeometry(KernelCall& call, const GemmSpec& spec)
{
    call.define("MODE", int64_t(spec.rows));
    if (spec.rows == GemmRows::Matrix)
        return;
    call.add("channels", spec.channels);
    addExtent(call, "in", spec.in);
    addExtent(call, "out", spec.out);
    addExtent(call, "k", spec.kernel);
    addExtent(call, "stride", spec.stride);
    addExtent(call, "dil", spec.dilation);
    addExtent(call, "pad", spec.pad);
}

void addSizes(KernelCall& call, const GemmSpec& spec)
{
    call.add("m_size", spec.m);
    call.add("n_size", spec.n);
    call.add("k_size", spec.k);
    call.add("lda", spec.lda);
    call.add("ldb", spec.ldb);
    call.add("ldc", spec.ldc);
    call.add("batch", spec.batch);
    call.add("a_batch", spec.aBatch);
    call.add("b_batch", spec.bBatch);
    call.add("c_batch", spec.cBatch);
    call.add("bias_batch", spec.biasBatch);
}

void addEnd(StepBuilder& step, KernelCall& call, const GemmSpec& spec, int width)
{
    call.define("HAS_BIAS", spec.bias ? 1 : 0);
    call.define("HAS_RESIDUAL", spec.residual ? 1 : 0);
    step.activation(call, spec.activation);
    if (spec.bias)
        call.read("bias", spec.bias, width);
    if (spec.residual)
        call.read("residual", spec.residual, width);
    call.write("c", spec.c, width);
}

/// Inputs of one pass over k; `part` set: raw sums go there.
void addOperands(StepBuilder& step, KernelCall& call, const GemmSpec& spec, const Widths& width,
    const Operand& part, int64_t firstPart)
{
    call.define("SPLIT", part ? 1 : 0);
    call.read("a", spec.a, width.a);
    call.read("b", spec.b, width.b);
    if (!part) {
        addEnd(step, call, spec, width.c);
        return;
    }
    call.define("HAS_BIAS", 0);
    call.define("HAS_RESIDUAL", 0);
    call.add("part_ld", divideUp(spec.n, 4));
    call.addDynamic("part_start", firstPart);
    call.write("part", part, 4);
}

void addSplitSum(StepBuilder& step, const GemmSpec& spec, const Operand& part, int64_t parts, int width)
{
    KernelCall& call = step.call("split_sum.comp");
    call.add("m_size", spec.m);
    call.add("n_size", spec.n);
    call.add("ldc", spec.ldc);
    call.add("batch", spec.batch);
    call.add("c_batch", spec.cBatch);
    call.add("bias_batch", spec.biasBatch);
    call.add("part_ld", divideUp(spec.n, 4));
    call.add("parts", parts);
    call.read("part", part, 4);
    addEnd(step, call, spec, width);
    step.spread(call, spec.batch * spec.m * divideUp(spec.n, 4), 64);
}

/// Entries of [0, total) that one dispatch may take.
int64_t atOnce(const KernelProfile& profile, int64_t total, double flopsEach)
{
    const double affordable = profile.flopsPerSecond * dispatchSeconds / std::max(flopsEach, 1.0);
    return std::clamp<int64_t>(int64_t(std::min(affordable, 1e15)), 1, std::min(total, profile.maxGroups));
}

void addHardware(
    StepBuilder& step, const GemmSpec& spec, const GemmTile& tile, const Operand& part, int64_t firstPart)
{
    const int64_t rows = divideUp(spec.m, tile.bm);
    const int64_t layers = spec.batch * tile.splits;
    const double layerFlops = 2.0 * double(spec.m) * double(spec.n) * double(spec.k) / tile.splits;
    const int64_t rowStep = atOnce(step.profile(), rows, layerFlops / double(rows));
    const int64_t layerStep = rowStep < rows ? 1 : atOnce(step.profile(), layers, layerFlops);
    for (int64_t layer = 0; layer < layers; layer += layerStep)
        for (int64_t row = 0; row < rows; row += rowStep) {
            KernelCall& call = step.call("gemm.comp");
            call.specialise = true;
            call.disjoint = true;
            for (const auto& [name, value] : {std::pair("BM", tile.bm), {"BN", tile.bn}, {"BK", tile.bk},
                     {"TM", tile.tm}, {"TN", tile.tn}, {"SLICES", tile.slices}, {"STAGES", tile.stages},
                     {"PAD", tile.pad}, {"THREADS", tile.threads()}})
                call.define(name, value);
            addGeometry(call, spec);
            addSizes(call, spec);
            call.add("splits", tile.splits);
            // Not in the source: the loop over k is the one that must not be unrolled.
            call.addDynamic("k_part", roundUp(divideUp(spec.k, tile.splits), tile.bk));
            call.addDynamic("z_start", layer);
            call.addDynamic("m_tile_start", row);
            addOperands(step, call, spec, widths(spec), part, firstPart);
            call.groups = {divideUp(spec.n, tile.bn), std::min(rowStep, rows - row),
                std::min(layerStep, layers - layer)};
            call.flops = layerFlops * double(call.groups[1]) / double(rows) * double(call.groups[2]);
        }
}

void addSoftware(StepBuilder& step, const GemmSpec& spec, const Operand& part, int64_t firstPart)
{
    const int64_t columns = divideUp(spec.n, softTile);
    const int64_t rows = spec.m == 1 ? 1 : softTile;
    const int64_t tiles = columns * divideUp(spec.m, rows);
    const int64_t tileStep =
        roundUp(std::min(atOnce(step.profile(), tiles, 2.0 * softTile * double(rows * spec.k)),
                    step.profile().maxGroups * 32),
            32);
    const int64_t layerStep = tileStep < tiles
        ? 1
        : atOnce(step.profile(), spec.batch, 2.0 * double(spec.m * spec.n) * double(spec.k));
    for (int64_t layer = 0; layer < spec.batch; layer += layerStep)
        for (int64_t tile = 0; tile < tiles; tile += tileStep) {
            KernelCall& call = step.call("gemm_texel.comp");
            call.disjoint = true;
            call.define("R", rows);
            addGeometry(call, spec);
            addSizes(call, spec);
            call.add("n_tiles", columns);
            call.add("tile_start", tile);
            call.add("tile_end", std::min(tile + tileStep, tiles));
            call.add("z_start", layer);
            addOperands(step, call, spec, widths(spec), part, firstPart);
            call.groups = {
                divideUp(std::min(tileStep, tiles - tile), 32), 1, std::min(layerStep, spec.batch - layer)};
            call.flops =
                2.0 * softTile * double(rows * spec.k) * double(call.groups[0] * 32 * call.groups[2]);
        }
}

/// Rows of B that fit one bound range and, under llvmpipe, one thread's loops; all of k if B does.
int64_t rowsAtOnce(StepBuilder& step, const GemmSpec& spec)
{
    const KernelProfile& profile = step.profile();
    const int64_t turns = spec.k / (widths(spec).a == 4 ? 4 : 1);
    const bool tooLong = !profile.hardware && turns > softTurns;
    const bool tooWide = int64_t(spec.b.bytes) > profile.storageBlockBytes;
    if (spec.batch > 1 || spec.rows != GemmRows::Matrix) {
        if (tooLong && turns > 2 * softTurns)
            step.fail({msg("gl", "a product over %1 numbers is too long for a software renderer"), spec.k});
        return spec.k;
    }
    int64_t rows = spec.k;
    if (tooWide)
        rows =
            std::max<int64_t>(profile.storageBlockBytes / (spec.ldb * int64_t(sizeof(float))) / 64 * 64, 64);
    return tooLong ? std::min(rows, softTurns) : rows;
}

/// One product over rows [first, first + count) of B.
GemmSpec rowsOfB(const GemmSpec& spec, int64_t first, int64_t count)
{
    GemmSpec cut = spec;
    cut.k = count;
    cut.b.offset += uint64_t(first * spec.ldb) * sizeof(float);
    cut.b.bytes = uint64_t(count * spec.ldb) * sizeof(float);
    cut.a.offset += uint64_t(first) * sizeof(float);
    cut.a.bytes -= uint64_t(first) * sizeof(float);
    return cut;
}

} // namespace

void addGemm(StepBuilder& step, const GemmSpec& spec)
{
    const KernelProfile& profile = step.profile();
    GemmTile tile;
    if (profile.hardware)
        tile = chooseGemmTile(profile, spec.m, spec.n, spec.k, spec.batch);
    const int64_t rows = rowsAtOnce(step, spec);
    const int64_t passes = divideUp(spec.k, rows);
    const int64_t parts = passes * tile.splits;
    Operand part;
    if (parts > 1)
        part = step.workspace(parts * spec.batch * spec.m * roundUp(spec.n, 4));
    for (int64_t pass = 0; pass < passes; ++pass) {
        const int64_t first = pass * rows;
        const GemmSpec cut = passes == 1 ? spec : rowsOfB(spec, first, std::min(rows, spec.k - first));
        if (profile.hardware)
            addHardware(step, cut, tile, part, pass * tile.splits);
        else
            addSoftware(step, cut, part, pass);
    }
    if (parts > 1)
        addSplitSum(step, spec, part, parts, widths(spec).c);
}

} // namespace kerascope
