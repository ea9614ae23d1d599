// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/gl_engine.h"

#include "gl/device.h"
#include "gl/gl_preparation.h"
#include "gl/kernel_check.h"
#include "gl/timers.h"

#include <algorithm>

namespace kerascope {
namespace {

constexpr int64_t unknownUnits = 40; // a middling graphics card

KernelProfile profileFor(const GlDevice& device, const GlEngineOptions& options)
{
    const GlLimits& limits = device.limits();
    KernelProfile profile;
    profile.hardware = options.forceHardwareKernels.value_or(!device.softwareRenderer());
    profile.forcedTile = options.forcedTile;
    profile.storageBlockBytes = limits.storageBlockBytes;
    profile.sharedBytes = limits.sharedBytes;
    profile.groupThreads = limits.groupThreads;
    profile.maxGroups =
        std::min<int64_t>(65535, *std::min_element(limits.groupCount.begin(), limits.groupCount.end()));
    profile.units = limits.multiprocessors > 0 ? limits.multiprocessors : unknownUnits;
    // Low guesses: an integrated GPU, and two cores under llvmpipe.
    profile.flopsPerSecond = device.softwareRenderer() ? 1e10
        : limits.multiprocessors > 0                   ? double(profile.units) * 5e10
                                                       : 2e11;
    return profile;
}

/// See makeGlEngine(). Lives in the engine thread.
class GlEngine : public Engine {
public:
    GlEngine(std::shared_ptr<GlShared> shared, const std::string& check)
        : shared_(std::move(shared))
    {
        const GlLimits& limits = shared_->device->limits();
        info_.id = "gl";
        info_.device = limits.renderer;
        info_.driver = limits.version;
        info_.softwareRenderer = shared_->device->softwareRenderer();
        info_.gpuTimes = shared_->gpuTimes;
        info_.limits = describeLimits(limits);
        info_.limits.emplace_back("kernel_check", check);
    }
    const EngineInfo& info() const override { return info_; }
    bool threadBound() const override { return true; }

    StorageNeeds storage(const Program& program) const override
    {
        const Result<ProgramKernels> kernels = buildKernels(program, shared_->profile);
        // What cannot be built is said by prepare().
        return storageNeeds(program, kernels ? kernels.value() : ProgramKernels());
    }

    Result<std::unique_ptr<Preparation>> prepare(
        std::shared_ptr<const Plan> plan, std::shared_ptr<WeightStore> weights, Ledger& ledger) override
    {
        Result<ProgramKernels> kernels = buildKernels(plan->program(), shared_->profile);
        if (!kernels)
            return std::move(kernels).error();
        auto preparation = std::make_unique<GlPreparation>(
            shared_, std::move(plan), std::move(*kernels), std::move(weights), ledger);
        if (Result<void> started = preparation->start(); !started)
            return std::move(started).error();
        return std::unique_ptr<Preparation>(std::move(preparation));
    }

private:
    std::shared_ptr<GlShared> shared_;
    EngineInfo info_;
};

} // namespace

Result<std::unique_ptr<Engine>> makeGlEngine(QOffscreenSurface& surface, const GlEngineOptions& options)
{
    Result<GlDevicePtr> device = GlDevice::create(surface, {options.minimumLimits, options.debugContext});
    if (!device)
        return std::move(device).error();
    auto shared = std::make_shared<GlShared>();
    shared->device = *device;
    shared->programs = std::make_unique<ProgramCache>(*device, options.programCache);
    shared->profile = profileFor(**device, options);
    shared->gpuTimes = stampsAreTrue(*device);
    std::string check = "not needed";
    if (options.plainKernels)
        shared->profile.vectorProduct = shared->profile.sharedRows = false;
    else if (shared->profile.hardware)
        check = checkKernels(shared);
    return std::unique_ptr<Engine>(std::make_unique<GlEngine>(std::move(shared), check));
}

} // namespace kerascope
