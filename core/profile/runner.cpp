// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/runner.h"

#include <algorithm>
#include <cmath>

namespace kerascope {

Runner::Runner(
    std::unique_ptr<Executable> executable, std::vector<Tensor> inputs, std::string engine, int version)
    : executable_(std::move(executable))
    , engine_(std::move(engine))
    , version_(version)
{
    setInputs(std::move(inputs));
    const Program& program = plan().program();
    if (!program.inputs.empty()) {
        const Shape& shape = program.values[size_t(program.inputs[0].value)].shape;
        batch_ = shape.rank() > 0 ? shape[0] : 1;
    }
    const MemoryUse use = executable_->memory();
    peakBytes_ = use.weightsRam + use.weightsDevice + use.activations + use.workspace;
}

void Runner::setInputs(std::vector<Tensor> inputs)
{
    inputs_.clear();
    for (Tensor& input : inputs)
        inputs_.push_back(std::make_shared<const Tensor>(std::move(input)));
}

void Runner::nudgeInputs(float share)
{
    for (TensorPtr& input : inputs_) {
        if (!isFloat(input->dtype))
            continue;
        Tensor moved = *input;
        float largest = 0;
        for (const float value : moved.data)
            largest = std::max(largest, std::abs(value));
        float step = share * largest;
        for (float& value : moved.data) {
            value += step;
            step = -step;
        }
        input = std::make_shared<const Tensor>(std::move(moved));
    }
}

Result<std::vector<NamedTensor>> Runner::readOutputs()
{
    std::vector<NamedTensor> out;
    const Program& program = plan().program();
    for (size_t k = 0; k < program.outputs.size(); ++k) {
        auto tensor = executable_->read(int(k));
        if (!tensor)
            return tensor.error();
        out.push_back({program.outputs[k].name, std::make_shared<Tensor>(std::move(*tensor))});
    }
    return out;
}

Result<RunResult> Runner::run(bool stepTimes, const std::stop_token& stop)
{
    RunResult result;
    RunRecord& record = result.record;
    record.timestampUs = programTimeUs();
    for (size_t k = 0; k < inputs_.size(); ++k)
        if (auto written = executable_->writeAgain(int(k), inputs_[k]); !written)
            return written.error();
    const double uploaded = programTimeUs();
    auto times = executable_->run({stepTimes}, stop);
    if (!times)
        return times.error();
    const double ran = programTimeUs();
    auto outputs = readOutputs();
    if (!outputs)
        return outputs.error();
    const double end = programTimeUs();
    result.outputs = std::move(*outputs);
    record.version = version_;
    record.engine = engine_;
    record.batch = batch_;
    record.warmup = warmups_ > 0;
    warmups_ -= record.warmup ? 1 : 0;
    record.totalUs = end - record.timestampUs;
    record.uploadUs = uploaded - record.timestampUs;
    record.readbackUs = end - ran;
    record.runUs = times->wallUs;
    record.gpuUs = times->gpuUs;
    record.steps = std::move(times->steps);
    record.plan = executable_->plan();
    record.peakBytes = peakBytes_;
    return result;
}

} // namespace kerascope
