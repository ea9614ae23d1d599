// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QWidget;

namespace kerascope {

/// File dialogs that hold nothing up: not modal, the answer comes by the callback; none if it is cancelled.
void askForModelFiles(QWidget* parent, const QString& title, const QString& folder,
    const std::function<void(const QStringList&)>& chosen);
void askForFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter,
    const std::function<void(const QString&)>& chosen);
void askForFolder(QWidget* parent, const QString& title, const QString& folder,
    const std::function<void(const QString&)>& chosen);
/// `name` is proposed; its ending is added where the chosen name has none.
void askForNewFile(QWidget* parent, const QString& title, const QString& folder, const QString& name,
    const std::function<void(const QString&)>& chosen);

/// A part of the model, in one of the formats that it can be written in.
void askForPartFile(QWidget* parent, const QString& folder, const QString& name,
    const std::function<void(const QString&)>& chosen);

} // namespace kerascope
