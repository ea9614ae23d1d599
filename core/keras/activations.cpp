// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/activations.h"
#include "core/keras/class_names.h"
#include "core/keras/defaults.h"
#include "core/keras/json_access.h"

#include <set>

namespace kerascope::keras {
namespace {

bool knownFunction(const std::string& name)
{
    static const std::set<std::string> names{"linear", "relu", "relu6", "elu", "selu", "softplus", "softsign",
        "tanh", "sigmoid", "exponential", "hard_sigmoid", "hard_silu", "silu", "gelu", "gelu_new",
        "leaky_relu", "celu", "glu", "hard_tanh", "hard_shrink", "soft_shrink", "tanh_shrink", "threshold",
        "log_sigmoid", "log_softmax", "softmax", "mish", "sparse_plus", "sparse_sigmoid", "squareplus",
        "sparsemax"};
    return names.contains(name);
}

ActivationResult named(std::string name, const Origin& origin)
{
    if (name == "swish")
        name = "silu";
    else if (name == "hard_swish")
        name = "hard_silu";
    if (!knownFunction(name))
        return {name, {msg("core", "the activation function '%1' is not one of Keras"), name}};
    // Before Keras 3: clip(0.2·x + 0.5, 0, 1); since: clip(x/6 + 0.5, 0, 1).
    if (name == "hard_sigmoid" && !origin.keras3())
        name = "hard_sigmoid_keras2";
    return {name, {}};
}

} // namespace

ActivationResult normalizeActivation(const Json& written, const Origin& origin)
{
    if (written.is_null())
        return {"linear", {}};
    if (written.is_string())
        return named(written.get<std::string>(), origin);
    const std::string className = memberString(written, "class_name");
    const Json& config = member(written, "config");
    if (className == "__lambda__")
        return {Json(), {msg("core", "its activation holds Python code, which is never run")}};
    if (config.is_string())
        return named(config.get<std::string>(), origin);
    if (className.empty())
        return {Json(), nonsense("activation", written)};
    const std::string type = canonicalClass(className);
    static const std::set<std::string> layers{
        "Activation", "ReLU", "LeakyReLU", "PReLU", "ELU", "Softmax", "ThresholdedReLU"};
    if (!layers.contains(type) || !config.is_object())
        return {Json(), {msg("core", "the activation function '%1' is not one of Keras"), className}};
    LayerDef layer;
    layer.type = type;
    layer.fileConfig = config;
    fillConfig(layer, origin);
    Json value;
    value["layer"] = {{"class_name", type}, {"config", layer.config}};
    return {value, layer.reason};
}

} // namespace kerascope::keras
