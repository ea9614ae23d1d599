// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/kernels/fold_axes.h"

#include <algorithm>

namespace kerascope {
namespace {

/// Whether the outer axis continues the inner one for every operand.
bool joins(const Axes::Axis& outer, const Axes::Axis& inner)
{
    if (outer.bounded || inner.bounded)
        return false;
    for (size_t operand = 0; operand < outer.steps.size(); ++operand)
        if (outer.steps[operand] != inner.steps[operand] * inner.size)
            return false;
    return true;
}

} // namespace

void Axes::fold(size_t operands)
{
    std::vector<Axis> folded;
    for (Axis& axis : list) {
        if (axis.size == 1 && !axis.bounded)
            continue;
        if (!folded.empty() && joins(folded.back(), axis)) {
            folded.back().size *= axis.size;
            folded.back().steps = axis.steps;
        } else {
            folded.push_back(axis);
        }
    }
    if (folded.empty())
        folded.push_back({1, std::vector<int64_t>(operands, 0), false, 0, 0});
    list = std::move(folded);
}

int64_t Axes::items() const
{
    int64_t items = 1;
    for (const Axis& axis : list)
        items *= axis.size;
    return items;
}

std::vector<int64_t> Axes::sizes() const
{
    std::vector<int64_t> all;
    for (const Axis& axis : list)
        all.push_back(axis.size);
    return all;
}

std::vector<int64_t> Axes::steps(size_t operand) const
{
    std::vector<int64_t> all;
    for (const Axis& axis : list)
        all.push_back(axis.steps[operand]);
    return all;
}

std::vector<int64_t> rowMajorSteps(const std::vector<int64_t>& sizes)
{
    std::vector<int64_t> steps(sizes.size(), 1);
    for (size_t axis = sizes.size(); axis-- > 1;)
        steps[axis - 1] = steps[axis] * sizes[axis];
    return steps;
}

} // namespace kerascope
