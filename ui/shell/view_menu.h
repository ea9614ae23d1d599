// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

class QMenu;

namespace kerascope {

class Settings;

/// Adds the choice of theme (at once) and of language (`tell` says that it needs a restart) to a menu.
void addThemeAndLanguage(QMenu* menu, Settings& settings, const std::function<void(const QString&)>& tell);

} // namespace kerascope
