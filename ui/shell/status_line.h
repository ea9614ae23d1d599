// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QObject>

class QLabel;
class QProgressBar;
class QStatusBar;
class QToolButton;

namespace kerascope {

class ElidedLabel;

QString stateName(SessionState state);
QString stateIcon(SessionState state);

/// Fills the status bar: state, model, engine and device, what is loaded, progress with cancel.
class StatusLine : public QObject {
    Q_OBJECT
public:
    StatusLine(Session& session, QStatusBar* bar);

private:
    void showState();
    void showModel();
    void showEngine();
    void showLoaded();
    void showProgress();

    Session& session_;
    QLabel* stateIcon_;
    QLabel* state_;
    ElidedLabel* model_;
    ElidedLabel* engine_;
    ElidedLabel* loaded_;
    ElidedLabel* stage_;
    QProgressBar* progress_;
    QToolButton* cancel_;
};

} // namespace kerascope
