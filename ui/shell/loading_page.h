// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace kerascope {

/// What stands in the middle while the first model loads: what, how much, cancel.
class LoadingPage : public QWidget {
    Q_OBJECT
public:
    explicit LoadingPage(Session& session, QWidget* parent = nullptr);

private:
    void showProgress();

    Session& session_;
    QLabel* stage_;
    QLabel* amount_;
    QProgressBar* bar_;
};

} // namespace kerascope
