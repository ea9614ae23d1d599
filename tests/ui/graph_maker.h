// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/layer_figures.h"
#include "ui/session.h"

#include <memory>
#include <string>
#include <vector>

namespace kerascope::test {

/// Builds models for the graph view by hand: layers with shapes and sizes, groups and edges.
class GraphMaker {
public:
    GraphMaker();
    /// A leaf layer with one call.
    CallId add(const std::string& name, const std::string& type, const std::vector<CallId>& from, Shape shape,
        int64_t params = 0);
    /// One more call of a leaf layer.
    CallId callAgain(CallId call, const std::vector<CallId>& from);
    /// What is added until endGroup() stands inside.
    LayerId beginGroup(const std::string& name);
    void endGroup();
    void refuse(CallId call, const std::string& reason);
    Layer& layerOf(CallId call) { return model_->layers[size_t(model_->calls[size_t(call)].layer)]; }
    std::shared_ptr<const SessionModel> session();

private:
    LayerId makeLayer(const std::string& name, const std::string& type);
    CallId makeCall(LayerId layer, const std::vector<CallId>& from);

    std::shared_ptr<Model> model_;
    std::vector<CallId> groups_; ///< open ones, outer first
    std::vector<Shape> shapes_; ///< by call
};

std::shared_ptr<const SessionModel> chainModel(int layers);
/// Stages of bottleneck blocks, 10 or 12 layers each, in the manner of ResNet50 (16 blocks).
std::shared_ptr<const SessionModel> residualModel(int blocks);
std::shared_ptr<const SessionModel> inceptionModel(int blocks);
/// Every layer feeds all later ones of its block.
std::shared_ptr<const SessionModel> denseModel(int blocks, int layers);
/// Nested models three deep, a shared layer, an unsupported one.
std::shared_ptr<const SessionModel> nestedModel();
/// Times and memory that follow the sizes.
std::vector<LayerFigure> figuresOf(const SessionModel& model);

} // namespace kerascope::test
