// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/model.h"
#include "core/op/operation.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace kerascope {

/// A tensor of the program. `constant` ≥ 0: a weight or literal; else made by an operation or an input.
struct Value {
    Shape shape; ///< concrete
    DType dtype = DType::Float32; ///< Float32, Int32 or Bool
    ConstId constant = -1;
};

/// One weight variable of the model.
struct WeightRef {
    LayerId layer = noId;
    int weight = 0; ///< index in Layer::weights
};

/// How a constant is computed from others at load time. Nothing is computed before the weights are asked for.
enum class DerivedKind {
    BatchNormScale, ///< [variance, gamma?] → gamma/√(variance + parameter)
    BatchNormShift, ///< [mean, scale, beta?] → beta − mean·scale
    NormalizationScale, ///< [variance] → 1/max(√variance, 1e-7); parameter 1: max(√variance, 1e-7) (invert)
    ScaleLastAxis, ///< [x, s] → x·s along the last axis (kernel of Conv, MatMul: output channels)
    ScaleSecondLastAxis, ///< [x, s] → along the last but one (kernel of ConvTranspose)
    MultiplyAdd, ///< [x, scale, shift?] → x·scale + shift, element by element
    Multiply, ///< [a, b] → a·b, element by element
    Add, ///< [a, b]
    Negate, ///< [a]
    Reshape, ///< [x] → Constant::shape
    Transpose, ///< [x] by permutation
    Slice, ///< [x]: Constant::shape elements from begin
    Nibbles, ///< [x] → the two 4-bit numbers of each byte along the last axis; parameter 1: unsigned
    DequantizeRows, ///< [q, scale, zero, group of each row] → (q − zero)·scale; scale, zero [groups, columns]
    DequantizeColumns, ///< [q, scale, zero, group of each column]; scale, zero [rows, groups]
    DivideLastAxis, ///< [x, s] → x/s along the last axis
    RoundFloat8, ///< [x, scale] → x/scale rounded to float8_e4m3fn, times scale
    RoundBFloat16, ///< [x]
};
struct Derived {
    DerivedKind kind = DerivedKind::Multiply;
    std::vector<ConstId> inputs;
    float parameter = 0;
    std::vector<int> permutation;
    std::vector<int64_t> begin;
};

/// A constant of the program: a weight of the file, numbers written in the config, or computed from those.
struct Constant {
    Shape shape;
    std::variant<WeightRef, std::shared_ptr<const std::vector<float>>, Derived> source;
    std::string key; ///< names the content within one model file: equal keys, equal numbers
    CallId owner = noId; ///< the layer call that its bytes are counted for
};

struct ProgramInput {
    std::string name; ///< InputLayer's name, or at a cut the key of the tensor ("conv1", "embed:mask")
    TensorRef tensor;
    ValueId value = -1;
};
struct ProgramOutput {
    std::string name; ///< OUT.npz key
    TensorRef tensor;
    ValueId value = -1;
};

/// Primitives in execution order, for concrete shapes. Made by lower(), changed only by the passes.
struct Program {
    std::shared_ptr<const Model> model;
    std::vector<Value> values;
    std::vector<Operation> operations;
    std::vector<Constant> constants;
    std::vector<Shape> states; ///< of stateful layers, zero at load
    std::vector<ProgramInput> inputs;
    std::vector<ProgramOutput> outputs;
    std::map<TensorRef, ValueId> tensorValues; ///< where each leaf call's tensor is; gone if fused away
    std::map<TensorRef, Shape> tensorShapes; ///< of all of them, kept through the passes (planPart fills it)
};

} // namespace kerascope
