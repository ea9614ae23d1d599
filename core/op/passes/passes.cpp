// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/passes.h"

#include "core/op/passes/pass_graph.h"

namespace kerascope {

void runPasses(Program& program, const PassOptions& options, const std::vector<ValueId>& kept)
{
    PassGraph graph(program, kept);
    graph.sweep();
    // Transposes first: they stand between operations that can be fused. Activations before residuals: the
    // activation after an Add then moves into the convolution together with the Add.
    if (options.cancelTransposes)
        cancelTransposes(graph);
    graph.sweep();
    if (options.foldPadding)
        foldPadding(graph);
    if (options.foldBatchNorm)
        foldBatchNorm(graph);
    if (options.fuseActivation)
        fuseActivations(graph);
    if (options.fuseResidual)
        fuseResiduals(graph);
    graph.finish();
}

} // namespace kerascope
