// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/activation.h"

#include "core/op/layers/layer_table.h"

#include <limits>

namespace kerascope {
namespace {

constexpr float noLimit = std::numeric_limits<float>::infinity();

float argument(const nlohmann::json& arguments, const char* key, double otherwise)
{
    const auto found = arguments.is_object() ? arguments.find(key) : arguments.end();
    const bool given = arguments.is_object() && found != arguments.end() && found->is_number();
    return float(given ? found->get<double>() : otherwise);
}

bool truth(const nlohmann::json& arguments, const char* key)
{
    return arguments.is_object() && arguments.contains(key) && arguments[key].is_boolean()
        && arguments[key].get<bool>();
}

/// Names without arguments (keras/src/activations/activations.py).
const std::unordered_map<std::string, Activation>& fixedActivations()
{
    static const std::unordered_map<std::string, Activation> table{
        {"linear", {Unary::Identity}},
        {"relu6", {Unary::Relu, 0, 6, 0}},
        {"selu", {Unary::Selu}},
        {"softplus", {Unary::Softplus}},
        {"softsign", {Unary::Softsign}},
        {"tanh", {Unary::Tanh}},
        {"sigmoid", {Unary::Sigmoid}},
        {"hard_sigmoid", {Unary::HardSigmoid, 1.0F / 6, 0.5F, 0}},
        {"hard_sigmoid_keras2", {Unary::HardSigmoid, 0.2F, 0.5F, 0}},
        {"hard_silu", {Unary::HardSilu}},
        {"hard_swish", {Unary::HardSilu}},
        {"silu", {Unary::Silu}},
        {"swish", {Unary::Silu}},
        {"hard_tanh", {Unary::HardTanh}},
        {"tanh_shrink", {Unary::TanhShrink}},
        {"log_sigmoid", {Unary::LogSigmoid}},
        {"mish", {Unary::Mish}},
        {"sparse_plus", {Unary::SparsePlus}},
        {"sparse_sigmoid", {Unary::SparseSigmoid}},
        {"exponential", {Unary::Exp}},
        {"gelu_new", {Unary::GeluTanh}},
    };
    return table;
}

std::vector<int> activationAxes(LayerContext& context, ValueId x, const nlohmann::json& arguments)
{
    std::vector<int> axes;
    const int rank = context.build.rank(x);
    const bool given = arguments.is_object() && arguments.contains("axis") && !arguments["axis"].is_null();
    const nlohmann::json list = !given ? nlohmann::json::array({-1})
        : arguments["axis"].is_array() ? arguments["axis"]
                                       : nlohmann::json::array({arguments["axis"]});
    for (const auto& item : list) {
        if (!item.is_number_integer() || std::abs(item.get<double>()) > ProgramBuilder::maxRank) {
            context.build.fail(
                Text(msg("core", "its option \"%1\" must be a whole number below 2^31"), "axis"));
            return {};
        }
        axes.push_back(context.axis(item.get<int64_t>(), rank));
    }
    return axes;
}

ValueId gatedLinearUnit(LayerContext& context, ValueId x, int axis)
{
    ProgramBuilder& b = context.build;
    const int64_t size = b.shape(x)[axis];
    if (size % 2 != 0) {
        b.misfit(Text(msg("core", "axis %1 of shape %2 cannot be halved"), axis, b.shape(x).text()));
        return -1;
    }
    const ValueId values = b.sliceAxis(x, axis, 0, size / 2);
    const ValueId gates = b.sliceAxis(x, axis, size / 2, size / 2);
    return b.binary(Binary::Multiply, values, b.unary(gates, {Unary::Sigmoid}));
}

} // namespace

std::optional<Activation> activationByName(const std::string& name, const nlohmann::json& arguments)
{
    const auto fixed = fixedActivations().find(name);
    if (fixed != fixedActivations().end())
        return fixed->second;
    if (name == "relu")
        return Activation{Unary::Relu, argument(arguments, "negative_slope", 0),
            argument(arguments, "max_value", noLimit), argument(arguments, "threshold", 0)};
    if (name == "leaky_relu")
        return Activation{Unary::Relu, argument(arguments, "negative_slope", 0.2), noLimit, 0};
    if (name == "elu")
        return Activation{Unary::Elu, argument(arguments, "alpha", 1), 0, 0};
    if (name == "celu")
        return Activation{Unary::Celu, argument(arguments, "alpha", 1), 0, 0};
    if (name == "gelu")
        return Activation{truth(arguments, "approximate") ? Unary::GeluTanh : Unary::GeluErf};
    if (name == "hard_shrink")
        return Activation{Unary::HardShrink, argument(arguments, "threshold", 0.5), 0, 0};
    if (name == "soft_shrink")
        return Activation{Unary::SoftShrink, argument(arguments, "threshold", 0.5), 0, 0};
    if (name == "threshold")
        return Activation{Unary::Threshold, argument(arguments, "threshold", 0),
            argument(arguments, "default_value", argument(arguments, "value", 0)), 0};
    if (name == "squareplus")
        return Activation{Unary::Squareplus, argument(arguments, "b", 4), 0, 0};
    return std::nullopt;
}

std::optional<Activation> simpleActivation(const nlohmann::json& written)
{
    if (written.is_null())
        return Activation{};
    if (written.is_string())
        return activationByName(written.get<std::string>(), {});
    if (written.is_object() && written.contains("name") && written["name"].is_string())
        return activationByName(written["name"].get<std::string>(), written);
    return std::nullopt;
}

ValueId applyActivation(
    LayerContext& context, ValueId x, const std::string& name, const nlohmann::json& arguments)
{
    ProgramBuilder& b = context.build;
    if (context.failed() || x < 0)
        return -1;
    if (const auto simple = activationByName(name, arguments))
        return b.unary(x, *simple);
    if (name != "softmax" && name != "log_softmax" && name != "sparsemax" && name != "glu") {
        b.fail(Text(msg("core", "the activation \"%1\" is not known"), name));
        return -1;
    }
    const std::vector<int> axes = activationAxes(context, x, arguments);
    if (context.failed() || axes.empty())
        return -1;
    if (name == "glu")
        return gatedLinearUnit(context, x, axes[0]);
    return b.softmax(name == "softmax" ? SoftmaxKind::Softmax
            : name == "sparsemax"      ? SoftmaxKind::Sparsemax
                                       : SoftmaxKind::LogSoftmax,
        x, axes);
}

ValueId applyActivation(LayerContext& context, ValueId x, const nlohmann::json& written)
{
    if (context.failed() || x < 0)
        return -1;
    if (written.is_null())
        return x;
    if (written.is_string())
        return applyActivation(context, x, written.get<std::string>(), {});
    if (written.is_object() && written.contains("layer")) {
        const auto outputs = lowerInnerLayer(context, written["layer"], {{x, {}}}, "activation/");
        return outputs.empty() ? -1 : outputs[0];
    }
    if (written.is_object() && written.contains("name") && written["name"].is_string())
        return applyActivation(context, x, written["name"].get<std::string>(), written);
    context.build.fail(Text(msg("core", "its activation cannot be read")));
    return -1;
}

} // namespace kerascope
