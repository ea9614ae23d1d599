// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/cpu_storage.h"

#include "core/engine/cpu/cpu_steps.h"
#include "core/engine/cpu/onednn.h"
#include "core/engine/cpu/simd/simd_kernels.h"
#include "core/engine/host/host_storage.h"

#include <algorithm>

namespace kerascope::cpu {
namespace {

/// Finds operands whose storage a result may take: last read by this operation, and no input or output.
class InPlace {
public:
    InPlace(const Program& program, std::vector<ValueId>& alias)
        : program_(program)
        , alias_(alias)
        , lastRead_(program.values.size(), -1)
        , pinned_(program.values.size(), false)
    {
        for (size_t step = 0; step < program.operations.size(); ++step)
            for (ValueId input : program.operations[step].inputs)
                if (input >= 0)
                    lastRead_[size_t(input)] = int(step);
        for (const ProgramInput& input : program.inputs)
            pinned_[size_t(input.value)] = true;
        for (const ProgramOutput& output : program.outputs)
            pinned_[size_t(output.value)] = true;
        for (size_t value = 0; value < program.values.size(); ++value)
            if (program.values[value].constant >= 0)
                pinned_[value] = true;
    }

    /// A view: always.
    void view(ValueId value, ValueId of) { join(value, of); }

    /// Only if the operand dies here and none of the other inputs shares its storage.
    void tryTake(int step, size_t operand)
    {
        const Operation& operation = program_.operations[size_t(step)];
        const ValueId value = operation.input(operand), output = operation.outputs[0];
        if (value < 0 || program_.values[size_t(value)].shape != program_.values[size_t(output)].shape)
            return;
        const ValueId root = rootOf(value);
        if (pinned_[size_t(root)] || pinned_[size_t(output)] || lastRead_[size_t(root)] != step)
            return;
        for (size_t other = 0; other < operation.inputs.size(); ++other)
            if (other != operand && operation.inputs[other] >= 0 && rootOf(operation.inputs[other]) == root)
                return;
        join(output, value);
    }

private:
    ValueId rootOf(ValueId value) const
    {
        while (alias_[size_t(value)] >= 0)
            value = alias_[size_t(value)];
        return value;
    }
    void join(ValueId value, ValueId with)
    {
        const ValueId root = rootOf(with);
        alias_[size_t(value)] = root;
        lastRead_[size_t(root)] = std::max(lastRead_[size_t(root)], lastRead_[size_t(value)]);
        if (pinned_[size_t(value)])
            pinned_[size_t(root)] = true;
    }

    const Program& program_;
    std::vector<ValueId>& alias_;
    std::vector<int> lastRead_; ///< of a root: by any value that shares its storage
    std::vector<bool> pinned_;
};

void shareStorage(const Program& program, std::vector<ValueId>& alias)
{
    InPlace inPlace(program, alias);
    for (int step = 0; step < int(program.operations.size()); ++step) {
        const Operation& operation = program.operations[size_t(step)];
        switch (operation.kind) {
        case OpKind::Reshape:
            if (program.values[size_t(operation.inputs[0])].constant < 0)
                inPlace.view(operation.outputs[0], operation.inputs[0]);
            break;
        case OpKind::Unary:
        case OpKind::Affine:
        case OpKind::Binary:
        case OpKind::Softmax:
        case OpKind::Normalize:
            inPlace.tryTake(step, 0);
            break;
        case OpKind::Conv:
        case OpKind::ConvTranspose:
        case OpKind::MatMul:
            inPlace.tryTake(step, 3);
            break;
        default:
            break;
        }
    }
}

void recurrentNeeds(
    const Program& program, const Operation& operation, uint64_t& workspace, StorageNeeds& needs)
{
    const auto& a = operation.as<RecurrentAttributes>();
    const Shape &x = program.values[size_t(operation.inputs[0])].shape,
                &kernel = program.values[size_t(operation.inputs[1])].shape;
    const int64_t panels[] = {packedPanelSize(kernel[0], kernel[1]), recurrentPanelFloats(a)};
    workspace = uint64_t(recurrentScratch(a, x[0], x[1])) * sizeof(float);
    for (size_t i = 0; i < 2; ++i) {
        const ConstId constant = program.values[size_t(operation.inputs[i + 1])].constant;
        if (constant >= 0)
            needs.constants[size_t(constant)] = uint64_t(panels[i]) * sizeof(float);
        else
            workspace += uint64_t(panels[i]) * sizeof(float); // packed anew in each run
    }
}

} // namespace

bool hasConstantKernel(const Program& program, const Operation& operation)
{
    return program.values[size_t(operation.inputs[1])].constant >= 0;
}

StorageNeeds storageNeeds(const Program& program, int threads)
{
    StorageNeeds needs = hostStorage(program);
    needs.alias.assign(program.values.size(), -1);
    shareStorage(program, needs.alias);
    for (size_t step = 0; step < program.operations.size(); ++step) {
        const Operation& operation = program.operations[step];
        if (operation.kind == OpKind::Recurrent) {
            recurrentNeeds(program, operation, needs.workspace[step], needs);
            continue;
        }
        needs.workspace[step] = ownWorkspace(program, operation, threads);
        if (operation.kind != OpKind::Conv && operation.kind != OpKind::ConvTranspose
            && operation.kind != OpKind::MatMul)
            continue;
        const bool constant = hasConstantKernel(program, operation);
        const bool sum = operation.input(3) >= 0 && needs.alias[size_t(operation.outputs[0])] >= 0;
        const auto product = onednn::describe(program, operation, constant, sum);
        if (!product) {
            if (operation.kind == OpKind::ConvTranspose && !constant)
                needs.workspace[step] =
                    uint64_t(program.values[size_t(operation.inputs[1])].shape.elements().value_or(0))
                    * sizeof(float);
            continue;
        }
        needs.workspace[step] = product->scratchpadBytes();
        if (constant && product->packs())
            needs.constants[size_t(program.values[size_t(operation.inputs[1])].constant)] =
                product->packedBytes();
    }
    return needs;
}

} // namespace kerascope::cpu
