// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/lower.h"
#include "core/op/program_builder.h"

#include <set>

namespace kerascope {

/// What stands for a dimension that the file leaves open.
struct OpenSizes {
    int64_t batch = 1, spatial = 64, time = 16;
};

/// One pass over the calls of a model with concrete sizes. Every call is lowered, ticked or not, because its
/// shapes are needed; compact() then takes away what the part does not need. Where a ticked call reads the
/// tensor of one that is not, a program input of the same shape takes its place.
class GraphLowering {
public:
    GraphLowering(const LowerRequest& request, OpenSizes sizes, bool shapesOnly);

    /// All calls in order. Code Usage where a given input shape cannot be right.
    Result<void> run(const std::stop_token& stop);

    struct Failed {
        CallId call = noId;
        Text reason;
        bool misfit = false; ///< other sizes might do
        bool own = false; ///< not only because of a call before it
    };
    const std::vector<Failed>& failed() const { return failed_; }
    /// Where the tensor of a call is, as the calls after it see it; −1 if it is not there.
    ValueId value(TensorRef tensor) const;
    bool partial() const { return partial_; }
    /// Some input has an open dimension besides the batch.
    bool hasOpenSizes() const { return openSizes_; }
    const std::vector<std::string>& chosenShapes() const { return chosen_; }
    Program& program() { return program_; }
    /// Outputs, inputs and what must be kept of the finished pass; then drops everything else.
    void finish();

private:
    struct Places {
        ValueId whole = -1; ///< in the lowering of the whole graph
        ValueId part = -1; ///< as ticked calls see it
    };
    bool ticked(const Call& call) const;
    Result<void> makeInput(const ModelInput& input);
    void lowerOne(const Call& call);
    ValueId seen(TensorRef tensor, bool fromPart);
    ValueId cutInput(TensorRef tensor);
    void takeDeclared(const Call& call);
    Shape filled(const Shape& shape, const std::string& name, bool say);
    void collectOutputs();

    const LowerRequest& request_;
    std::shared_ptr<const Model> model_;
    OpenSizes sizes_;
    bool shapesOnly_ = false, partial_ = false, openSizes_ = false;
    Program program_;
    ProgramBuilder builder_;
    std::map<TensorRef, Places> places_;
    std::vector<bool> lowered_; ///< by CallId: ticked and without failure
    std::set<CallId> inputCalls_;
    std::vector<Failed> failed_;
    std::vector<std::string> chosen_;
};

/// Keeps the operations that `needed` values depend on, in order, and numbers values and constants anew.
void compact(Program& program, const std::vector<ValueId>& needed);

} // namespace kerascope
