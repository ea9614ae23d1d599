// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFrame>
#include <QTimer>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace kerascope {

/// Messages inside the window, nothing modal: one sentence, what to do, and details on request. Lies over the
/// lower edge of its parent, so that nothing below it moves; notes that ask for nothing leave by themselves.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

public slots:
    void showError(const kerascope::Error& error);
    void showInfo(const QString& sentence);
    /// What goes on, with a button to cancel it; stays until the next message.
    void showWork(const QString& sentence);

signals:
    void cancelRequested();
    void focusLeft(); ///< it leaves while it has the keyboard

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Kind { Info, Work, Error };
    void place();
    void leave();
    void show(Kind kind, const QString& sentence, const QString& hint, const QString& details);
    void paintColours();

    QLabel* icon_;
    QLabel* text_;
    QPushButton* detailsButton_;
    QPushButton* cancel_;
    QPlainTextEdit* details_;
    Kind kind_ = Kind::Info;
    QTimer leaveTimer_;
};

} // namespace kerascope
