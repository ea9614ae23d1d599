// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/versions_menu.h"

#include "ui/session.h"

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

VersionsMenu::VersionsMenu(Session& session, QWidget* parent)
    : QMenu(tr("Models of this session"), parent)
    , session_(session)
{
    menuAction()->setObjectName(u"versionsMenu"_s);
    setToolTipsVisible(true);
    setEnabled(false); // until there is a model
    connect(&session, &Session::modelChanged, this, &VersionsMenu::addCurrent);
    addCurrent();
}

QStringList VersionsMenu::currentPaths() const
{
    const auto model = session_.model();
    return model ? pathsOf(*model) : QStringList();
}

void VersionsMenu::addCurrent()
{
    const QStringList paths = currentPaths();
    const QString key = paths.join(u'\n');
    bool known = paths.isEmpty();
    for (const QAction* action : actions())
        known = known || action->toolTip() == key;
    if (!known) {
        QAction* action = addAction(session_.model()->title);
        action->setToolTip(key);
        action->setCheckable(true);
        setEnabled(true);
        connect(action, &QAction::triggered, this, [this, paths] {
            tickCurrent(); // the click ticked it; it is the current one only after the switch
            if (paths != currentPaths())
                emit chosen(paths);
        });
    }
    tickCurrent();
}

void VersionsMenu::tickCurrent()
{
    const QString key = currentPaths().join(u'\n');
    for (QAction* action : actions())
        action->setChecked(action->toolTip() == key);
}

} // namespace kerascope
