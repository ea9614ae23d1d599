// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/shape.h"

namespace kerascope {

std::optional<int64_t> checkedMultiply(int64_t a, int64_t b)
{
    constexpr int64_t limit = int64_t(1) << 62;
    if (a < 0 || b < 0)
        return std::nullopt;
    if (a != 0 && b > limit / a)
        return std::nullopt;
    return a * b;
}

bool Shape::known() const
{
    for (int64_t dim : dims)
        if (dim < 0)
            return false;
    return true;
}

std::optional<int64_t> Shape::elements() const
{
    int64_t count = 1;
    for (int64_t dim : dims) {
        const auto next = checkedMultiply(count, dim);
        if (!next)
            return std::nullopt;
        count = *next;
    }
    return count;
}

int64_t Shape::product(int from, int to) const
{
    int64_t count = 1;
    for (int axis = from; axis < to; ++axis)
        count *= dims.at(size_t(axis));
    return count;
}

std::string Shape::text() const
{
    std::string out;
    for (size_t i = 0; i < dims.size(); ++i) {
        if (i > 0)
            out += 'x';
        out += dims[i] < 0 ? std::string("?") : std::to_string(dims[i]);
    }
    return out;
}

} // namespace kerascope
