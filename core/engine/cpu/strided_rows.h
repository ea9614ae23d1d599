// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/cpu/team.h"
#include "core/engine/strides.h"

#include <array>
#include <vector>

namespace kerascope::cpu {

/// A loop over all elements of a tensor, with several operands at their own strides, as rows: neighbouring
/// axes that all operands walk evenly become one, axes of size 1 go.
template <size_t operands> class StridedRows {
public:
    StridedRows(const std::vector<int64_t>& dims, const std::array<std::vector<int64_t>, operands>& strides)
    {
        for (size_t i = 0; i < dims.size(); ++i) {
            if (dims[i] == 1)
                continue;
            if (!dims_.empty() && mergeable(strides, i, dims[i])) {
                dims_.back() *= dims[i];
            } else {
                dims_.push_back(dims[i]);
                for (std::vector<int64_t>& list : strides_)
                    list.push_back(0);
            }
            for (size_t k = 0; k < operands; ++k)
                strides_[k].back() = strides[k][i];
        }
        if (dims_.empty()) {
            dims_.push_back(1);
            for (std::vector<int64_t>& list : strides_)
                list.push_back(1);
        }
        rows_ = 1;
        for (size_t i = 0; i + 1 < dims_.size(); ++i)
            rows_ *= dims_[i];
    }

    const std::vector<int64_t>& dims() const { return dims_; }
    const std::vector<int64_t>& strides(size_t operand) const { return strides_[operand]; }
    int64_t rows() const { return rows_; }
    int64_t inner() const { return dims_.back(); }
    int64_t innerStride(size_t operand) const { return strides_[operand].back(); }

    /// f(offsets) for rows [begin, end), in order.
    template <class Function> void walk(int64_t begin, int64_t end, Function&& f) const
    {
        constexpr size_t most = 16;
        const size_t outer = dims_.size() - 1;
        std::array<int64_t, most> index{};
        std::array<int64_t, operands> offset{};
        int64_t rest = begin;
        for (size_t i = outer; i-- > 0;) {
            index[i] = rest % dims_[i];
            rest /= dims_[i];
            for (size_t k = 0; k < operands; ++k)
                offset[k] += index[i] * strides_[k][i];
        }
        for (int64_t row = begin; row < end; ++row) {
            f(offset);
            for (size_t i = outer; i-- > 0;) {
                for (size_t k = 0; k < operands; ++k)
                    offset[k] += strides_[k][i];
                if (++index[i] < dims_[i])
                    break;
                for (size_t k = 0; k < operands; ++k)
                    offset[k] -= strides_[k][i] * index[i];
                index[i] = 0;
            }
        }
    }

    /// All rows, on the team; `cost` is the work per element.
    template <class Function> void run(int threads, int64_t cost, const Function& f) const
    {
        inTeam(threads, rows_, rows_ * inner() * cost,
            [&](int64_t begin, int64_t end, int) { walk(begin, end, f); });
    }

private:
    bool mergeable(const std::array<std::vector<int64_t>, operands>& strides, size_t axis, int64_t size) const
    {
        for (size_t k = 0; k < operands; ++k)
            if (strides_[k].back() != strides[k][axis] * size)
                return false;
        return true;
    }

    std::vector<int64_t> dims_;
    std::array<std::vector<int64_t>, operands> strides_;
    int64_t rows_ = 1;
};

} // namespace kerascope::cpu
