// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/graph_lowering.h"

#include <future>

namespace kerascope {

Result<TensorShapes> inferShapes(std::shared_ptr<const Model> model, const std::stop_token& stop)
{
    LowerRequest request;
    request.model = std::move(model);
    const Model& graph = *request.model;
    // multiples of a high power of two, so that encoder and decoder halves meet again
    GraphLowering small(request, {2, 512, 512}, true), large(request, {3, 768, 768}, true);
    auto besides = std::async([&] { return large.run(stop); }); // neither pass needs the other
    for (const Result<void>& done : {small.run(stop), besides.get()})
        if (!done)
            return done.error();
    TensorShapes out;
    for (const Call& call : graph.calls) {
        if (graph.layerOf(call.id).container)
            continue;
        for (int i = 0; i < call.outputs; ++i) {
            const TensorRef tensor{call.id, i};
            const ValueId one = small.value(tensor), other = large.value(tensor);
            if (one < 0 || other < 0)
                continue;
            Shape shape = small.program().values[size_t(one)].shape;
            const Shape& second = large.program().values[size_t(other)].shape;
            if (shape.rank() != second.rank())
                continue;
            for (int axis = 0; axis < shape.rank(); ++axis)
                if (shape[axis] != second[axis])
                    shape[axis] = unknownDim;
            out.shapes.emplace(tensor, std::move(shape));
            out.dtypes.emplace(tensor, small.program().values[size_t(one)].dtype);
        }
    }
    for (const auto& failure : small.failed()) {
        const bool sizesAtFault = failure.misfit && small.hasOpenSizes();
        if (failure.own && !sizesAtFault)
            out.unsupported.emplace(graph.calls[size_t(failure.call)].layer, failure.reason);
    }
    return out;
}

} // namespace kerascope
