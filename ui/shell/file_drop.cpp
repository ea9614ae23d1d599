// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/file_drop.h"

#include <QDir>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

QStringList pathsFrom(const QMimeData* data)
{
    QStringList paths;
    if (!data)
        return paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    if (!paths.isEmpty() || !data->hasText())
        return paths;
    for (QString line : data->text().split(u'\n', Qt::SkipEmptyParts)) {
        line = line.trimmed();
        if (line.size() > 1 && line.front() == line.back() && (line.front() == u'"' || line.front() == u'\''))
            line = line.mid(1, line.size() - 2);
        if (line.startsWith("file://"_L1))
            line = QUrl(line).toLocalFile();
        if (line.startsWith("~/"_L1))
            line.replace(0, 1, QDir::homePath());
        if (!QDir::isAbsolutePath(line))
            return {}; // some text, not a list of paths
        paths << line;
    }
    return paths;
}

void FileDrop::watch(QWidget* window)
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

bool FileDrop::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove: {
        auto* drag = static_cast<QDragMoveEvent*>(event);
        const bool files = !pathsFrom(drag->mimeData()).isEmpty();
        if (files) {
            // A copy: the file stays where it is, whatever the source proposed.
            drag->setDropAction(Qt::CopyAction);
            drag->accept();
            emit hovering(true);
        } else {
            drag->ignore();
        }
        return true;
    }
    case QEvent::DragLeave:
        emit hovering(false);
        return true;
    case QEvent::Drop: {
        auto* drop = static_cast<QDropEvent*>(event);
        emit hovering(false);
        const QStringList paths = pathsFrom(drop->mimeData());
        if (!paths.isEmpty()) {
            drop->setDropAction(Qt::CopyAction);
            drop->accept();
            emit dropped(paths);
        }
        return true;
    }
    default:
        return QObject::eventFilter(watched, event);
    }
}

} // namespace kerascope
