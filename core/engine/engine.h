// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/engine/tensor.h"
#include "core/plan/plan.h"
#include "core/plan/weight_store.h"
#include "core/profile/ledger.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace kerascope {

struct EngineInfo {
    std::string id; ///< "reference", "cpu", "gl"
    std::string device; ///< "NVIDIA H200/PCIe/SSE2", "AMD EPYC …, 2 threads"
    std::string driver; ///< GL version string, oneDNN version
    bool softwareRenderer = false;
    bool gpuTimes = false; ///< GPU timestamps passed their self-check
    std::vector<std::pair<std::string, std::string>> limits; ///< for `devices`: name, value
};

/// One step's time within a run. Times in µs; start from the start of the run.
struct StepTime {
    int step = 0; ///< index in Plan::steps()
    double startUs = 0;
    double durationUs = 0;
    std::optional<double> gpuUs, cpuUs;
};

struct RunOptions {
    bool stepTimes = false; ///< stamps around every step
};

/// Times of one run. wallUs covers submission and the wait for the end, not write() and read().
struct RunTimes {
    double wallUs = 0;
    std::optional<double> gpuUs;
    std::vector<StepTime> steps; ///< empty without stepTimes
};

/// Bytes that an executable holds, all of them in the ledger too.
struct MemoryUse {
    uint64_t weightsRam = 0, weightsDevice = 0, activations = 0, workspace = 0;
};

/// A program ready to run on one engine: weights placed, kernels made, nothing allocated in a run.
/// Call from one thread: the engine's own for the GL engine (GL context current there). Destroy there too.
class Executable {
public:
    virtual ~Executable() = default;
    /// Copies an input of Plan::program().inputs; shape must be the planned one.
    virtual Result<void> write(int input, const Tensor& tensor) = 0;
    /// The same for every run that has this very input again: an engine may keep what it made of it.
    virtual Result<void> writeAgain(int input, const TensorPtr& tensor) { return write(input, *tensor); }
    /// All steps once. A stop is heard between steps and gives code Cancelled.
    virtual Result<RunTimes> run(const RunOptions& options, const std::stop_token& stop) = 0;
    /// Copies out an output of Plan::program().outputs after a run.
    virtual Result<Tensor> read(int output) = 0;
    /// Zeroes the state of stateful layers.
    virtual void resetState() = 0;
    virtual MemoryUse memory() const = 0;
    const std::shared_ptr<const Plan>& plan() const { return plan_; }

protected:
    explicit Executable(std::shared_ptr<const Plan> plan)
        : plan_(std::move(plan))
    {
    }
    std::shared_ptr<const Plan> plan_;
};

/// The way from a plan to an Executable in slices, so that a running model is not held up.
class Preparation {
public:
    virtual ~Preparation() = default;
    /// Works for about `budget` and says whether all is done. Weights are asked from the store one by one and
    /// dropped once they are placed.
    virtual Result<bool> advance(std::chrono::microseconds budget, const std::stop_token& stop) = 0;
    virtual Progress progress() const = 0;
    /// After advance() gave true.
    virtual std::unique_ptr<Executable> take() = 0;
    double compileMs = 0; ///< time in making kernels
    double uploadMs = 0; ///< time in placing weights
    std::optional<bool> cacheWarm; ///< program cache: all found there
};

/// Runs programs of primitives. Each engine implements all of OpKind.
class Engine {
public:
    virtual ~Engine() = default;
    virtual const EngineInfo& info() const = 0;
    /// Physical bytes per value, workspace per operation, constants as kept: before planning, so that the
    /// prediction is true.
    virtual StorageNeeds storage(const Program& program) const = 0;
    virtual Result<std::unique_ptr<Preparation>> prepare(
        std::shared_ptr<const Plan> plan, std::shared_ptr<WeightStore> weights, Ledger& ledger) = 0;
    /// True: prepare, advance, run and destruction only on the engine thread (GL). False: preparing may go on
    /// in another thread while an executable of the same engine runs.
    virtual bool threadBound() const = 0;
};

} // namespace kerascope
