// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

namespace kerascope {

std::string Error::english() const
{
    std::string line = where.empty() ? what.english() : where + ": " + what.english();
    if (!hint.empty())
        line += "; " + hint.english();
    for (char& c : line)
        if (c == '\n' || c == '\r')
            c = ' ';
    return line;
}

} // namespace kerascope
