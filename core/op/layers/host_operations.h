// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/layers/layer_context.h"

#include <functional>

/// Operations that run on the CPU inside any engine's plan.
namespace kerascope {

/// A value that is made while running, as a host function wants it: a constant becomes one.
ValueId whileRunning(ProgramBuilder& builder, ValueId value);

/// f(x) or f(x, y) of each element; two of equal shape.
ValueId hostMap(ProgramBuilder& builder, ValueId x, double (*function)(double), DType dtype);
ValueId hostMap(
    ProgramBuilder& builder, ValueId x, ValueId y, double (*function)(double, double), DType dtype);

/// What is done with one row: numbers of each input, numbers of the output.
using RowFunction = std::function<void(const std::vector<const float*>& in, float* out)>;
/// The inputs are taken as rows along their last axes, the output as as many rows of `width` numbers.
ValueId hostRows(ProgramBuilder& builder, const std::vector<ValueId>& inputs, const Shape& shape, DType dtype,
    RowFunction function);

/// What is done with whole tensors. An input that the operation refuses is an error of code Usage.
using WholeFunction =
    std::function<Result<void>(const std::vector<HostArgument>& in, const Shape& shape, float* out)>;
ValueId hostWhole(ProgramBuilder& builder, const std::vector<ValueId>& inputs, const Shape& shape,
    DType dtype, WholeFunction function);
/// Singular values of the matrices in the last two axes, falling (operation_matrix.cpp).
ValueId singularValues(LayerContext& context, ValueId x);

} // namespace kerascope
