// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/cpu_executable.h"
#include "core/engine/cpu/cpu_storage.h"
#include "core/engine/cpu/onednn.h"
#include "core/engine/cpu/simd/simd_kernels.h"
#include "core/engine/cpu/team.h"
#include "core/engine/engines.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>

namespace kerascope {
namespace {

std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("model name", 0) != 0)
            continue;
        const size_t colon = line.find(": ");
        if (colon != std::string::npos)
            return line.substr(colon + 2);
    }
    return "CPU";
}

class CpuEngine final : public Engine {
public:
    explicit CpuEngine(int threads)
        : threads_(std::clamp(threads > 0 ? threads : processors(), 1, 1024))
    {
        const std::string count = std::to_string(threads_);
        info_.id = "cpu";
        info_.device = processorName() + ", " + count + (threads_ == 1 ? " thread" : " threads");
        info_.driver = onednn::versionText();
        info_.limits = {{"threads", count}, {"instruction set", onednn::instructionSet()},
            {"own kernels", simdKernels().name}};
    }
    const EngineInfo& info() const override { return info_; }
    StorageNeeds storage(const Program& program) const override
    {
        const TeamSize team(threads_);
        return cpu::storageNeeds(program, threads_);
    }
    Result<std::unique_ptr<Preparation>> prepare(
        std::shared_ptr<const Plan> plan, std::shared_ptr<WeightStore> weights, Ledger& ledger) override
    {
        PrepareContext context;
        context.store = std::move(weights);
        context.ledger = &ledger;
        context.cache = &cache_;
        return std::unique_ptr<Preparation>(std::make_unique<HostPreparation>(
            std::make_unique<cpu::CpuExecutable>(std::move(plan), threads_), std::move(context)));
    }
    bool threadBound() const override { return false; }

private:
    int threads_;
    EngineInfo info_;
    HostConstantCache cache_;
};

} // namespace

std::unique_ptr<Engine> makeCpuEngine(int threads) { return std::make_unique<CpuEngine>(threads); }

} // namespace kerascope
