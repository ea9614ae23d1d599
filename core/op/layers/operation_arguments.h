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
    /// The axes that the option "axis" names, sorted; all of them where it is absent.
    std::vector<int> axes(size_t position, int rank);
    /// The one axis that the option "axis" names; `otherwise` where it is absent.
    int axis(size_t position, int rank, int64_t otherwise);
    /// The operand "x" and the one axis to work along; flattened where the option "axis" is absent.
    struct Along {
        ValueId x = -1;
        int axis = 0;
    };
    Along along(size_t position);
    double number(size_t position, const char* name, double otherwise);
    bool flag(size_t position, const char* name, bool otherwise);
    std::string text(size_t position, const char* name);

private:
    ValueId constant(const nlohmann::json& written);

    LayerContext& c;
};

/// "its arguments cannot be read"
Text unreadable();
/// All elements along one axis.
ValueId flattened(ProgramBuilder& builder, ValueId x);
/// 0, 1, 2, … along one axis of a tensor of that rank.
ValueId counting(ProgramBuilder& builder, int64_t size, int axis, int rank);
/// Every stretch of `length` numbers of the last axis, `step` apart: [..., count, length].
ValueId slidingRows(ProgramBuilder& builder, ValueId x, int64_t length, int64_t step);
/// Runs a layer class on `x` in place of the operation; null entries of the config count as absent.
void asLayer(LayerContext& context, const std::string& type, nlohmann::json config, ValueId x);

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
/// Parts of a tensor along one axis.
void addSplitOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Pieces put together, rows of numbers, answers that the shape alone gives.
void addPieceOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Products over axes, diagonals, averages.
void addProductOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Short-time Fourier transforms, sequences, patches.
void addWindowOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Numbers put at places that are computed: scatter, segments, counts.
void addPlaceOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Inverses, factors and the like of matrices.
void addMatrixOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
void addNormOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Pictures: filters, colours, borders; and looked at through a projection.
void addPictureOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
void addWarpOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
void addLossOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);
/// Operations that change the shape; the element functions stand in operation.cpp.
void addShapeOperations(std::unordered_map<std::string, void (*)(LayerContext&)>& table);

} // namespace kerascope
