// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/lower.h"

#include "core/op/graph_lowering.h"

#include <algorithm>

namespace kerascope {
namespace {

bool misfits(const GraphLowering& pass)
{
    return std::any_of(pass.failed().begin(), pass.failed().end(), [](const auto& f) { return f.misfit; });
}

/// Tries larger sizes for open dimensions until no shape is at fault; keeps the first pass if none will do.
Result<std::unique_ptr<GraphLowering>> bestPass(const LowerRequest& request, const std::stop_token& stop)
{
    std::unique_ptr<GraphLowering> first;
    OpenSizes sizes{request.batch, 64, 16};
    constexpr int attempts = 5;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        auto pass = std::make_unique<GraphLowering>(request, sizes, false);
        if (auto done = pass->run(stop); !done)
            return std::move(done).error();
        if (!misfits(*pass) || !pass->hasOpenSizes())
            return pass;
        if (!first)
            first = std::move(pass);
        sizes.spatial *= 2;
        sizes.time *= 2;
    }
    return first;
}

} // namespace

Result<Lowered> lower(const LowerRequest& request, const std::stop_token& stop)
{
    if (request.batch < 1)
        return Error{ErrorCode::Usage, "--batch",
            Text(msg("core", "the batch size must be positive, not %1"), request.batch), {}};
    auto best = bestPass(request, stop);
    if (!best)
        return std::move(best).error();
    GraphLowering& pass = **best;
    Lowered out;
    for (const auto& failure : pass.failed()) {
        const bool asked = pass.hasOpenSizes() || !request.inputShapes.empty();
        if (failure.misfit && asked)
            return Error{ErrorCode::Usage, request.model->calls[size_t(failure.call)].key, failure.reason,
                Text(msg("core", "give other input shapes"))};
        out.blocked.push_back({failure.call, failure.reason, failure.misfit});
    }
    pass.finish();
    out.chosenShapes = pass.chosenShapes();
    out.program = std::move(pass.program());
    return out;
}

} // namespace kerascope
