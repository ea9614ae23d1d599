// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/spatial_grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kerascope {
namespace {

constexpr int mostCellsPerSide = 256;
constexpr double smallestCell = 256;

int cellCount(double length)
{
    return std::clamp(int(std::ceil(length / smallestCell)), 1, mostCellsPerSide);
}

} // namespace

SpatialGrid::SpatialGrid(const QRectF& bounds, size_t count)
    : bounds_(bounds)
    , columns_(cellCount(bounds.width()))
    , rows_(cellCount(bounds.height()))
    , cells_(size_t(columns_) * size_t(rows_))
    , seen_(count, 0)
{
    cellWidth_ = std::max(1.0, bounds.width()) / columns_;
    cellHeight_ = std::max(1.0, bounds.height()) / rows_;
}

SpatialGrid::Cells SpatialGrid::cellsOf(const QRectF& rect) const
{
    const auto cell = [](double at, double size, int count) {
        return int(std::clamp(std::floor(at / size), 0.0, double(count - 1)));
    };
    return {cell(rect.left() - bounds_.left(), cellWidth_, columns_),
        cell(rect.top() - bounds_.top(), cellHeight_, rows_),
        cell(rect.right() - bounds_.left(), cellWidth_, columns_),
        cell(rect.bottom() - bounds_.top(), cellHeight_, rows_)};
}

void SpatialGrid::insert(int id, const QRectF& rect)
{
    const Cells range = cellsOf(rect);
    for (int row = range.top; row <= range.bottom; ++row)
        for (int column = range.left; column <= range.right; ++column) {
            auto& cell = cells_[size_t(row) * size_t(columns_) + size_t(column)];
            if (cell.empty() || cell.back() != id)
                cell.push_back(id);
        }
}

const std::vector<int>& SpatialGrid::query(const QRectF& window) const
{
    found_.clear();
    if (cells_.empty() || !window.isValid())
        return found_;
    ++round_;
    const Cells range = cellsOf(window);
    for (int row = range.top; row <= range.bottom; ++row)
        for (int column = range.left; column <= range.right; ++column)
            for (int id : cells_[size_t(row) * size_t(columns_) + size_t(column)])
                if (std::exchange(seen_[size_t(id)], round_) != round_)
                    found_.push_back(id);
    std::sort(found_.begin(), found_.end());
    return found_;
}

} // namespace kerascope
