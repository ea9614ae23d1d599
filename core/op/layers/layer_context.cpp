// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_context.h"

#include "core/op/layers/activation.h"

#include <algorithm>
#include <cmath>

namespace kerascope {

LayerContext::LayerContext(ProgramBuilder& builder, const Layer& owner, std::string weightPrefix,
    std::string className, const nlohmann::json& layerConfig, const nlohmann::json& callArguments)
    : build(builder)
    , layer(owner)
    , prefix(std::move(weightPrefix))
    , type(std::move(className))
    , config(layerConfig)
    , arguments(callArguments)
{
}

std::vector<ValueId> LayerContext::named(std::string_view role) const
{
    std::vector<ValueId> values;
    for (const LayerInput& one : inputs)
        if (one.role == role)
            values.push_back(one.value);
    return values;
}

std::vector<ValueId> LayerContext::positional() const { return named({}); }

ValueId LayerContext::input(int minRank, int maxRank)
{
    const auto values = positional();
    if (values.empty() || values[0] < 0) {
        build.fail(Text(msg("core", "it has no input")));
        return -1;
    }
    const int rank = build.rank(values[0]);
    if (rank < minRank || rank > maxRank) {
        build.fail(Text(msg("core", "an input of %1 axes is not possible (shape %2)"), rank,
            build.shape(values[0]).text()));
        return -1;
    }
    return values[0];
}

ValueId LayerContext::incomingMask()
{
    ValueId joined = -1;
    for (const ValueId one : named("mask"))
        joined = joined < 0 ? one : build.binary(Binary::And, joined, one);
    return joined;
}

bool LayerContext::hasWeight(std::string_view role) const { return findWeight(role) != nullptr; }

const Weight* LayerContext::findWeight(std::string_view role) const
{
    const std::string whole = prefix + std::string(role);
    for (const Weight& one : layer.weights)
        if (one.role == whole)
            return &one;
    return nullptr;
}

ValueId LayerContext::weight(std::string_view role, const Shape& expected)
{
    if (failed())
        return -1;
    const Weight* found = findWeight(role);
    if (found && found->tensors.empty() && !found->shape.known())
        found = nullptr; // an architecture alone leaves sizes open
    if (!found && build.missingWeightsAllowed() && expected.known())
        return build.weight({layer.id, -1}, expected, "w/" + layer.path + "/" + prefix + std::string(role));
    if (!found) {
        build.fail(Text(msg("core", "its weight \"%1\" is missing in the file"), prefix + std::string(role)));
        return -1;
    }
    // without the weights' file the sizes that only the input tells are open
    Shape shape = found->shape;
    bool fits = shape.rank() == expected.rank();
    for (int i = 0; fits && i < expected.rank(); ++i) {
        if (shape[i] < 0)
            shape[i] = expected[i];
        fits = shape[i] >= 0 && (expected[i] < 0 || expected[i] == shape[i]);
    }
    if (!fits) {
        build.misfit(Text(msg("core", "its weight \"%1\" has the shape %2 where %3 is needed"), found->role,
            found->shape.text(), expected.text()));
        return -1;
    }
    const int index = int(found - layer.weights.data());
    return build.weight({layer.id, index}, shape, "w/" + layer.path + "/" + found->role);
}

ActivationSpec LayerContext::activation(const char* key)
{
    const nlohmann::json* value = find(key);
    if (!value)
        return {};
    if (const auto simple = simpleActivation(*value))
        return {*simple, nullptr};
    return {{}, value};
}

ValueId LayerContext::finish(ValueId x, const ActivationSpec& spec)
{
    return spec.rest && !failed() ? applyActivation(*this, x, *spec.rest) : x;
}

} // namespace kerascope
