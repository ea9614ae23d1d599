// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/constants.h"

#include <algorithm>

namespace kerascope {
namespace {

/// Rows of `columns` floats, padded to `padded`; matrices of `rows` rows, read transposed if `transposed`.
struct Layout {
    uint64_t rows = 1, columns = 1, padded = 1;
    bool transposed = false;
};

Layout layoutOf(const Shape& shape, Packing packing)
{
    Layout layout;
    const int rank = shape.rank();
    if (packing == Packing::TransposedColumns4 && rank > 1) {
        layout.rows = uint64_t(shape[-1]);
        layout.columns = uint64_t(shape[-2]);
        layout.transposed = true;
    } else {
        layout.columns = uint64_t(rank > 0 ? shape[-1] : 1);
    }
    layout.padded =
        packing == Packing::Plain ? layout.columns : uint64_t(roundUp(int64_t(layout.columns), 4));
    return layout;
}

} // namespace

void packRange(const Tensor& tensor, Packing packing, uint64_t begin, std::span<float> out)
{
    const std::vector<float>& data = tensor.data;
    const Layout layout = layoutOf(tensor.shape, packing);
    if (layout.padded == layout.columns && !layout.transposed) {
        const uint64_t there = begin < data.size() ? std::min<uint64_t>(data.size() - begin, out.size()) : 0;
        std::copy_n(data.begin() + ptrdiff_t(begin), there, out.begin());
        std::fill(out.begin() + ptrdiff_t(there), out.end(), 0.0F);
        return;
    }
    uint64_t row = begin / layout.padded, column = begin % layout.padded;
    for (float& value : out) {
        uint64_t from = row * layout.columns + column;
        if (layout.transposed) {
            const uint64_t matrix = row / layout.rows;
            from = (matrix * layout.columns + column) * layout.rows + row % layout.rows;
        }
        value = column < layout.columns && from < data.size() ? data[from] : 0.0F;
        if (++column == layout.padded) {
            column = 0;
            ++row;
        }
    }
}

GlConstant ConstantCache::find(
    const std::shared_ptr<WeightStore>& store, const std::string& key, Packing packing)
{
    const auto found = entries_.find({store.get(), key, packing});
    if (key.empty() || found == entries_.end() || found->second.store.lock() != store)
        return nullptr;
    return found->second.constant.lock();
}

void ConstantCache::remember(const std::shared_ptr<WeightStore>& store, const std::string& key,
    Packing packing, const GlConstant& constant)
{
    std::erase_if(entries_, [](const auto& entry) { return entry.second.constant.expired(); });
    if (!key.empty())
        entries_[{store.get(), key, packing}] = {store, constant};
}

} // namespace kerascope
