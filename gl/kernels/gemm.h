// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gl/kernels/spatial.h"
#include "gl/kernels/step_builder.h"

namespace kerascope {

/// How the rows of A come about.
enum class GemmRows { Matrix = 0, Convolution = 1, TransposedConvolution = 2 };

/// C[m, n] = activation(A[m, k] B[k, n] + bias + residual), `batch` times. Sizes and steps in floats.
struct GemmSpec {
    GemmRows rows = GemmRows::Matrix;
    int64_t m = 0, n = 0, k = 0, batch = 1;
    int64_t lda = 0, ldb = 0, ldc = 0; ///< step from row to row; of A's pixels for convolutions
    int64_t aBatch = 0, bBatch = 0, cBatch = 0, biasBatch = 0;
    Operand a, b, c, bias, residual;
    Activation activation;
    int64_t channels = 0; ///< of one tap
    Extent in{1, 1, 1}, out{1, 1, 1}, kernel{1, 1, 1}, stride{1, 1, 1}, dilation{1, 1, 1}, pad{0, 0, 0};
};

/// Adds the dispatches of the product.
void addGemm(StepBuilder& step, const GemmSpec& spec);

/// Adds one dispatch for few rows if the product suits it.
bool addVectorProduct(StepBuilder& step, const GemmSpec& spec);

/// Copies a tensor into the workspace with its axes of size 1 grown to those of `to`, aligned at the last
/// axis.
Operand addBroadcast(StepBuilder& step, const Operand& source, const Shape& from, const Shape& to);

/// Copies `count` matrices [rows, columns] transposed into the workspace.
Operand addTranspose(StepBuilder& step, const Operand& source, int64_t count, int64_t rows, int64_t columns);

} // namespace kerascope
