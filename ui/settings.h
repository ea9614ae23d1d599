// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/keras/treat_as.h"
#include "ui/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QStringList>

namespace kerascope {

/// What lasts between two starts. One object, owned by the window; QSettings writes in the background.
class Settings {
public:
    static constexpr int mostRunsPerClick = 1'000'000;

    /// The user's own file; with a name, that file (tests).
    Settings();
    explicit Settings(const QString& iniFile);

    QStringList recentFiles() const;
    /// Files that belong together count as one entry, joined by a line break.
    void addRecentFile(const QStringList& paths);
    void clearRecentFiles();

    Theme theme() const;
    void setTheme(Theme theme);
    /// "en", "ru"; empty = as the system says.
    QString language() const;
    void setLanguage(const QString& language);
    /// Layers that stand in for classes whose code is not in a file.
    TreatAs treatAs() const;
    void setTreatAs(const TreatAs& treatAs);
    QString engine() const;
    void setEngine(const QString& id);
    int runsPerClick() const;
    void setRunsPerClick(int runs);
    QString lastFolder() const;
    void setLastFolder(const QString& folder);
    QByteArray geometry() const;
    QByteArray docks() const;
    QByteArray layerColumns() const;
    void setWindow(const QByteArray& geometry, const QByteArray& docks, const QByteArray& layerColumns);

private:
    QSettings store_;
};

} // namespace kerascope
