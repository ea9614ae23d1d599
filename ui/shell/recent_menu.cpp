// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/recent_menu.h"

#include "ui/settings.h"

#include <QFileInfo>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

RecentMenu::RecentMenu(Settings& settings, QWidget* parent)
    : QMenu(tr("Recent files"), parent)
    , settings_(settings)
{
    menuAction()->setObjectName(u"recentMenu"_s);
    setToolTipsVisible(true);
}

void RecentMenu::add(const QStringList& paths)
{
    settings_.addRecentFile(paths);
    // Later: the entry that was clicked may be one of those that are made anew.
    QMetaObject::invokeMethod(this, &RecentMenu::fill, Qt::QueuedConnection);
}

void RecentMenu::fill()
{
    const QStringList entries = settings_.recentFiles();
    clear();
    for (const QString& entry : entries) {
        const QStringList paths = entry.split(u'\n');
        QAction* action = addAction(QFileInfo(paths.first()).fileName());
        action->setToolTip(paths.join(u'\n'));
        connect(action, &QAction::triggered, this, [this, paths] { emit chosen(paths); });
    }
    addSeparator();
    QAction* forget = addAction(tr("Forget these files"));
    forget->setToolTip(tr("Empties this list; the files stay"));
    forget->setEnabled(!entries.isEmpty());
    connect(forget, &QAction::triggered, this, [this] {
        settings_.clearRecentFiles();
        fill();
    });
    emit changed(entries);
}

} // namespace kerascope
