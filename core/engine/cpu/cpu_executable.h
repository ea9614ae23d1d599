// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/cpu/cpu_steps.h"
#include "core/engine/cpu/onednn.h"
#include "core/engine/host/host_executable.h"

#include <optional>
#include <vector>

namespace kerascope::cpu {

/// Runs a plan with oneDNN's products and the engine's own kernels.
class CpuExecutable final : public HostExecutable {
public:
    CpuExecutable(std::shared_ptr<const Plan> plan, int threads);
    ~CpuExecutable() override;
    Result<void> prepareStep(int step, PrepareContext& context) override;

protected:
    Result<void> runStep(int step) override;
    void beginRun() override;
    void endRun() override;

private:
    /// A step: a product, then (or instead) a kernel of our own.
    struct Prepared {
        std::unique_ptr<onednn::Product> product;
        Step own;
        std::optional<HostStep> host;
    };
    using Pack = std::function<Result<void>(const float* plain, float* packed)>;

    Result<void> prepareProduct(int step, PrepareContext& context);
    Result<void> prepareDirect(int step, PrepareContext& context);
    Result<void> prepareRecurrent(int step, PrepareContext& context);
    Result<void> placeInputs(int step, PrepareContext& context, const std::vector<size_t>& except);
    /// The constant in another layout, packed now or shared with a plan that has it already.
    Result<const float*> placePacked(ConstId constant, const std::string& layout, uint64_t bytes,
        const Pack& pack, PrepareContext& context);

    int threads_;
    std::vector<Prepared> steps_;
    int threadsBefore_ = 0;
};

} // namespace kerascope::cpu
