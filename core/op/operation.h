// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/model.h"
#include "core/op/host_function.h"

#include <array>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace kerascope {

/// Index in Program::values.
using ValueId = int32_t;
/// Index in Program::constants.
using ConstId = int32_t;

/// The primitives that every engine runs. All tensors are channels-last ([N, spatial…, C]); lowering puts
/// transposes around channels_first layers. Every value is stored as float32 words (core/engine/tensor.h).
enum class OpKind {
    Conv, ///< [x, kernel, bias?, residual?]; 1–3 spatial axes, groups, dilation; kernel [k…, cin/groups,
          ///< cout]
    ConvTranspose, ///< [x, kernel, bias?, residual?]; kernel [k…, cout, cin]
    MatMul, ///< [a, b, bias?, residual?]; a [batch…, M, K] × b [K, N] or [batch…, K, N]; bias [N]
    Pool, ///< [x]; maximum (padding −∞) or average (padding not counted)
    Unary, ///< [x]; one of Unary, element by element
    Binary, ///< [a, b]; equal rank, each axis equal or 1
    Select, ///< [condition, a, b]; equal rank, each axis equal or 1
    Reduce, ///< [x]; over axes
    Softmax, ///< [x]; over the last axis
    Normalize, ///< [x, gamma?, beta?]; over the last `axes` axes taken as one row
    Affine, ///< [x, scale, shift?]; x·scale[c] + shift[c] along the last axis, then activation
    Pad, ///< [x]; constant
    Slice, ///< [x]; x[begin + i·step] per axis, sizes from the output
    Concat, ///< [x…]; along one axis
    Transpose, ///< [x]; output axis i is input axis permutation[i]
    Reshape, ///< [x]; same elements in the same order: a view where the engine can
    Repeat, ///< [x]; each slice along one axis count times in a row
    Broadcast, ///< [x]; equal rank, axes of size 1 grow to the output's
    Resize, ///< [x]; [N, H, W, C] → output size
    Gather, ///< [table, indices]; rows of table [rows, width] by truncated indices; output indices.shape +
            ///< [width]
    Recurrent, ///< [x, kernel, recurrent, bias?, mask?, state0?, state1?] → [sequence or last, h, c?]
    Host, ///< [x…]; a HostFunction on the CPU, whatever the engine
    Cast, ///< [x]; to Value::dtype of the output (ints truncate towards zero, bool = x ≠ 0)
};
const char* opName(OpKind kind);

/// Element functions of one argument. a, b, c are Activation::alpha, beta, gamma.
enum class Unary {
    Identity,
    Relu, ///< x ≥ beta ? beta : x > gamma ? x : alpha·(x − gamma); beta = +inf without a limit
    Elu, ///< x > 0 ? x : alpha·(e^x − 1)
    Selu,
    Celu, ///< max(0,x) + min(0, alpha·(e^(x/alpha) − 1))
    Softplus,
    Softsign,
    Tanh,
    Sigmoid,
    HardSigmoid, ///< clip(alpha·x + beta, 0, 1)
    HardSilu, ///< x·clip(x/6 + 0.5, 0, 1)
    Silu,
    GeluErf,
    GeluTanh,
    HardTanh, ///< clip(x, −1, 1)
    HardShrink, ///< |x| > alpha ? x : 0
    SoftShrink, ///< x > alpha ? x − alpha : x < −alpha ? x + alpha : 0
    TanhShrink, ///< x − tanh x
    Threshold, ///< x > alpha ? x : beta
    LogSigmoid,
    Mish,
    SparsePlus,
    SparseSigmoid,
    Squareplus, ///< (x + √(x² + alpha)) / 2
    Exp,
    Log,
    Sqrt,
    Rsqrt,
    Square,
    Abs,
    Negative,
    Reciprocal,
    Sign,
    Floor,
    Ceil,
    Round, ///< half to even
    Sin,
    Cos,
    Linear, ///< alpha·x + beta
    Clip, ///< min(max(x, alpha), beta)
    Not, ///< x == 0
};

enum class Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Maximum,
    Minimum,
    Power,
    FloorDivide,
    Modulo, ///< sign of the divisor
    SquaredDifference,
    Prelu, ///< a > 0 ? a : b·a
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
};

/// A fused or stand-alone element function.
struct Activation {
    Unary function = Unary::Identity;
    float alpha = 0, beta = 0, gamma = 0;
    bool none() const { return function == Unary::Identity; }
    bool operator==(const Activation&) const = default;
};

using Spatial = std::array<int64_t, 3>; ///< outermost spatial axis first; unused ones hold the neutral value

