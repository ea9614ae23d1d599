// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/program_kernels.h"

namespace kerascope {

Result<ProgramKernels> buildKernels(const Program& program, const KernelProfile& profile)
{
    ProgramKernels kernels;
    kernels.steps.reserve(program.operations.size());
    for (size_t step = 0; step < program.operations.size(); ++step) {
        Result<StepKernels> built = buildStep(program, step, profile);
        if (!built)
            return std::move(built).error();
        for (const KernelCall& call : built->calls)
            for (const Access& access : call.accesses) {
                const Operand& operand = access.operand;
                if (operand.kind != OperandKind::Value)
                    continue;
                const ConstId constant = program.values[size_t(operand.id)].constant;
                if (constant >= 0)
                    kernels.constants.emplace(constant, operand.packing);
            }
        kernels.steps.push_back(std::move(*built));
    }
    for (const ProgramOutput& output : program.outputs)
        if (const ConstId constant = program.values[size_t(output.value)].constant; constant >= 0)
            kernels.constants.emplace(constant, Packing::Plain);
    return kernels;
}

StorageNeeds storageNeeds(const Program& program, const ProgramKernels& kernels)
{
    StorageNeeds needs;
    needs.alignment = 256; // the largest offset alignment that OpenGL 4.3 lets a driver ask for
    needs.alias.assign(program.values.size(), -1);
    for (const Value& value : program.values)
        needs.values.push_back(value.constant >= 0 ? 0 : packedBytes(value.shape, Packing::Plain));
    for (size_t step = 0; step < kernels.steps.size(); ++step) {
        needs.workspace.push_back(kernels.steps[step].workspaceBytes);
        if (kernels.steps[step].view)
            needs.alias[size_t(program.operations[step].outputs[0])] = program.operations[step].input(0);
    }
    needs.constants.assign(program.constants.size(), 0);
    for (const auto& [constant, packing] : kernels.constants)
        needs.constants[size_t(constant)] += packedBytes(program.constants[size_t(constant)].shape, packing);
    return needs;
}

} // namespace kerascope
