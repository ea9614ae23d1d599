// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QApplication;

namespace kerascope {

class Settings;

/// What the program does before its first window: names, icon, language, theme. The language is the one of
/// the settings, else the system's; without a translation it is English.
void setUpApplication(QApplication& app, const Settings& settings);

} // namespace kerascope
