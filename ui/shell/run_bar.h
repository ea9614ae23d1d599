// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QToolBar>

class QComboBox;
class QMenu;
class QSpinBox;
class QToolButton;

namespace kerascope {

class Actions;
class Settings;

/// The toolbar: Open · Swap model · engine · batch · inputs · Run · Run N · Continuous · Stop · Export.
/// Where the room is short the buttons give up their words, one after the other, so that all stay in reach.
class RunBar : public QToolBar {
    Q_OBJECT
public:
    /// What opens at the arrows of Open and Swap, and at Export.
    struct Menus {
        QMenu *recent, *versions, *exports;
    };
    RunBar(Session& session, Settings& settings, Actions& actions, const Menus& menus, QWidget* parent);
    int runs() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();
    bool fits() const;
    void addMenuButton(QAction* action, QMenu* menu, const QString& name);
    void makeEngine();
    void makeBatch();
    void makeRuns();
    void showSettings();
    void showEngines();
    /// Takes the engine of the last time as soon as it can be had.
    void restoreEngine();

    Session& session_;
    Settings& settings_;
    QComboBox* engine_;
    QSpinBox* batch_;
    QSpinBox* runs_;
    QList<QToolButton*> wordy_; ///< the first ones lose their words first
    bool engineRestored_ = false;
};

} // namespace kerascope
