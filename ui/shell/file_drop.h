// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QMimeData;
class QWidget;

namespace kerascope {

/// Local paths that a drop or the clipboard carries: file URLs, or plain text that is a path.
QStringList pathsFrom(const QMimeData* data);

/// Takes files dropped on any part of a window. Any file is taken; what it is, is judged later.
class FileDrop : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    /// A top-level window or a dock that may float.
    void watch(QWidget* window);

signals:
    void hovering(bool on);
    void dropped(const QStringList& paths);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace kerascope
