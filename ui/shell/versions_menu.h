// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QStringList>

namespace kerascope {

class Session;

/// The models that were used in this session; each can be switched back to. The current one is ticked.
class VersionsMenu : public QMenu {
    Q_OBJECT
public:
    explicit VersionsMenu(Session& session, QWidget* parent = nullptr);

signals:
    void chosen(const QStringList& paths);

private:
    void addCurrent();
    void tickCurrent();
    QStringList currentPaths() const;

    Session& session_;
};

} // namespace kerascope
