// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/host/host_step.h"

namespace kerascope {

RecurrentInputs::RecurrentInputs(const Operation& operation)
{
    const auto& attributes = operation.as<RecurrentAttributes>();
    size_t next = 3;
    const auto take = [&](bool present) {
        if (present)
            return int(next++);
        if (next < operation.inputs.size() && operation.inputs[next] < 0)
            ++next;
        return -1;
    };
    bias = take(attributes.hasBias);
    mask = take(attributes.hasMask);
    state0 = take(attributes.hasState);
    state1 = take(attributes.hasState && attributes.cell == CellKind::Lstm);
}

Result<void> runHostFunction(const HostStep& step)
{
    std::vector<HostArgument> arguments;
    for (const HostTensor& one : step.in)
        arguments.push_back({*one.shape, one.dtype, one.data});
    const HostTensor out = step.output(0);
    return step.as<HostAttributes>().function->run(arguments, *out.shape, out.data);
}

} // namespace kerascope
