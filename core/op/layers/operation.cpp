// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/activation.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"

#include <algorithm>
#include <cmath>

namespace kerascope {
namespace {

/// Two single numbers that are known while lowering, as sizes of a shape are.
std::optional<float> folded(Binary function, const std::vector<float>* x, const std::vector<float>* y)
{
    if (!x || !y || x->size() != 1 || y->size() != 1)
        return std::nullopt;
    const float a = (*x)[0], b = (*y)[0];
    switch (function) {
    case Binary::Add:
        return a + b;
    case Binary::Subtract:
        return a - b;
    case Binary::Multiply:
        return a * b;
    case Binary::FloorDivide:
        return b != 0 ? std::optional(std::floor(a / b)) : std::nullopt;
    default:
        return std::nullopt;
    }
}

/// Two arguments spread over each other as NumPy does.
template <Binary function> void binary(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x1"), y = arguments.operand(1, "x2");
    const int rank = std::max(b.rank(x), b.rank(y));
    if (const auto numbers = folded(function, arguments.known(x), arguments.known(y)))
        c.set(b.literal({*numbers}, b.shape(x)));
    else
        c.set(b.binary(function, b.alignLeft(x, rank), b.alignLeft(y, rank)));
}

template <Unary function> void unary(LayerContext& c)
{
    c.set(c.build.unary(OperationArguments(c).operand(0, "x"), {function}));
}

void identity(LayerContext& c) { c.set(OperationArguments(c).operand(0, "x")); }

/// An activation called as an operation: its arguments stand in the config or in the call.
void activation(LayerContext& c)
{
    static const std::unordered_map<std::string, const char*> names{{"Relu", "relu"}, {"ReLU", "relu"},
        {"Relu6", "relu6"}, {"LeakyRelu", "leaky_relu"}, {"LeakyReLU", "leaky_relu"}, {"Elu", "elu"},
        {"ELU", "elu"}, {"Celu", "celu"}, {"Selu", "selu"}, {"Gelu", "gelu"}, {"Sigmoid", "sigmoid"},
        {"HardSigmoid", "hard_sigmoid"}, {"Silu", "silu"}, {"HardSilu", "hard_silu"},
        {"HardTanh", "hard_tanh"}, {"HardShrink", "hard_shrink"}, {"SoftShrink", "soft_shrink"},
        {"TanhShrink", "tanh_shrink"}, {"Threshold", "threshold"}, {"Squareplus", "squareplus"},
        {"LogSigmoid", "log_sigmoid"}, {"Softplus", "softplus"}, {"Softsign", "softsign"},
        {"SparsePlus", "sparse_plus"}, {"SparseSigmoid", "sparse_sigmoid"}, {"Mish", "mish"},
        {"Softmax", "softmax"}, {"LogSoftmax", "log_softmax"}, {"Sparsemax", "sparsemax"}, {"Glu", "glu"},
        {"GLU", "glu"}};
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    nlohmann::json options = c.config.is_object() ? c.config : nlohmann::json::object();
    if (c.arguments.is_object() && c.arguments.contains("kwargs") && c.arguments["kwargs"].is_object())
        options.update(c.arguments["kwargs"]);
    options.erase("name"); // of the node, not of the function
    c.set(applyActivation(c, x, names.at(c.type), options));
}

template <ReduceKind kind> void reduce(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const bool keep = arguments.flag(2, "keepdims", false);
    c.set(b.reduce(kind, x, arguments.axes(1, b.rank(x)), keep));
}

void clip(LayerContext& c)
{
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    c.set(c.build.unary(
        x, {Unary::Clip, float(arguments.number(1, "x_min", 0)), float(arguments.number(2, "x_max", 0)), 0}));
}

void where(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId condition = arguments.operand(0, "condition"), x = arguments.operand(1, "x1"),
                  y = arguments.operand(2, "x2");
    const int rank = std::max({b.rank(condition), b.rank(x), b.rank(y)});
    c.set(b.select(b.alignLeft(condition, rank), b.alignLeft(x, rank), b.alignLeft(y, rank)));
}

void castTo(LayerContext& c)
{
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto type = dtypeFromName(arguments.text(1, "dtype"));
    if (!type || *type == DType::String)
        c.build.fail(Text(msg("core", "its option \"%1\" cannot be read"), "dtype"));
    else if (arguments.known(x) && *type != DType::Bool)
        c.set(x);
    else
        c.set(c.build.cast(x,
            *type == DType::Bool ? DType::Bool
                : isFloat(*type) ? DType::Float32
                                 : DType::Int32));
}

void matMul(LayerContext& c)
{
    OperationArguments arguments(c);
    const ValueId a = arguments.operand(0, "x1"), b = arguments.operand(1, "x2");
    const bool left = arguments.flag(99, "transpose_a", false),
               right = arguments.flag(99, "transpose_b", false);
    c.set(c.build.matMul(a, b, -1, {left, right, {}}));
}

void addElementOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"Add", binary<Binary::Add>},
        {"Subtract", binary<Binary::Subtract>}, {"Multiply", binary<Binary::Multiply>},
        {"Divide", binary<Binary::Divide>}, {"TrueDivide", binary<Binary::Divide>},
        {"FloorDivide", binary<Binary::FloorDivide>}, {"Mod", binary<Binary::Modulo>},
        {"Power", binary<Binary::Power>}, {"Maximum", binary<Binary::Maximum>},
        {"Minimum", binary<Binary::Minimum>}, {"Equal", binary<Binary::Equal>},
        {"NotEqual", binary<Binary::NotEqual>}, {"Less", binary<Binary::Less>},
        {"LessEqual", binary<Binary::LessEqual>}, {"Greater", binary<Binary::Greater>},
        {"GreaterEqual", binary<Binary::GreaterEqual>}, {"LogicalAnd", binary<Binary::And>},
        {"LogicalOr", binary<Binary::Or>}, {"Negative", unary<Unary::Negative>},
        {"Absolute", unary<Unary::Abs>}, {"Abs", unary<Unary::Abs>}, {"Exp", unary<Unary::Exp>},
        {"Log", unary<Unary::Log>}, {"Sqrt", unary<Unary::Sqrt>}, {"Rsqrt", unary<Unary::Rsqrt>},
        {"Square", unary<Unary::Square>}, {"Sign", unary<Unary::Sign>}, {"Floor", unary<Unary::Floor>},
        {"Ceil", unary<Unary::Ceil>}, {"Round", unary<Unary::Round>}, {"Sin", unary<Unary::Sin>},
        {"Cos", unary<Unary::Cos>}, {"Tanh", unary<Unary::Tanh>}, {"Reciprocal", unary<Unary::Reciprocal>},
        {"LogicalNot", unary<Unary::Not>}, {"Identity", identity}, {"Copy", identity},
        {"StopGradient", identity}, {"ConvertToTensor", identity}, {"Clip", clip}, {"Where", where},
        {"Cast", castTo}, {"SaturateCast", castTo}, {"Fabs", unary<Unary::Abs>},
        {"Fmax", binary<Binary::Maximum>}, {"Fmin", binary<Binary::Minimum>}, {"Matmul", matMul},
        {"Mean", reduce<ReduceKind::Mean>}, {"Sum", reduce<ReduceKind::Sum>},
        {"Max", reduce<ReduceKind::Maximum>}, {"Amax", reduce<ReduceKind::Maximum>},
        {"Min", reduce<ReduceKind::Minimum>}, {"Amin", reduce<ReduceKind::Minimum>},
        {"Prod", reduce<ReduceKind::Product>}, {"Any", reduce<ReduceKind::Any>},
        {"All", reduce<ReduceKind::All>}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace

const LayerTable& operationTable()
{
    static const LayerTable table = [] {
        LayerTable all;
        addElementOperations(all);
        addShapeOperations(all);
        addComposedOperations(all);
        addMovingOperations(all);
        addElementChains(all);
        addHostOperations(all);
        addNetworkOperations(all);
        addSignalOperations(all);
        addSmallOperations(all);
        addSplitOperations(all);
        addPieceOperations(all);
        addProductOperations(all);
        addWindowOperations(all);
        addPlaceOperations(all);
        addMatrixOperations(all);
        addNormOperations(all);
        addPictureOperations(all);
        addWarpOperations(all);
        addLossOperations(all);
        for (const char* name : {"Relu", "ReLU", "Relu6", "LeakyRelu", "LeakyReLU", "Elu", "ELU", "Celu",
                 "Selu", "Gelu", "Sigmoid", "HardSigmoid", "Silu", "HardSilu", "HardTanh", "HardShrink",
                 "SoftShrink", "TanhShrink", "Threshold", "Squareplus", "LogSigmoid", "Softplus", "Softsign",
                 "SparsePlus", "SparseSigmoid", "Mish", "Softmax", "LogSoftmax", "Sparsemax", "Glu", "GLU"})
            all.emplace(name, activation);
        return all;
    }();
    return table;
}

} // namespace kerascope
