// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/layers/layer_context.h"

#include <unordered_map>

namespace kerascope {

/// Arguments of a Keras operation. A value stands in Call::arguments ({"args": […], "kwargs": {…}}) or in the
/// config (what the operation was constructed with); tensors stand as {"tensor": index into the inputs}.
class OperationArguments {
public:
    explicit OperationArguments(LayerContext& context)
        : c(context)
    {
    }
    /// What is written at that position or under that name; null if nothing.
    const nlohmann::json* find(size_t position, const char* name) const;
    /// A tensor, or a number or list of numbers as a constant. Fails if there is neither.
    ValueId operand(size_t position, const char* name);
    /// The value written there, converted in the same way.
    ValueId value(const nlohmann::json& written);
    /// A list of tensors.
    std::vector<ValueId> operands(size_t position, const char* name);
    /// Integers of an option; nothing where absent or null.
    std::optional<std::vector<int64_t>> integers(size_t position, const char* name);
    /// The numbers of a constant that is known while lowering (a shape, an element of one); null otherwise.
    const std::vector<float>* known(ValueId value) const;
    double number(size_t position, const char* name, double otherwise);
    bool flag(size_t position, const char* name, bool otherwise);
    std::string text(size_t position, const char* name);

private:
    ValueId constant(const nlohmann::json& written);

    LayerContext& c;
};

/// Statistics, products, indices and the like, made of several primitives.
void addComposedOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Element functions made of several primitives.
void addElementChains(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Element functions and work on rows that run on the CPU (operation_host.cpp).
void addHostOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Convolutions, attention and normalisations called as operations.
void addNetworkOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Normalisations, differences, mirrors and comparisons.
void addSmallOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Fourier transforms, and reductions without NaN.
void addSignalOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Splitting, flipping, padding, and layers called as operations.
void addMovingOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Operations that change the shape; the element functions stand in operation.cpp.
void addShapeOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);

} // namespace kerascope
