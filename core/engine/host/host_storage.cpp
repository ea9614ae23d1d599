// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/host/host_storage.h"

#include "core/engine/host/aligned_buffer.h"

namespace kerascope {

StorageNeeds hostStorage(const Program& program)
{
    const auto bytesOf = [](const Shape& shape) {
        return uint64_t(shape.elements().value_or(0)) * sizeof(float);
    };
    StorageNeeds needs;
    needs.alignment = AlignedBuffer::alignment;
    needs.workspace.assign(program.operations.size(), 0);
    needs.alias.assign(program.values.size(), -1);
    needs.constants.assign(program.constants.size(), 0);
    needs.values.assign(program.values.size(), 0);
    for (size_t v = 0; v < program.values.size(); ++v) {
        const Value& value = program.values[v];
        if (value.constant < 0)
            needs.values[v] = bytesOf(value.shape);
    }
    for (const Operation& operation : program.operations) {
        for (ValueId input : operation.inputs) {
            const ConstId constant = input < 0 ? -1 : program.values[size_t(input)].constant;
            if (constant >= 0)
                needs.constants[size_t(constant)] = bytesOf(program.constants[size_t(constant)].shape);
        }
        if (operation.kind == OpKind::Reshape && program.values[size_t(operation.inputs[0])].constant < 0)
            needs.alias[size_t(operation.outputs[0])] = operation.inputs[0];
    }
    return needs;
}

} // namespace kerascope
