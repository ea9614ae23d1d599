// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/categories.h"

#include "core/op/layers/layer_table.h"

#include <algorithm>
#include <numeric>

namespace kerascope {
namespace {

/// 1 where an index equals the place: [… , depth].
ValueId oneHot(ProgramBuilder& b, ValueId indices, int64_t depth)
{
    Shape column = b.shape(indices);
    column.dims.push_back(1);
    Shape row(std::vector<int64_t>(column.dims.size(), 1));
    row[-1] = depth;
    std::vector<float> places(static_cast<size_t>(depth));
    std::iota(places.begin(), places.end(), 0.0F);
    return b.cast(b.binary(Binary::Equal, b.reshape(indices, column), b.literal(std::move(places), row)),
        DType::Float32);
}

} // namespace

ValueId encodedIndices(
    LayerContext& c, ValueId indices, int64_t depth, const std::string& mode, ValueId weights)
{
    ProgramBuilder& b = c.build;
    Shape size = b.shape(indices);
    if (mode == "int")
        return indices;
    if (mode == "one_hot") {
        if (size.rank() > 1 && size[-1] == 1)
            size.dims.pop_back();
        return oneHot(b, b.reshape(indices, size), depth);
    }
    if ((mode != "multi_hot" && mode != "count") || size.rank() < 2) {
        b.fail(Text(msg("core", "its option \"%1\" cannot be read"), "output_mode"));
        return -1;
    }
    ValueId places = oneHot(b, indices, depth);
    if (weights >= 0) {
        Shape column = b.shape(weights);
        column.dims.push_back(1);
        places = b.binary(Binary::Multiply, places, b.reshape(weights, column));
    }
    return b.reduce(mode == "count" ? ReduceKind::Sum : ReduceKind::Maximum, places, {1}, false);
}

bool depthFits(LayerContext& c, int64_t depth)
{
    constexpr int64_t most = int64_t(1) << 24;
    if (depth > 0 && depth <= most)
        return true;
    c.build.misfit(Text(msg("core", "it would make a tensor of shape %1"), Shape{depth}.text()));
    return false;
}

namespace {

void categoryEncoding(LayerContext& c)
{
    const ValueId x = c.input();
    const int64_t depth = c.positive("num_tokens", 0);
    const auto weights = c.named("count_weights");
    if (!c.failed() && depthFits(c, depth))
        c.set(encodedIndices(
            c, x, depth, c.text("output_mode", "multi_hot"), weights.empty() ? ValueId(-1) : weights[0]));
}

/// How many boundaries are not above x.
void discretization(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input();
    std::vector<float> boundaries = c.numbers("bin_boundaries");
    if (c.failed())
        return;
    if (boundaries.empty()) {
        b.fail(Text(msg("core", "its option \"%1\" cannot be read"), "bin_boundaries"));
        return;
    }
    std::sort(boundaries.begin(), boundaries.end());
    const int64_t depth = int64_t(boundaries.size()) + 1;
    Shape column = b.shape(x);
    column.dims.push_back(1);
    Shape row(std::vector<int64_t>(column.dims.size(), 1));
    row[-1] = depth - 1;
    const ValueId reached =
        b.cast(b.binary(Binary::GreaterEqual, b.reshape(x, column), b.literal(std::move(boundaries), row)),
            DType::Float32);
    const ValueId bins = b.cast(b.reduce(ReduceKind::Sum, reached, {column.rank() - 1}, false), DType::Int32);
    if (!c.failed() && depthFits(c, depth))
        c.set(encodedIndices(c, bins, depth, c.text("output_mode", "int"), -1));
}

} // namespace

void addCategoryLayers(LayerTable& table)
{
    table.emplace("CategoryEncoding", categoryEncoding);
    table.emplace("Discretization", discretization);
}

} // namespace kerascope
