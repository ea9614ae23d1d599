// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/profile/run_record.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace kerascope {

/// One finished run: its record and what came out.
struct RunResult {
    RunRecord record;
    std::vector<NamedTensor> outputs;
};

/// A prepared model with its inputs. Engine thread only.
class Runner {
public:
    Runner(
        std::unique_ptr<Executable> executable, std::vector<Tensor> inputs, std::string engine, int version);

    /// Input in host memory → outputs in host memory. The first run after construction is a warm-up.
    Result<RunResult> run(bool stepTimes, const std::stop_token& stop);
    /// Moves every float input by `share` of its largest magnitude, up and down in turns.
    void nudgeInputs(float share);
    /// Of the planned shapes; the next run takes them.
    void setInputs(std::vector<Tensor> inputs);
    /// Ends the runner.
    std::unique_ptr<Executable> takeExecutable() { return std::move(executable_); }
    Executable& executable() { return *executable_; }
    const Plan& plan() const { return *executable_->plan(); }
    int version() const { return version_; }
    /// Runs from now on count as warm-up, `count` of them.
    void warmUp(int count) { warmups_ = count; }

private:
    Result<std::vector<NamedTensor>> readOutputs();
    std::unique_ptr<Executable> executable_;
    std::vector<TensorPtr> inputs_;
    std::string engine_;
    int version_ = 1;
    int warmups_ = 1;
    int64_t batch_ = 1;
    uint64_t peakBytes_ = 0;
};

} // namespace kerascope
