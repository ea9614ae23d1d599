// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace kerascope {

/// A dimension that the file leaves open (null in Keras).
inline constexpr int64_t unknownDim = -1;

/// Sizes of a tensor, outermost first. Row-major (C order) everywhere.
struct Shape {
    std::vector<int64_t> dims;

    Shape() = default;
    Shape(std::initializer_list<int64_t> sizes)
        : dims(sizes)
    {
    }
    explicit Shape(std::vector<int64_t> sizes)
        : dims(std::move(sizes))
    {
    }

    int rank() const { return int(dims.size()); }
    /// Negative axes count from the end. Throws std::out_of_range: axes come from files.
    int64_t operator[](int axis) const { return dims.at(size_t(axis < 0 ? axis + rank() : axis)); }
    int64_t& operator[](int axis) { return dims.at(size_t(axis < 0 ? axis + rank() : axis)); }
    bool known() const;
    /// Number of elements; nothing if a dimension is unknown or the product passes 2^62.
    std::optional<int64_t> elements() const;
    /// Product of dims [from, to), which must exist (else std::out_of_range); call only on known shapes whose
    /// elements() was checked.
    int64_t product(int from, int to) const;
    /// "1x224x224x3", unknown as "?".
    std::string text() const;
    bool operator==(const Shape&) const = default;
};

/// a*b for sizes; nothing on overflow or a negative factor.
std::optional<int64_t> checkedMultiply(int64_t a, int64_t b);

} // namespace kerascope
