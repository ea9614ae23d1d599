// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered.h"

#include <algorithm>

namespace kerascope::layout {

Grouped::Grouped(int groups, const std::vector<int>& owner)
    : first_(static_cast<size_t>(groups) + 1)
{
    for (int group : owner) {
        if (group >= 0)
            ++first_[static_cast<size_t>(group) + 1];
    }
    for (size_t g = 1; g < first_.size(); ++g)
        first_[g] += first_[g - 1];
    members_.resize(static_cast<size_t>(first_.back()));
    std::vector<int> next(first_.begin(), first_.end() - 1);
    for (size_t i = 0; i < owner.size(); ++i) {
        if (owner[i] >= 0)
            members_[static_cast<size_t>(next[static_cast<size_t>(owner[i])]++)] = static_cast<int>(i);
    }
}

double Layered::topOffset(int node, int port) const
{
    if (isVirtual(node) || item(node).topPorts.empty())
        return 0;
    return item(node).topPorts[static_cast<size_t>(port)] - item(node).width / 2;
}

double Layered::bottomOffset(int node, int port) const
{
    if (isVirtual(node) || item(node).bottomPorts.empty())
        return 0;
    return item(node).bottomPorts[static_cast<size_t>(port)] - item(node).width / 2;
}

int Layered::topPortCount(int node) const
{
    return isVirtual(node) ? 1 : std::max(1, static_cast<int>(item(node).topPorts.size()));
}

int Layered::bottomPortCount(int node) const
{
    return isVirtual(node) ? 1 : std::max(1, static_cast<int>(item(node).bottomPorts.size()));
}

} // namespace kerascope::layout
