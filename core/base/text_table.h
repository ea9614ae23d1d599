// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace kerascope {

/// Text of tensors. Every engine computes on float32 words, so a tensor of text holds the numbers of its
/// strings in this table, one for the whole program: moving, slicing and joining text needs no operation of
/// its own. Numbers are exact up to 2^24; "" is 0. For all threads.
class TextTable {
public:
    static TextTable& shared();
    /// Nothing once the table is full (2^24 strings or 256 MB).
    std::optional<float> number(std::string_view text);
    /// "" for a number that is none of the table's.
    std::string text(float number) const;

private:
    TextTable();
    mutable std::mutex mutex_;
    std::deque<std::string> texts_;
    std::unordered_map<std::string_view, size_t> numbers_; ///< views into texts_
    size_t bytes_ = 0;
};

} // namespace kerascope
