// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QToolBar>

class QComboBox;
class QMenu;
class QSpinBox;

namespace kerascope {

class Actions;
class Settings;

/// The toolbar: Open · Swap model · engine · batch · inputs · Run · Run N · Continuous · Stop · Export.
class RunBar : public QToolBar {
    Q_OBJECT
public:
    RunBar(Session& session, Settings& settings, Actions& actions, QMenu* recent, QMenu* exports,
        QWidget* parent);
    int runs() const;

private:
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
    bool engineRestored_ = false;
};

} // namespace kerascope
