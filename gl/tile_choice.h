// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace kerascope {

/// llvmpipe ends loops after 65,535 turns of one thread, all its loops together; kernels stop at far fewer.
constexpr int64_t softTurns = 16384;

/// What kernels are made for.
struct KernelProfile {
    bool hardware = true; ///< shared memory and barriers; else one thread per output tile
    bool vectorProduct = true; ///< a kernel of its own for products of few rows
    bool sharedRows = true; ///< softmax and normalisation by many threads a row
    int64_t storageBlockBytes = 1 << 24; ///< largest range of a buffer that a kernel can have
    int64_t sharedBytes = 32768;
    int64_t groupThreads = 1024;
    int64_t maxGroups = 65535; ///< per axis
    int64_t units = 40; ///< multiprocessors, or a guess
    std::optional<int> forcedTile; ///< takes this tile always, for tests
    double flopsPerSecond = 1e12; ///< low guess, to keep a dispatch under 100 ms
};

/// Shape of a block of the hardware matrix product: bm × bn outputs a workgroup, bk of K a step, tm × tn a
/// thread, `slices` teams share the steps, `splits` workgroups share K.
struct GemmTile {
    int bm = 32, bn = 32, bk = 16, tm = 4, tn = 4;
    int slices = 1;
    int splits = 1;
    int stages = 1; ///< 2: double-buffered
    int pad = 0; ///< vec4 added to a shared row of A against bank conflicts
    int threads() const { return slices * (bm / tm) * (bn / tn); }
    int64_t sharedBytes() const
    {
        return int64_t(slices) * stages * (bm * (bk / 4 + pad) + bk * bn / 4) * 16;
    }
};

/// The tile for C[m, n] += A[m, k] B[k, n], `batch` times. A rule; a measuring tuner would come here.
GemmTile chooseGemmTile(const KernelProfile& profile, int64_t m, int64_t n, int64_t k, int64_t batch);

/// How many tiles the rule chooses from.
size_t gemmTileCount();

/// Outputs along the row that one thread of the depthwise kernel makes.
int chooseDepthwiseRow(const KernelProfile& profile, int64_t vectors, int64_t outWidth);

} // namespace kerascope
