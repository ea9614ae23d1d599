// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/save/layer_order.h"

#include <algorithm>

namespace kerascope::save {
namespace {

using Node = std::pair<int, int>; ///< layer, call

/// Calls from inputs to outputs, each after what feeds it; `met` gets the order in which layers are met.
std::vector<Node> walk(const PartGraph& part, const WrittenInputs& inputs, std::vector<int>& met)
{
    struct Step {
        Node node;
        size_t next = 0;
    };
    std::vector<Node> done;
    std::set<Node> seen;
    int count = 0;
    std::vector<Step> stack;
    const auto enter = [&](const Source& source) {
        const Node node{source.layer, source.call};
        if (!seen.insert(node).second)
            return;
        if (met[size_t(node.first)] < 0)
            met[size_t(node.first)] = count++;
        stack.push_back({node});
    };
    for (const Source& output : part.outputs) {
        enter(output);
        while (!stack.empty()) {
            Step& step = stack.back();
            const auto& given = inputs[size_t(step.node.first)][size_t(step.node.second)];
            if (step.next < given.size()) {
                enter(given[step.next++]);
                continue;
            }
            done.push_back(step.node);
            stack.pop_back();
        }
    }
    return done;
}

} // namespace

std::vector<int> kerasOrder(const PartGraph& part, const WrittenInputs& inputs)
{
    std::vector<int> met(part.layers.size(), -1), depth(part.layers.size(), 0);
    const std::vector<Node> nodes = walk(part, inputs, met);
    std::map<Node, int> depthOf;
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
        int& own = depthOf[*node];
        own = std::max(own, depth[size_t(node->first)]);
        depth[size_t(node->first)] = own;
        const int above = own + 1;
        for (const Source& from : inputs[size_t(node->first)][size_t(node->second)]) {
            int& other = depthOf[{from.layer, from.call}];
            other = std::max(other, above);
        }
    }
    std::vector<int> order;
    for (size_t i = 0; i < part.layers.size(); ++i)
        order.push_back(int(i));
    std::sort(order.begin(), order.end(), [&](int a, int b) {
        return std::pair(-depth[size_t(a)], met[size_t(a)]) < std::pair(-depth[size_t(b)], met[size_t(b)]);
    });
    return order;
}

} // namespace kerascope::save
