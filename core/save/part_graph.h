// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/summary.h"

#include <set>

/// Writing a part of a model as a file of its own.
namespace kerascope::save {

/// A tensor of the part: indices of PartGraph::layers, of that layer's calls, and of what the call gives.
struct Source {
    int layer = -1;
    int call = 0;
    int tensor = 0;
};

struct PartInput {
    Source source;
    std::string role; ///< as CallInput::role
};

struct PartCall {
    CallId id = noId; ///< noId for an input of the part
    std::vector<PartInput> inputs; ///< in the order of Call::inputs
};

/// A leaf layer, or an input of the part.
struct PartLayer {
    LayerId id = noId; ///< noId for an input
    std::string name; ///< unique in the part, without "/"
    Shape shape; ///< of an input: batch included, unknownDim where open
    DType dtype = DType::Float32; ///< of an input
    std::vector<PartCall> calls;
};

/// The ticked layers as one flat graph: nested models are unfolded, tensors that cross the cut are inputs.
struct PartGraph {
    std::shared_ptr<const Model> model;
    std::vector<PartLayer> layers; ///< inputs first, then by their first call
    std::vector<Source> outputs;

    bool isInput(int layer) const { return layers[size_t(layer)].id == noId; }
};

/// Errors: Unsupported (a layer cannot run, or a mask crosses the cut, which no file can hold), Usage
/// (nothing is ticked), Cancelled.
Result<PartGraph> partGraph(
    const ModelSummary& summary, const LayerSelection& ticked, const std::stop_token& stop);

/// A name that Keras takes: without "/", other than those used before.
std::string uniqueName(std::string wanted, std::set<std::string>& used);

} // namespace kerascope::save
