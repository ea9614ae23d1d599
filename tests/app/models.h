// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kerascope::test {

inline QString samplePath() { return QStringLiteral(KERASCOPE_RESOURCES "/sample/digits.keras"); }
inline QString graphPath(const char* name)
{
    return QStringLiteral(KERASCOPE_GOLDEN "/graph/") + QString::fromLatin1(name);
}
inline QString goldenPath(const char* name)
{
    return QStringLiteral(KERASCOPE_GOLDEN "/") + QString::fromLatin1(name);
}

} // namespace kerascope::test
