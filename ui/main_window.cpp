// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "ui/charts/charts_panel.h"
#include "ui/format.h"
#include "ui/icons.h"
#include "ui/input/input_dialog.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/output_page.h"
#include "ui/layer_figures.h"
#include "ui/layer_focus.h"
#include "ui/layers/layers_panel.h"
#include "ui/run_range.h"
#include "ui/settings.h"
#include "ui/shell/about_dialog.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock_fit.h"
#include "ui/shell/file_dialogs.h"
#include "ui/shell/file_drop.h"
#include "ui/shell/loading_page.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/recent_menu.h"
#include "ui/shell/run_bar.h"
#include "ui/shell/sample.h"
#include "ui/shell/start_page.h"
#include "ui/shell/status_line.h"
#include "ui/shell/versions_menu.h"
#include "ui/shell/view_menu.h"
#include "ui/ticks.h"
#include "ui/translate.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>
#include <utility>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

MainWindow::MainWindow(Session& session, Settings& settings, QWidget* parent)
    : QMainWindow(parent)
    , session_(session)
    , settings_(settings)
    , ticks_(new Ticks(session, this))
    , focus_(new LayerFocus(this))
    , range_(new RunRange(this))
    , figures_(new LayerFigures(session, this))
    , actions_(new Actions(session, this))
    , sample_(new Sample(session, this))
    , recent_(new RecentMenu(settings, this))
    , versions_(new VersionsMenu(session, this))
    , exports_(new QMenu(tr("Export"), this))
{
    setObjectName(u"mainWindow"_s);
    figures_->follow(*range_);
    connect(&session, &Session::modelChanged, range_, &RunRange::clear);
    connect(actions_->clearRuns, &QAction::triggered, range_, &RunRange::clear);
    setWindowIcon(applicationIcon());
    setDockNestingEnabled(true);
    makeCentre();
    makeDocks();
    makeMenus();
    bar_ = new RunBar(session, settings, *actions_, {recent_, versions_, exports_}, this);
    addToolBar(bar_);
    new StatusLine(session, statusBar());
    connectActions();
    connectExports();

    auto* drop = new FileDrop(this);
    drop->watch(this);
    for (QDockWidget* dock : docks_)
        drop->watch(dock);
    connect(drop, &FileDrop::hovering, start_, &StartPage::setDropHighlight);
    connect(drop, &FileDrop::dropped, this, &MainWindow::openPaths);
    connect(&session, &Session::modelChanged, this, &MainWindow::showModel);
    connect(&session, &Session::stateChanged, this, &MainWindow::showState);
    connect(&session, &Session::failed, message_, &MessageBar::showError);

    resize(1440, 900);
    restoreGeometry(settings.geometry());
    session.setTreatAs(settings.treatAs());
    recent_->fill();
    showModel();
    start_->setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeCentre()
{
    auto* centre = new QWidget(this);
    message_ = new MessageBar(centre);
    pages_ = new QStackedWidget(centre);
    pages_->setObjectName(u"pages"_s);
    start_ = new StartPage(pages_);
    loading_ = new LoadingPage(session_, pages_);
    pages_->addWidget(start_);
    pages_->addWidget(loading_);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(pages_, 1); // the message lies over it
    setCentralWidget(centre);
    connect(message_, &MessageBar::cancelRequested, this, &MainWindow::workCancelled);
    connect(message_, &MessageBar::focusLeft, this, [this] { pages_->currentWidget()->setFocus(); });
    connect(start_, &StartPage::openRequested, actions_->open, &QAction::trigger);
    connect(start_, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(start_, &StartPage::pathsRequested, this, &MainWindow::openPaths);
}

void MainWindow::setGraph(QWidget* graph)
{
    graph_ = graph;
    graph_->setObjectName(u"graphView"_s);
    pages_->addWidget(graph);
    showState();
}

QDockWidget* MainWindow::addDock(
    const QString& objectName, const QString& title, QWidget* content, Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(objectName);
    dock->setAccessibleName(title);
    dock->setWidget(content);
    addDockWidget(area, dock);
    docks_ << dock;
    return dock;
}

void MainWindow::makeDocks()
{
    layers_ = new LayersPanel(session_, *ticks_, *figures_, *focus_, *actions_, this);
    inspector_ = new Inspector(session_, *figures_, *focus_, this);
    charts_ = new ChartsPanel(session_, *figures_, *focus_, *range_, *actions_, this);
    QDockWidget* left = addDock(u"layersDock"_s, tr("Layers"), layers_, Qt::LeftDockWidgetArea);
    QDockWidget* right = addDock(u"inspectorDock"_s, tr("Inspector"), inspector_, Qt::RightDockWidgetArea);
    QDockWidget* below = addDock(u"chartsDock"_s, tr("Charts"), charts_, Qt::BottomDockWidgetArea);
    dockFit_ = new DockFit(this, left, right, below);
    layers_->restoreColumns(settings_.layerColumns());
    connect(layers_, &LayersPanel::failed, message_, &MessageBar::showError);
    for (QDockWidget* dock : docks_)
        dock->hide(); // shown with the first model
}

void MainWindow::makeMenus()
{
    menuBar()->setAccessibleName(tr("Menu"));
    exports_->addActions(
        {actions_->exportCsv, actions_->exportTrace, actions_->exportPng, actions_->exportSvg});
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions({actions_->open, actions_->addHalf, actions_->swap});
    file->addMenu(versions_);
    file->addMenu(recent_);
    file->addActions({actions_->sample, actions_->paste});
    file->addSeparator();
    file->addAction(actions_->savePart);
    file->addMenu(exports_);
    file->addSeparator();
    file->addAction(actions_->quit);
    QMenu* layers = menuBar()->addMenu(tr("&Layers"));
    layers->addActions({actions_->find, actions_->tickAll, actions_->tickNone, actions_->tickSelected,
        actions_->tickFeeding, actions_->tickBetween, actions_->tickFirst, actions_->tickMissing});
    QMenu* run = menuBar()->addMenu(tr("&Run"));
    run->addActions({actions_->run, actions_->runMany, actions_->continuous, actions_->stop, actions_->inputs,
        actions_->clearRuns, actions_->cancel});
    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (QDockWidget* dock : docks_)
        view->addAction(dock->toggleViewAction());
    view->addSeparator();
    addThemeAndLanguage(view, settings_, [this](const QString& sentence) { message_->showInfo(sentence); });
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(actions_->about);
    for (QMenu* menu : {file, layers, run, view, help, exports_})
        menu->setToolTipsVisible(true);
}

void MainWindow::connectActions()
{
    addActions({actions_->paste, actions_->cancel});
    connect(actions_->open, &QAction::triggered, this, [this] { askForModel(tr("Open a model")); });
    connect(actions_->addHalf, &QAction::triggered, this,
        [this] { askForModel(tr("Add weights or architecture")); });
    connect(actions_->swap, &QAction::triggered, this, [this] { askForModel(tr("Swap model")); });
    connect(actions_->sample, &QAction::triggered, this, &MainWindow::openSample);
    connect(recent_, &RecentMenu::chosen, this, &MainWindow::openPaths);
    connect(recent_, &RecentMenu::changed, start_, &StartPage::setRecentFiles);
    connect(inspector_, &Inspector::treatAsChosen, this, &MainWindow::treatAs);
    connect(versions_, &VersionsMenu::chosen, this, [this](const QStringList& paths) {
        message_->hide();
        session_.open(paths);
    });
    connect(actions_->paste, &QAction::triggered, this, &MainWindow::pastePath);
    connect(actions_->quit, &QAction::triggered, this, &QWidget::close);
    connect(actions_->run, &QAction::triggered, this, [this] { session_.run(1); });
    connect(actions_->runMany, &QAction::triggered, this, [this] { session_.run(bar_->runs()); });
    connect(actions_->continuous, &QAction::triggered, this, [this] { session_.run(0); });
    connect(actions_->stop, &QAction::triggered, this, [this] { session_.stop(); });
    connect(actions_->clearRuns, &QAction::triggered, this, [this] { session_.clearRuns(); });
    connect(actions_->cancel, &QAction::triggered, this, [this] { session_.cancel(); });
    connect(
        actions_->inputs, &QAction::triggered, this, [this] { showInputDialog(session_, settings_, this); });
    connect(actions_->about, &QAction::triggered, this, [this] { showAbout(this); });
    connect(inspector_->outputPage(), &OutputPage::labelsWanted, this, [this] {
        askForFile(this, tr("Labels, one a line"), settings_.lastFolder(), tr("Text (*.txt)"),
            [this](const QString& file) { inspector_->outputPage()->loadLabels(file); });
    });
}

void MainWindow::connectExports()
{
    connect(actions_->exportCsv, &QAction::triggered, this, [this] {
        askForFolder(this, tr("Folder for the CSV files"), settings_.lastFolder(),
            [this](const QString& folder) { session_.exportCsv(folder); });
    });
    connect(actions_->exportTrace, &QAction::triggered, this, [this] {
        askForNewFile(this, tr("Trace file"), settings_.lastFolder(), nameFor(u"-trace.json"_s),
            [this](const QString& file) { session_.exportTrace(file); });
    });
    connect(actions_->exportPng, &QAction::triggered, this, [this] {
        askForNewFile(this, tr("Picture of the graph"), settings_.lastFolder(), nameFor(u".png"_s),
            [this](const QString& file) { emit graphPngRequested(file); });
    });
    connect(actions_->exportSvg, &QAction::triggered, this, [this] {
        askForNewFile(this, tr("Drawing of the graph"), settings_.lastFolder(), nameFor(u".svg"_s),
            [this](const QString& file) { emit graphSvgRequested(file); });
    });
    connect(actions_->savePart, &QAction::triggered, this, [this] {
        askForPartFile(this, settings_.lastFolder(), nameFor(u"-part.keras"_s),
            [this](const QString& file) { session_.savePart(file); });
    });
    connect(&session_, &Session::partProgressed, this, [this](const Progress& progress) {
        tellWork(
            tr("%1: %2 of %3")
                .arg(translateText(progress.stage), formatBytes(progress.done), formatBytes(progress.total)));
    });
    connect(this, &MainWindow::workCancelled, &session_, &Session::cancelSave);
    connect(&session_, &Session::exported, this, &MainWindow::tellWritten);
}

QString MainWindow::nameFor(const QString& ending) const
{
    const auto model = session_.model();
    return (model ? QFileInfo(model->title).completeBaseName() : u"kerascope"_s) + ending;
}

void MainWindow::tellWork(const QString& sentence) { message_->showWork(sentence); }

void MainWindow::tellWritten(const QString& path) { message_->showInfo(tr("Written to %1").arg(path)); }

void MainWindow::tellError(const Error& error) { message_->showError(error); }

void MainWindow::askForModel(const QString& title)
{
    askForModelFiles(
        this, title, settings_.lastFolder(), [this](const QStringList& paths) { openPaths(paths); });
}

void MainWindow::openPaths(const QStringList& paths)
{
    if (paths.isEmpty())
        return;
    message_->hide();
    settings_.setLastFolder(QFileInfo(paths.first()).path());
    opening_ = paths;
    refocus_.clear();
    session_.open(paths);
}

void MainWindow::openSample()
{
    message_->hide();
    opening_.clear();
    sample_->open();
}

void MainWindow::pastePath()
{
    const QStringList paths = pathsFrom(QApplication::clipboard()->mimeData());
    if (paths.isEmpty())
        message_->showInfo(tr("The clipboard holds no path of a file."));
    else
        openPaths(paths);
}

void MainWindow::treatAs(const std::string& foreignClass, const std::optional<Replacement>& replacement)
{
    const auto model = session_.model();
    if (!model)
        return;
    TreatAs all = session_.treatAs();
    all.erase(foreignClass);
    if (replacement)
        all[foreignClass] = *replacement;
    settings_.setTreatAs(all);
    session_.setTreatAs(all);
    message_->hide();
    if (focus_->layer() != noId)
        refocus_ = model->summary->model->layers[size_t(focus_->layer())].path;
    session_.open(pathsOf(*model));
}

void MainWindow::showModel()
{
    const auto model = session_.model();
    setWindowTitle(model ? tr("%1 – Kerascope").arg(model->title) : tr("Kerascope"));
    const auto again = model ? model->summary->model->findLayer(std::exchange(refocus_, {})) : std::nullopt;
    focus_->setLayer(again.value_or(noId));
    if (model && !opening_.isEmpty()) // what could not be opened is nothing to come back to
        recent_->add(std::exchange(opening_, {}));
    if (model && !docksShown_) {
        docksShown_ = true;
        for (QDockWidget* dock : docks_)
            dock->show();
        if (!restoreState(settings_.docks()))
            // The docks take part in the layout only after this.
            QMetaObject::invokeMethod(dockFit_, &DockFit::apply, Qt::QueuedConnection);
    }
    if (model && sample_->isOpen()) {
        inspector_->outputPage()->loadLabels(Sample::labelFile());
        inspector_->showOutput();
    } else {
        inspector_->outputPage()->clearLabels();
    }
    showState();
}

void MainWindow::showState()
{
    const bool model = session_.model() != nullptr;
    QWidget* page = model ? graph_ : session_.state() == SessionState::Loading ? loading_ : nullptr;
    if (!page)
        page = start_;
    if (page == pages_->currentWidget())
        return;
    // The keyboard goes along with the page; where it is in a dock or the toolbar it stays.
    const QWidget* focused = focusWidget();
    const bool along = !focused || !focused->isVisible() || pages_->isAncestorOf(focused);
    pages_->setCurrentWidget(page);
    if (along)
        page->setFocus(Qt::OtherFocusReason);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    settings_.setWindow(saveGeometry(), docksShown_ ? saveState() : settings_.docks(), layers_->columns());
    session_.stop();
    QMainWindow::closeEvent(event);
}

} // namespace kerascope
