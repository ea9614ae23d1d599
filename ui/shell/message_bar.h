// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFrame>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace kerascope {

/// Messages inside the window, nothing modal: one sentence, what to do, and details on request.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

public slots:
    void showError(const kerascope::Error& error);
    void showInfo(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;

private:
    void show(bool error, const QString& sentence, const QString& hint, const QString& details);
    void paintColours();

    QLabel* icon_;
    QLabel* text_;
    QPushButton* detailsButton_;
    QPlainTextEdit* details_;
    bool error_ = false;
};

} // namespace kerascope
