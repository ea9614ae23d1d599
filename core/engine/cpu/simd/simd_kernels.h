// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace kerascope {

struct Activation;
enum class Binary;
enum class ReduceKind;

/// Inner loops of the CPU engine for one instruction set. Rows are contiguous; x and y may be the same row.
/// One thread; callers cut the work.
struct SimdKernels {
    const char* name;
    void (*unary)(const Activation& activation, const float* x, float* y, int64_t n);
    /// Steps are 1, or 0 for a number that repeats.
    void (*binary)(
        Binary function, const float* a, int64_t aStep, const float* b, int64_t bStep, float* y, int64_t n);
    void (*affine)(
        const float* x, const float* scale, const float* shift, float* y, int64_t n); ///< shift may be null
    void (*scale)(const float* x, float mean, float factor, float* y, int64_t n); ///< (x − mean)·factor
    void (*accumulate)(ReduceKind kind, const float* x, float* sums, int64_t n); ///< element by element
    double (*reduce)(
        ReduceKind kind, const float* x, int64_t n); ///< Sum (Mean too), Maximum, Minimum, Product, Any, All
    double (*squares)(const float* x, float mean, int64_t n); ///< Σ (x − mean)²
    double (*expSum)(const float* x, float largest, float* y, int64_t n); ///< y = e^(x − largest), gives Σ y
    void (*axpy)(float a, const float* x, float* y, int64_t n); ///< y += a·x
    void (*multiplyAdd)(
        const float* a, const float* b, float* y, int64_t n); ///< y += a·b, element by element
    /// rows × panels product: y[r·yStep + j] += Σ_k x[r·xStep + k] · w, for packed panels (packPanels).
    void (*panels)(const float* x, int64_t xStep, const float* w, float* y, int64_t yStep, int64_t rows,
        int64_t k, int64_t n, int64_t firstPanel, int64_t lastPanel);
    void (*lstm)(const float* i, const float* f, const float* g, float* c, int64_t n); ///< c = f·c + i·g
    void (*gru)(const float* z, const float* candidate, float* h, int64_t n); ///< h = z·h + (1 − z)·candidate
};

constexpr int64_t panelWidth = 64;

/// Of this machine; chosen once, at the first call.
const SimdKernels& simdKernels();
/// All that this machine can run, the best first.
const std::vector<const SimdKernels*>& simdVariants();

/// Floats that packPanels writes.
int64_t packedPanelSize(int64_t k, int64_t n);
/// A [k, n] matrix (element (i, j) at w[i·rowStep + j·columnStep]) → panels of 64 columns, each contiguous
/// along k, zeros in the last one's rest.
void packPanels(const float* w, int64_t k, int64_t n, int64_t rowStep, int64_t columnStep, float* packed);

} // namespace kerascope
