// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "gl/buffer.h"
#include "gl/constants.h"
#include "gl/program_cache.h"
#include "gl/recording.h"
#include "gl/staging.h"
#include "gl/timers.h"

#include <map>

namespace kerascope {

/// Everything on the device that a run needs.
struct GlResources {
    GlDevicePtr device;
    std::vector<GlProgramPtr> programs;
    std::map<std::pair<ConstId, Packing>, GlConstant> constants;
    GlBuffer arena, params, tables;
    GlStaging staging;
    std::vector<GlInput> inputs; ///< as Program::inputs; empty where bytes go straight to the device
    std::vector<uint64_t> tableOffsets; ///< per step, in `tables`
    std::vector<Ledger::Entry> arenaEntries; ///< activations and workspace share one buffer
    std::vector<GlBuffer> states; ///< as Program::states
    Recording recording;
    GlStamps stamps; ///< one before the run, one after each step; empty without true GPU times
    bool texturePath = false;
    double flopsBetweenWaits = 1e10; ///< so that a stop is heard soon on a slow device too

    /// Place of an operand of step `step`.
    GlRange find(const Plan& plan, const Operand& operand, size_t step);
};

class GlExecutable : public Executable {
public:
    GlExecutable(std::shared_ptr<const Plan> plan, GlResources resources);
    Result<void> write(int input, const Tensor& tensor) override;
    Result<void> writeAgain(int input, const TensorPtr& tensor) override;
    Result<RunTimes> run(const RunOptions& options, const std::stop_token& stop) override;
    Result<Tensor> read(int output) override;
    void resetState() override;
    MemoryUse memory() const override;

private:
    using Clock = std::chrono::steady_clock;
    Result<void> put(int input, const Tensor& tensor, const TensorPtr& kept);
    Result<void> send(size_t step, bool everyStep);
    Result<void> runOnHost(size_t step);
    void bind(const Dispatch& dispatch);
    Result<void> throttle(double flops);
    Result<void> dispatchAll(const RunOptions& options, const std::stop_token& stop, RunTimes& times);
    void readStamps(const RunOptions& options, RunTimes& times);

    GlResources gl_;
    Clock::time_point start_;
    // Of the run in progress.
    GLuint boundProgram_ = 0;
    int sinceFlush_ = 0;
    double flopsInFlight_ = 0;
};

} // namespace kerascope
