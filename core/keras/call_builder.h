// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/layer_def.h"

#include <map>
#include <stop_token>

namespace kerascope::keras {

/// Unfolds the nested models of one container tree into calls, with a stack of its own.
class CallBuilder {
public:
    /// `ids`: LayerId of each LayerDef of this model, noId for others.
    CallBuilder(const ModelDef& def, Model& model, const std::vector<LayerId>& ids)
        : def_(def)
        , model_(model)
        , ids_(ids)
    {
    }
    Result<void> run(int rootContainer, const std::stop_token& stop);

    /// By CallId: Keras 3 wrote the call's mask, so none is implied.
    const std::vector<bool>& maskWritten() const { return maskWritten_; }

private:
    struct Frame {
        int container = 0;
        CallId call = noId; ///< of the nested model; noId for the root
        size_t position = 0;
        std::vector<TensorRef> ports;
        std::map<std::pair<int, int>, CallId> made; ///< (layer, node) → its call
    };

    Result<void> step(std::vector<Frame>& stack);
    Result<TensorRef> tensorOf(Frame& frame, int layer, int node, int64_t tensor, const std::string& user);
    Result<std::vector<CallInput>> inputsOf(Frame& frame, const LayerDef& layer, const NodeDef& node);
    Result<std::vector<TensorRef>> portsOf(
        const LayerDef& layer, const NodeDef& node, const std::vector<CallInput>& in);
    Result<CallId> addCall(Frame& frame, const LayerDef& layer, int index, const NodeDef& node);
    Result<void> finish(Frame& frame);
    Result<void> modelPorts(Frame& root);
    /// A later call of a layer than the first that gives an output carries "@N".
    std::string outputName(const PortDef& port, int firstNumber) const;

    const ModelDef& def_;
    Model& model_;
    const std::vector<LayerId>& ids_;
    std::vector<bool> maskWritten_;
};

} // namespace kerascope::keras
