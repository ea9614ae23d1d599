// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "gl/kernel.h"
#include "gl/tile_choice.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace kerascope {

/// What one operation becomes.
struct StepKernels {
    std::vector<KernelCall> calls;
    uint64_t workspaceBytes = 0;
    std::vector<float> table; ///< numbers that the kernels read
    bool view = false; ///< no work: the output shares the input's storage
};

/// Bytes of a value or constant in a GL buffer: padded to whole vec4s.
uint64_t packedBytes(const Shape& shape, Packing packing);

/// Collects the dispatches of one operation. A family sees shapes and operands of a slice of the batch: all
/// of it, unless that would pass a limit of the device.
class StepBuilder {
public:
    StepBuilder(const Program& program, const Operation& operation, const KernelProfile& profile);

    const Operation& operation() const { return operation_; }
    const Program& program() const { return program_; }
    const KernelProfile& profile() const { return profile_; }

    bool has(size_t input) const { return operation_.input(input) >= 0; }
    bool isConstant(ValueId value) const;
    /// Shape of a value within the slice of the batch.
    Shape shape(ValueId value) const;
    /// The value's bytes within the slice of the batch.
    Operand value(ValueId value, Packing packing = Packing::Plain);
    Operand state(int slot) const;
    Operand workspace(int64_t floats);
    Operand table(const std::vector<float>& numbers);
    KernelCall& call(const char* shader);
    /// Gives a call enough groups along x and y for `items` threads of `groupSize` (the shader takes
    /// x + y·groups.x·size as its number).
    void spread(KernelCall& call, int64_t items, int64_t groupSize);
    void activation(KernelCall& call, const Activation& activation);
    /// The second function of a kernel, as gateOf().
    void gate(KernelCall& call, const Activation& activation);
    void fail(Text what);

    /// Restricts what follows to [begin, begin + count) of the first axis of values that have the whole
    /// batch.
    void slice(int64_t batch, int64_t begin, int64_t count);
    Result<StepKernels> take();

private:
    bool sliced(ValueId value) const;
    const Program& program_;
    const Operation& operation_;
    const KernelProfile& profile_;
    StepKernels kernels_;
    uint64_t workspaceMark_ = 0; ///< workspace in use within this slice
    std::optional<Error> error_;
    int64_t batch_ = 0, begin_ = 0, count_ = 0;
};

/// The dispatches of step `step`. Error code Device if it cannot be done within the device's limits.
Result<StepKernels> buildStep(const Program& program, size_t step, const KernelProfile& profile);

// Families, one file each.
void buildConv(StepBuilder& step);
void buildConvTranspose(StepBuilder& step);
void buildMatMul(StepBuilder& step);
void buildPool(StepBuilder& step);
void buildElementwise(StepBuilder& step); ///< Unary, Binary, Select, Affine, Cast
void buildReduce(StepBuilder& step);
void buildSoftmax(StepBuilder& step);
void buildNormalize(StepBuilder& step);
void buildMove(StepBuilder& step); ///< Pad, Slice, Concat, Transpose, Reshape, Repeat, Broadcast
void buildResize(StepBuilder& step);
void buildGather(StepBuilder& step);
void buildRecurrent(StepBuilder& step);

} // namespace kerascope
