// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

namespace kerascope {

std::string Text::filled(const std::string& pattern) const
{
    std::string out;
    out.reserve(pattern.size() + 32);
    for (size_t i = 0; i < pattern.size(); ++i) {
        const bool mark =
            pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' && pattern[i + 1] <= '9';
        const size_t index = mark ? size_t(pattern[i + 1] - '1') : 0;
        if (mark && index < args.size()) {
            out += args[index];
            ++i;
        } else {
            out += pattern[i];
        }
    }
    return out;
}

} // namespace kerascope
