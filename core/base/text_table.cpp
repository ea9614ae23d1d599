// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_table.h"

namespace kerascope {

TextTable& TextTable::shared()
{
    static TextTable table;
    return table;
}

TextTable::TextTable()
{
    texts_.emplace_back();
    numbers_.emplace(texts_.back(), 0);
}

std::optional<float> TextTable::number(std::string_view text)
{
    constexpr size_t mostTexts = size_t(1) << 24, mostBytes = size_t(256) << 20;
    const std::lock_guard lock(mutex_);
    if (const auto known = numbers_.find(text); known != numbers_.end())
        return float(known->second);
    if (texts_.size() >= mostTexts || bytes_ + text.size() > mostBytes)
        return std::nullopt;
    bytes_ += text.size();
    texts_.emplace_back(text);
    numbers_.emplace(texts_.back(), texts_.size() - 1);
    return float(texts_.size() - 1);
}

std::string TextTable::text(float number) const
{
    const std::lock_guard lock(mutex_);
    const bool known = number >= 0 && number < float(texts_.size());
    return known ? texts_[size_t(number)] : std::string();
}

} // namespace kerascope