struct ConvAttributes { ///< output = activation(conv + bias + residual)
    int spatialRank = 2;
    Spatial stride{1, 1, 1}, dilation{1, 1, 1}, padBefore{0, 0, 0}, padAfter{0, 0, 0};
    int64_t groups = 1;
    Activation activation;
};
struct ConvTransposeAttributes { ///< full result of size (n−1)·stride + (k−1)·dilation + 1 per axis, from
                                 ///< which
    int spatialRank = 2; ///< `cropBefore` is cut; what the output needs beyond its end is zero (before bias)
    Spatial stride{1, 1, 1}, dilation{1, 1, 1}, cropBefore{0, 0, 0};
    Activation activation;
};
struct MatMulAttributes { ///< output = activation(a·b + bias + residual)
    bool transposeA = false, transposeB = false;
    Activation activation;
};
struct PoolAttributes {
    bool maximum = true;
    int spatialRank = 2;
    Spatial window{1, 1, 1}, stride{1, 1, 1}, padBefore{0, 0, 0}, padAfter{0, 0, 0};
};
struct UnaryAttributes {
    Activation activation;
};
struct BinaryAttributes {
    Binary function = Binary::Add;
    Activation activation;
};
enum class ReduceKind { Sum, Mean, Maximum, Minimum, Product, Any, All };
struct ReduceAttributes {
    ReduceKind kind = ReduceKind::Sum;
    std::vector<int> axes; ///< sorted, not negative
    bool keepDims = false;
};
enum class SoftmaxKind { Softmax, LogSoftmax, Sparsemax };
struct SoftmaxAttributes {
    SoftmaxKind kind = SoftmaxKind::Softmax;
};
enum class NormalizeKind {
    MeanVariance, ///< (x − mean)/√(variance + epsilon)
    RootMeanSquare, ///< x/√(mean x² + epsilon)
    VarianceOnly, ///< x/√(variance + epsilon): rms_scaling of LayerNormalization
    UnitLength, ///< x·min(1/√(Σx²), 1/epsilon)
};
struct NormalizeAttributes {
    NormalizeKind kind = NormalizeKind::MeanVariance;
    int axes = 1; ///< how many trailing axes make a row; gamma and beta have its size
    float epsilon = 1e-3F;
};
struct AffineAttributes {
    Activation activation;
};
struct PadAttributes {
    std::vector<int64_t> before, after;
    float value = 0;
};
struct SliceAttributes {
    std::vector<int64_t> begin, step; ///< step may be negative
};
struct ConcatAttributes {
    int axis = 0;
};
struct TransposeAttributes {
    std::vector<int> permutation;
};
struct RepeatAttributes {
    int axis = 0;
    int64_t count = 1;
};
enum class ResizeKind { Nearest, Bilinear, Bicubic, Lanczos3, Lanczos5 };
struct ResizeAttributes { ///< half-pixel centres: source = (i + 0.5)·in/out − 0.5
    ResizeKind kind = ResizeKind::Bilinear;
};
enum class CellKind { Simple, Lstm, Gru, GruResetAfter };
struct RecurrentAttributes { ///< kernel [D, gates·U], recurrent [U, gates·U], bias [gates·U] or [2, gates·U];
    CellKind cell = CellKind::Lstm; ///< gates i,f,c,o / z,r,h; x [B, T, D], mask [B, T], states [B, U]
    int64_t units = 0;
    Activation activation, recurrentActivation;
    bool goBackwards = false; ///< time runs from the end; the sequence stays in processing order
    bool returnSequences = false;
    bool zeroOutputForMask = false; ///< masked steps output 0 instead of repeating the previous output
    bool hasBias = true, hasMask = false,
         hasState = false; ///< which optional inputs are there, in this order
    int stateSlot = -1; ///< stateful: index in Program::states of h (and +1 of c), kept between runs
};
struct HostAttributes {
    std::shared_ptr<const HostFunction> function;
};
struct NoAttributes { };

using Attributes = std::variant<NoAttributes, ConvAttributes, ConvTransposeAttributes, MatMulAttributes,
    PoolAttributes, UnaryAttributes, BinaryAttributes, ReduceAttributes, SoftmaxAttributes,
    NormalizeAttributes, AffineAttributes, PadAttributes, SliceAttributes, ConcatAttributes,
    TransposeAttributes, RepeatAttributes, ResizeAttributes, RecurrentAttributes, HostAttributes>;

/// One primitive. inputs: value ids in the order of OpKind's comment; an absent optional one is −1 (trailing
/// ones may be left out). `calls`: the layer calls whose work it does; more than one after fusion, the last
/// one ends it (its output is the operation's output).
struct Operation {
    OpKind kind = OpKind::Unary;
    std::vector<ValueId> inputs;
    std::vector<ValueId> outputs;
    Attributes attributes;
    std::vector<CallId> calls;

    ValueId input(size_t index) const { return index < inputs.size() ? inputs[index] : -1; }
    template <class T> const T& as() const { return std::get<T>(attributes); }
};

} // namespace kerascope
