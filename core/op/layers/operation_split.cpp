// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"

#include <algorithm>

/// Operations that give several parts of a tensor.
namespace kerascope {
namespace {

constexpr int64_t mostParts = 4096;

/// Parts of these sizes along one axis.
void cut(LayerContext& c, ValueId x, int axis, const std::vector<int64_t>& sizes)
{
    ProgramBuilder& b = c.build;
    int64_t begin = 0;
    c.outputs.clear();
    for (const int64_t size : sizes) {
        c.outputs.push_back(size > 0 ? b.sliceAxis(x, axis, begin, size) : -1);
        begin += size;
    }
    if (c.failed())
        return;
    if (begin != b.shape(x)[axis] || std::find(c.outputs.begin(), c.outputs.end(), -1) != c.outputs.end())
        b.misfit(unreadable());
}

/// The axis that NumPy's hsplit, vsplit and dsplit have in their names.
int axisOfSplit(LayerContext& c, OperationArguments& arguments, int rank)
{
    if (c.type == "Hsplit")
        return c.axis(rank > 1 ? 1 : 0, rank);
    if (c.type == "Vsplit" || c.type == "Dsplit")
        return c.axis(c.type == "Vsplit" ? 0 : 2, rank);
    return arguments.axis(2, rank, 0);
}

/// Equal parts; ArraySplit makes the first ones larger by 1 where they cannot be equal.
std::vector<int64_t> evenParts(int64_t whole, int64_t count, bool uneven)
{
    if (count < 1 || count > std::min(whole, mostParts) || (!uneven && whole % count != 0))
        return {};
    std::vector<int64_t> sizes(size_t(count), whole / count);
    std::fill_n(sizes.begin(), whole % count, whole / count + 1);
    return sizes;
}

/// "indices_or_sections" as NumPy counts (where to cut), "sizes" as TensorFlow does.
void split(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const int axis = axisOfSplit(c, arguments, b.rank(x));
    const nlohmann::json* places = arguments.find(1, "indices_or_sections");
    const char* name = places ? "indices_or_sections" : "sizes";
    const nlohmann::json* written = places ? places : arguments.find(1, "sizes");
    const auto numbers = arguments.integers(1, name);
    if (c.failed() || !numbers || numbers->empty())
        return b.fail(unreadable());
    const int64_t whole = b.shape(x)[axis];
    std::vector<int64_t> sizes;
    if (!written->is_array()) {
        sizes = evenParts(whole, (*numbers)[0], c.type == "ArraySplit");
        if (sizes.empty())
            return b.misfit(unreadable());
    } else if (places) {
        int64_t before = 0;
        for (const int64_t at : *numbers) {
            sizes.push_back((at < 0 ? at + whole : at) - before);
            before += sizes.back();
        }
        sizes.push_back(whole - before);
    } else {
        int64_t rest = whole;
        for (const int64_t size : *numbers)
            rest -= std::max<int64_t>(size, 0);
        for (const int64_t size : *numbers)
            sizes.push_back(size < 0 ? rest : size);
    }
    cut(c, x, axis, sizes);
}

void unstack(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const int axis = arguments.axis(2, b.rank(x), 0);
    if (c.failed())
        return;
    const int64_t count = b.shape(x)[axis];
    if (count > mostParts)
        return b.fail(unreadable());
    Shape part = b.shape(x);
    part.dims.erase(part.dims.begin() + axis);
    for (int64_t i = 0; i < count; ++i)
        c.outputs.push_back(b.reshape(b.sliceAxis(x, axis, i, 1), part));
}

} // namespace

void addSplitOperations(LayerTable& table)
{
    for (const char* name : {"Split", "ArraySplit", "Hsplit", "Vsplit", "Dsplit"})
        table.emplace(name, split);
    table.emplace("Unstack", unstack);
}

} // namespace kerascope
