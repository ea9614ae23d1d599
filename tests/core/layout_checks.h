// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layout_graph.h"

#include <string>

namespace kerascope::tests {

/// Builds graphs of boxes of 120 × 40.
struct GraphBuilder {
    LayoutGraph graph;

    int node(int parent = -1);
    int container(int parent = -1, bool folded = false);
    void edge(int from, int to);
    /// A chain of new nodes behind `from` (-1 = none); gives the last one.
    int chain(int from, int count, int parent = -1);
};

/// A graph of forward edges with boxes of all sizes in nested containers, some of them folded.
LayoutGraph randomGraph(unsigned seed);

/// What is wrong with a drawing, or nothing: boxes overlap or leave their frame, a route does not start and
/// end at its boxes, runs upward without saying so, passes through a box or is missing.
std::string checkDrawing(const LayoutGraph& graph, const LayoutResult& result);

} // namespace kerascope::tests
