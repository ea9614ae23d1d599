// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QTabWidget;
class QToolButton;

namespace kerascope {

class Actions;
class ChartPage;
class LayerFigures;
class LayerFocus;
class RunRange;
class Session;

/// The charts as tabs, with Pause and Clear.
class ChartsPanel : public QWidget {
    Q_OBJECT
public:
    ChartsPanel(const Session& session, const LayerFigures& figures, LayerFocus& focus, RunRange& range,
        Actions& actions, QWidget* parent = nullptr);
    QTabWidget* tabs() const { return tabs_; }

private:
    void add(ChartPage* page, const QString& title);
    QTabWidget* tabs_;
    QToolButton* pause_;
};

} // namespace kerascope
