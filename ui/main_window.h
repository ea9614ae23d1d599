// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QMainWindow>

class QDockWidget;
class QMenu;
class QStackedWidget;

namespace kerascope {

class Actions;
class ChartsPanel;
class DockFit;
class Inspector;
class LayerFigures;
class LayerFocus;
class LayersPanel;
class LoadingPage;
class MessageBar;
class RecentMenu;
class RunBar;
class RunRange;
class Sample;
class Settings;
class StartPage;
class Ticks;
class VersionsMenu;

/// The window: composes its parts and connects them with the session. Holds no logic of its own.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// Session and settings must outlive the window.
    MainWindow(Session& session, Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// The graph goes into the middle; the window takes it over.
    void setGraph(QWidget* graph);
    Ticks& ticks() { return *ticks_; }
    LayerFocus& focus() { return *focus_; }
    const LayerFigures& figures() const { return *figures_; }

public slots:
    void openPaths(const QStringList& paths);
    void openSample();
    /// What a long action besides the session's does; with a button that asks for workCancelled.
    void tellWork(const QString& sentence);
    void tellWritten(const QString& path);
    void tellError(const kerascope::Error& error);

signals:
    void graphPngRequested(const QString& file);
    void graphSvgRequested(const QString& file);
    void workCancelled();

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void makeMenus();
    void makeViewMenu(QMenu* view);
    void makeCentre();
    void makeDocks();
    QDockWidget* addDock(
        const QString& objectName, const QString& title, QWidget* content, Qt::DockWidgetArea area);
    void connectActions();
    void connectExports();
    void showModel();
    void showState();
    void treatAs(const std::string& foreignClass, const std::optional<Replacement>& replacement);
    void askForModel(const QString& title);
    void pastePath();
    QString nameFor(const QString& ending) const;

    Session& session_;
    Settings& settings_;
    Ticks* ticks_;
    LayerFocus* focus_;
    RunRange* range_;
    LayerFigures* figures_;
    Actions* actions_;
    Sample* sample_;
    RecentMenu* recent_;
    VersionsMenu* versions_;
    QMenu* exports_;
    RunBar* bar_ = nullptr;
    MessageBar* message_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    StartPage* start_ = nullptr;
    LoadingPage* loading_ = nullptr;
    QWidget* graph_ = nullptr;
    LayersPanel* layers_ = nullptr;
    Inspector* inspector_ = nullptr;
    ChartsPanel* charts_ = nullptr;
    QList<QDockWidget*> docks_;
    DockFit* dockFit_ = nullptr;
    bool docksShown_ = false;
    QStringList opening_; ///< paths on their way
    std::string refocus_; ///< layer to come back to in the model on its way
};

} // namespace kerascope
