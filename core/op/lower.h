// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/program.h"

#include <optional>
#include <stop_token>

namespace kerascope {

/// What is to be computed.
struct LowerRequest {
    std::shared_ptr<const Model> model;
    std::vector<bool> ticked; ///< by LayerId, leaf layers; empty = all
    std::map<std::string, Shape> inputShapes; ///< by input name, batch axis included; needed for cut edges
                                              ///< whose shape is not known otherwise
    int64_t batch = 1; ///< for inputs that inputShapes does not name
    std::vector<TensorRef> captured; ///< tensors that must exist as values besides the outputs
    bool allTensors = false; ///< every leaf call's tensors must exist (all layers, verify)
};

/// Why a call cannot run: the layer's class or an option of it is not known, or its input is missing.
struct Blocked {
    CallId call = noId;
    Text reason;
    bool misfit = false; ///< shapes that the file itself tells do not fit together
};

/// Every leaf call is lowered as far as possible.
struct Lowered {
    Program program;
    std::vector<Blocked> blocked; ///< ticked calls that cannot run, and those that depend on them
    std::vector<std::string> chosenShapes; ///< "input_1: 1x64x64x3" where an open size was chosen
};

/// Lowers the ticked calls to primitives for concrete shapes. Open dimensions that the request does not give:
/// 64 per spatial axis, 16 for time, raised until every layer has a positive shape.
/// Inputs are the tensors that cross the cut; outputs those used outside, model outputs, or used by nobody.
/// An unsupported layer is no error here (see blocked); shapes that do not fit are (code Usage).
Result<Lowered> lower(const LowerRequest& request, const std::stop_token& stop);

/// Shapes and dtypes of every leaf tensor without choosing open sizes: those stay unknownDim. Found by
/// lowering twice with different sizes and comparing, so that shape rules exist once.
struct TensorShapes {
    std::map<TensorRef, Shape> shapes; ///< missing where a blocked layer stands before
    std::map<TensorRef, DType> dtypes;
    std::map<LayerId, Text> unsupported; ///< leaf layers that lowering does not know, with the reason
};
Result<TensorShapes> inferShapes(std::shared_ptr<const Model> model, const std::stop_token& stop);

} // namespace kerascope
