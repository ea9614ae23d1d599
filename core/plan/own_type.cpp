// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/own_type.h"

#include <algorithm>

namespace kerascope {
namespace {

bool isInteger(DType type) { return !isFloat(type) && type != DType::Bool && type != DType::String; }

} // namespace

DType ownType(const Model& model, TensorRef tensor, DType computed)
{
    if (computed == DType::Float32) {
        const DType layer = model.layerOf(tensor.call).dtype;
        return isFloat(layer) ? layer : computed;
    }
    if (computed != DType::Int32)
        return computed;
    // calls stand in topological order, so that each step goes towards the front
    const Call* call = &model.calls[size_t(tensor.call)];
    while (!call->inputs.empty())
        call = &model.calls[size_t(call->inputs.front().tensor.call)];
    const auto input = std::find_if(
        model.inputs.begin(), model.inputs.end(), [&](const ModelInput& i) { return i.call == call->id; });
    return input != model.inputs.end() && isInteger(input->dtype) ? input->dtype : computed;
}

} // namespace kerascope
