// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/passes/pass_graph.h"

#include <algorithm>

namespace kerascope {
namespace {

/// Zeros along spatial axes alone.
bool onlySpatialZeros(const PadAttributes& pad)
{
    const auto none = [](const std::vector<int64_t>& sizes) {
        return sizes.front() == 0 && sizes.back() == 0;
    };
    const auto natural = [](int64_t size) { return size >= 0; };
    return pad.value == 0 && !pad.before.empty() && none(pad.before) && none(pad.after)
        && std::all_of(pad.before.begin(), pad.before.end(), natural)
        && std::all_of(pad.after.begin(), pad.after.end(), natural);
}

} // namespace

void foldPadding(PassGraph& graph)
{
    for (int index = 0; index < graph.operationCount(); ++index) {
        if (graph.dead(index) || graph.operation(index).kind != OpKind::Conv)
            continue;
        const ValueId padded = graph.operation(index).input(0);
        const int maker = graph.producer(padded);
        if (maker < 0 || graph.operation(maker).kind != OpKind::Pad || graph.onlyReader(padded) != index)
            continue;
        const Operation pad = graph.operation(maker);
        const auto& sizes = pad.as<PadAttributes>();
        if (!onlySpatialZeros(sizes))
            continue;
        auto& conv = std::get<ConvAttributes>(graph.operation(index).attributes);
        for (size_t axis = 0; axis < size_t(conv.spatialRank); ++axis) {
            conv.padBefore[axis] += sizes.before[axis + 1];
            conv.padAfter[axis] += sizes.after[axis + 1];
        }
        graph.setInput(index, 0, pad.input(0));
        graph.prependCalls(index, pad.calls);
        graph.kill(maker);
    }
}

} // namespace kerascope
