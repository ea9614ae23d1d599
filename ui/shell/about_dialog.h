// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace kerascope {

/// Version, license, libraries; not modal.
void showAbout(QWidget* parent);

} // namespace kerascope
