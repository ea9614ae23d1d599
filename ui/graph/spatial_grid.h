// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <cstdint>
#include <vector>

namespace kerascope {

/// Which of many rectangles touch a window, without a look at the others. Built once, then only read; the
/// marks that keep an answer free of doubles make query() one at a time.
class SpatialGrid {
public:
    SpatialGrid() = default;
    /// `count` things inside `bounds`; the cells are chosen so that few things share one.
    SpatialGrid(const QRectF& bounds, size_t count);

    void insert(int id, const QRectF& rect);
    /// Ids in ascending order, each once. May hold neighbours that do not quite touch the window.
    const std::vector<int>& query(const QRectF& window) const;

private:
    struct Cells {
        int left, top, right, bottom;
    };
    Cells cellsOf(const QRectF& rect) const;

    QRectF bounds_;
    double cellWidth_ = 1, cellHeight_ = 1;
    int columns_ = 0, rows_ = 0;
    std::vector<std::vector<int>> cells_;
    mutable std::vector<uint32_t> seen_; ///< by id: the query that last met it
    mutable uint32_t round_ = 0;
    mutable std::vector<int> found_;
};

} // namespace kerascope
