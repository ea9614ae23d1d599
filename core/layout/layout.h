// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layout/layout_graph.h"

#include <stop_token>

namespace kerascope {

class LayoutCache;

/// Layered drawing from top to bottom (Sugiyama, Tagawa, Toda 1981), container by container from the inside
/// out: ranks by longest path, tightened; crossings reduced by barycentre sweeps; coordinates by vertical
/// alignment after Brandes and Köpf 2002, the longest path through the graph first, so that the trunk of a
/// network with skip connections is a straight column. Edges of one source share their long run; edges beyond
/// a bound on virtual nodes run in lanes at the right side.
///
/// Deterministic: equal input gives equal output. Thread-safe: nothing is shared with the input; one cache
/// may serve several calls at a time. With a cache, a container whose content (sizes, edges, options) was
/// laid out before is not laid out again, so folding costs only the containers around the folded one.
///
/// Errors: Cancelled; Internal if an index is out of range, a size is negative or not finite, or containers
/// contain each other.
Result<LayoutResult> layoutGraph(const LayoutGraph& graph, const LayoutOptions& options = {},
    const std::stop_token& stop = {}, LayoutCache* cache = nullptr);

} // namespace kerascope
