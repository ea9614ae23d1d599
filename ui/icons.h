// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace kerascope {

/// An icon of our family (resources/icons/NAME.svg), painted in the palette's text colour at the moment of
/// painting, so that it follows a change of theme and any scale.
QIcon themedIcon(const QString& name);
/// The program's own icon, in its colours.
QIcon applicationIcon();

} // namespace kerascope
