// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/layers/layer_context.h"

/// Layers after model.quantize(…). How they are quantised stands in the config as "quantization", written by
/// the importer: "int8", "int8_weights", "int4", "int4_inputs", "int4_groups", "int4_groups_inputs",
/// "float8", "gptq", "gptq_packed" or "awq"; the size of a group as "quantization_block".
namespace kerascope {

struct Quantized {
    ValueId x = -1, scale = -1;
};

/// keras.quantizers.AbsMaxQuantizer: rounded to [−127, 127] by the largest magnitude over `axes`; where the
/// mode quantises weights only, the input stays as it is, at a scale of 1.
Quantized quantizedInput(LayerContext& context, ValueId x, const std::vector<int>& axes);

/// Is the kernel of a mode that multiplies whole numbers and divides by scales afterwards?
bool scalesAfterwards(LayerContext& context);

/// The whole numbers of a kernel stored as int8 [rows, columns], or as int4 [rows, ⌈columns/2⌉].
ValueId storedNumbers(
    LayerContext& context, const std::string& role, int64_t rows, int64_t columns, const Shape& shape);

/// A kernel [rows, columns] as plain numbers, for the modes that do not scale afterwards, and for int4
/// without groups; its weights' roles start with `part`.
ValueId plainKernel(
    LayerContext& context, const std::string& part, int64_t rows, int64_t columns, const Shape& shape);

/// The input as the product sees it: float8 rounds it, the other modes of plainKernel() leave it.
ValueId plainInput(LayerContext& context, const std::string& part, ValueId x);

/// The bias: float8 rounds it to bfloat16.
ValueId quantizedBias(LayerContext& context, const std::string& role, const Shape& shape);

/// act(x·W + b) along the last axis. `shape` is that of the kernel before it was flattened to [rows,
/// columns], `scales` that of its scales in int8.
ValueId quantizedMatMul(LayerContext& context, ValueId x, const std::string& part, const Shape& shape,
    const Shape& scales, int64_t columns);

/// Embeddings [rows, width]: the rows at `indices`.
ValueId quantizedRows(LayerContext& context, ValueId indices, int64_t rows, int64_t width);

/// x·Eᵀ of a table [rows, width] stored by itself, or (not tied) of reverse_embeddings.
ValueId quantizedReverse(LayerContext& context, ValueId x, int64_t rows, int64_t width, bool tied);

} // namespace kerascope
