// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/lifetimes.h"

#include <algorithm>

namespace kerascope {

std::vector<ValueId> aliasRoots(const std::vector<ValueId>& alias)
{
    std::vector<ValueId> roots(alias.size());
    for (size_t v = 0; v < alias.size(); ++v) {
        auto root = ValueId(v);
        for (size_t hops = 0; alias[size_t(root)] >= 0 && hops < alias.size(); ++hops)
            root = alias[size_t(root)];
        roots[v] = root;
    }
    return roots;
}

std::vector<Lifetime> lifetimes(const Program& program, const std::vector<ValueId>& roots)
{
    const int end = int(program.operations.size());
    std::vector<Lifetime> lives(program.values.size(), Lifetime{end, -2});
    const auto touch = [&](ValueId value, int step) {
        if (value < 0)
            return;
        Lifetime& life = lives[size_t(roots[size_t(value)])];
        life.first = std::min(life.first, step);
        life.last = std::max(life.last, step);
    };
    for (int step = 0; step < end; ++step) {
        const Operation& operation = program.operations[size_t(step)];
        for (ValueId input : operation.inputs)
            touch(input, step);
        for (ValueId output : operation.outputs)
            touch(output, step);
    }
    for (const ProgramInput& input : program.inputs) {
        touch(input.value, -1);
        touch(input.value, end);
    }
    for (const ProgramOutput& output : program.outputs)
        touch(output.value, end);
    return lives;
}

} // namespace kerascope
