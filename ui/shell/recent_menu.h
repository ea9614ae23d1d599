// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace kerascope {

class Settings;

/// The files opened last, those that belong together as one entry.
class RecentMenu : public QMenu {
    Q_OBJECT
public:
    explicit RecentMenu(Settings& settings, QWidget* parent = nullptr);
    void add(const QStringList& paths);
    /// Makes the entries anew and tells of them.
    void fill();

signals:
    void chosen(const QStringList& paths);
    void changed(const QStringList& entries); ///< as Settings::recentFiles()

private:
    Settings& settings_;
};

} // namespace kerascope
