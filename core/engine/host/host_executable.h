// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/engine/host/aligned_buffer.h"
#include "core/engine/host/host_constants.h"
#include "core/engine/host/host_step.h"

#include <memory>
#include <string>
#include <vector>

namespace kerascope {

/// What preparing a step needs from outside.
struct PrepareContext {
    std::shared_ptr<WeightStore> store;
    Ledger* ledger = nullptr;
    HostConstantCache* cache = nullptr;
    std::stop_token stop;
    double compileMs = 0, uploadMs = 0;
};

/// What engines in host memory share: one arena as planned, constants, states, input and output, step times,
/// denormals off while running. An engine adds prepareStep() and runStep().
class HostExecutable : public Executable {
public:
    Result<void> write(int input, const Tensor& tensor) override;
    Result<RunTimes> run(const RunOptions& options, const std::stop_token& stop) override;
    Result<Tensor> read(int output) override;
    void resetState() override;
    MemoryUse memory() const override;

    /// Arena and states; first of all.
    Result<void> allocate(Ledger& ledger);
    /// Once per step, in order. The base fetches the step's constants as they are.
    virtual Result<void> prepareStep(int step, PrepareContext& context);
    /// After the last prepareStep: constants that are outputs, addresses.
    virtual Result<void> finish(PrepareContext& context);

protected:
    explicit HostExecutable(std::shared_ptr<const Plan> plan);
    virtual Result<void> runStep(int step) = 0;
    virtual void beginRun() { }
    virtual void endRun() { }

    const Program& program() const { return plan_->program(); }
    /// Address of a value: in the arena, or of its constant once that is placed. Null for −1.
    float* address(ValueId value) const;
    HostTensor tensor(ValueId value) const;
    /// Addresses of one step; its constants must be placed.
    HostStep makeStep(int step) const;
    /// The constant as the store gives it.
    Result<void> placePlain(ConstId constant, PrepareContext& context);
    /// Numbers from the store, to be repacked and dropped.
    Result<TensorPtr> fetch(ConstId constant, PrepareContext& context) const;
    std::string ownerOf(ConstId constant) const;

    std::vector<HostConstantPtr> constants_; ///< by ConstId; null until placed or if not used as it is
    std::vector<HostConstantPtr> held_; ///< further constants in an engine's own layout

private:
    AlignedBuffer arena_;
    std::vector<AlignedBuffer> states_;
    std::vector<Ledger::Entry> entries_;
};

/// Prepares step by step within a budget of time.
class HostPreparation : public Preparation {
public:
    HostPreparation(std::unique_ptr<HostExecutable> executable, PrepareContext context);
    Result<bool> advance(std::chrono::microseconds budget, const std::stop_token& stop) override;
    Progress progress() const override;
    std::unique_ptr<Executable> take() override;

protected:
    virtual Result<void> advanceOnce();
    PrepareContext context_;

private:
    std::unique_ptr<HostExecutable> executable_;
    int next_ = -1; ///< −1: nothing allocated yet
    int steps_ = 0;
};

} // namespace kerascope
