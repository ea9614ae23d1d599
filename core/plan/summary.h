// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/selection.h"
#include "core/op/lower.h"

#include <optional>
#include <vector>

namespace kerascope {

/// What list, graph and `inspect` say about a layer before any weight is read. Open sizes, and what depends
/// on them, are nothing. A container holds the sums of its inner rows. Bytes per run with the batch of the
/// shapes.
struct LayerSummary {
    LayerId layer = noId;
    std::vector<Shape> outputShapes; ///< of the first call, mask left out; unknownDim where open
    int64_t params = 0, trainableParams = 0;
    uint64_t weightBytes = 0; ///< as float32 in the engine
    uint64_t fileBytes = 0; ///< as stored, after decompression
    std::optional<uint64_t> activationBytes; ///< outputs of all calls as float32
    std::optional<double> flops; ///< all calls
    bool supported = true;
    Text reason;
};

struct ModelSummary {
    std::shared_ptr<const Model> model;
    TensorShapes shapes; ///< with open dimensions
    std::vector<LayerSummary> layers; ///< by LayerId
    int64_t params = 0, trainableParams = 0;
    uint64_t weightBytes = 0, fileBytes = 0;
    std::optional<uint64_t> activationBytes, peakActivationBytes;
    std::optional<double> flops;
    LayerSelection runnable; ///< all leaf layers that do not depend on an unsupported one
};

Result<ModelSummary> summarize(const std::shared_ptr<const Model>& model, const std::stop_token& stop);

} // namespace kerascope
