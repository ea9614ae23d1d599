// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/program_builder.h"

#include <nlohmann/json.hpp>
#include <string_view>

namespace kerascope {

struct LayerInput {
    ValueId value = -1;
    std::string role; ///< as CallInput::role
};

/// What a configured activation is: a function that an operation can carry, or else the rest of it.
struct ActivationSpec {
    Activation simple;
    const nlohmann::json* rest = nullptr; ///< softmax, a layer …: after the operation, by finish()
};

/// Everything that the lowering function of a layer class sees. Getters of the config give the default where
/// a key is absent or null; a value of the wrong kind is a failure of the builder and gives the default.
class LayerContext {
public:
    LayerContext(ProgramBuilder& builder, const Layer& owner, std::string weightPrefix, std::string className,
        const nlohmann::json& layerConfig, const nlohmann::json& callArguments);

    ProgramBuilder& build;
    const Layer& layer; ///< owner of the weights
    const std::string prefix; ///< of the weights' roles inside wrappers: "layer/"
    const std::string type; ///< class name
    const nlohmann::json& config;
    const nlohmann::json& arguments; ///< of the call
    std::vector<LayerInput> inputs;
    std::vector<ValueId> outputs; ///< what the function makes, without a mask
    ValueId mask = -1; ///< mask that the function makes; −1: the one that came in is passed on
    int depth = 0; ///< wrappers around it
    bool wantsMask = false; ///< the call has a mask among its outputs

    bool failed() const { return build.failed(); }
    void set(ValueId output) { outputs = {output}; }
    /// First positional tensor, of a rank within [minRank, maxRank]; −1 and a failure otherwise.
    ValueId input(int minRank = 1, int maxRank = ProgramBuilder::maxRank);
    std::vector<ValueId> positional() const;
    std::vector<ValueId> named(std::string_view role) const;
    /// The mask that came in; −1 if none. Several are joined by And.
    ValueId incomingMask();

    const nlohmann::json* find(const char* key) const;
    int64_t integer(const char* key, int64_t otherwise);
    /// Integer within [1, 2^31).
    int64_t positive(const char* key, int64_t otherwise);
    double number(const char* key, double otherwise);
    bool flag(const char* key, bool otherwise);
    /// An argument of the call; false where it is not there.
    bool callFlag(const char* key) const;
    std::string text(const char* key, const char* otherwise);
    /// An integer or a list of integers.
    std::vector<int64_t> integers(const char* key);
    /// A number or a list of numbers, nested lists flattened.
    std::vector<float> numbers(const char* key);
    /// One number for all spatial axes or one for each; all positive.
    Spatial spatial(const char* key, int rank, int64_t otherwise);
    /// (before, after) per axis: n, (n, m, …) or ((a, b), …); not negative.
    std::vector<std::array<int64_t, 2>> borders(const char* key, int rank);
    bool channelsFirst();
    /// A config axis of a tensor of that rank, not negative.
    int axis(int64_t value, int rank);
    std::vector<int> axes(const char* key, int rank, std::vector<int64_t> otherwise);

    bool hasWeight(std::string_view role) const;
    /// The weight as a constant. Its shape must be the one expected (unknownDim fits all).
    ValueId weight(std::string_view role, const Shape& expected);

    ActivationSpec activation(const char* key);
    /// Puts spec's rest after `x`.
    ValueId finish(ValueId x, const ActivationSpec& spec);

private:
    const Weight* findWeight(std::string_view role) const;
    bool asInteger(const nlohmann::json& value, const char* key, int64_t& out);
};

} // namespace kerascope
