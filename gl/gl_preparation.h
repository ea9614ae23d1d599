// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "gl/gl_executable.h"
#include "gl/program_kernels.h"

namespace kerascope {

/// What the engine lends to its preparations.
struct GlShared {
    GlDevicePtr device;
    std::unique_ptr<ProgramCache> programs;
    ConstantCache constants;
    KernelProfile profile;
    bool gpuTimes = false;
};

/// Compiles, places weights and records, in slices.
class GlPreparation : public Preparation {
public:
    GlPreparation(std::shared_ptr<GlShared> shared, std::shared_ptr<const Plan> plan, ProgramKernels kernels,
        std::shared_ptr<WeightStore> weights, Ledger& ledger);
    /// Source texts of all kernels.
    Result<void> start();
    Result<bool> advance(std::chrono::microseconds budget, const std::stop_token& stop) override;
    Progress progress() const override;
    std::unique_ptr<Executable> take() override;

private:
    using Clock = std::chrono::steady_clock;
    enum class Stage { Compile, Weights, Record, Done };
    Result<void> work(Clock::time_point until, const std::stop_token& stop);
    Result<void> compileSome(Clock::time_point until);
    Result<void> placeSome(const std::stop_token& stop);
    Result<void> openConstant(const std::stop_token& stop);
    Result<void> record();
    Result<void> makeBuffers();
    Result<void> makeTables();
    Result<void> makeStaging();

    std::shared_ptr<GlShared> shared_;
    std::shared_ptr<const Plan> plan_;
    ProgramKernels kernels_;
    std::shared_ptr<WeightStore> weights_;
    Ledger& ledger_;
    Stage stage_ = Stage::Compile;
    GlResources resources_;

    std::vector<std::string> sources_; ///< distinct ones
    std::vector<std::vector<size_t>> sourceOf_; ///< per step and call, index in sources_
    std::vector<ProgramCache::Pending> pending_;
    size_t compiled_ = 0;

    std::vector<PackedConstant> constants_;
    size_t placed_ = 0; ///< constants that are done
    TensorPtr tensor_; ///< of the constant in work
    GlConstant target_;
    GlStaging weightStaging_;
    uint64_t uploaded_ = 0; ///< bytes of it
    uint64_t bytesDone_ = 0, bytesTotal_ = 0;
};

} // namespace kerascope
