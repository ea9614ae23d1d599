// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_session.h"
#include "ui/layer_focus.h"
#include "ui/main_window.h"
#include "ui/settings.h"
#include "ui/theme.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QTreeView>
#include <filesystem>

using namespace kerascope;

class TestMainWindow : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void startPageFirst();
    void dropAnywhere_data();
    void dropAnywhere();
    void textIsNotDropped();
    void loadedShowsAll();
    void disabledActionsSayWhy();
    void runCommands();
    void engineAndBatch();
    void errorIsInsideTheWindow();
    void progressCancels();
    void everyWidgetHasAName();
    void focusIsShared();
    void settingsLast();
    void sampleRunsByOneClick();
    void switchesBack();
    void treatsForeignClass();
    void notesWithoutLayer();

private:
    template <class T> T* find(const QString& name) const
    {
        T* found = window_->findChild<T*>(name);
        if (!found)
            qFatal("no widget %s", qPrintable(name));
        return found;
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<FakeSession> session_;
    std::unique_ptr<MainWindow> window_;
};

void TestMainWindow::init()
{
    QStandardPaths::setTestModeEnabled(true);
    folder_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<Settings>(folder_->filePath(QStringLiteral("settings.ini")));
    session_ = std::make_unique<FakeSession>();
    window_ = std::make_unique<MainWindow>(*session_, *settings_);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
}

void TestMainWindow::cleanup()
{
    window_.reset();
    session_.reset();
    settings_.reset();
}

void TestMainWindow::startPageFirst()
{
    QCOMPARE(find<QStackedWidget>(QStringLiteral("pages"))->currentWidget()->objectName(),
        QStringLiteral("startPage"));
    for (QDockWidget* dock : window_->findChildren<QDockWidget*>())
        QVERIFY(!dock->isVisible());
    QCOMPARE(find<QLabel>(QStringLiteral("statusState"))->text(), QStringLiteral("Empty"));
}

void TestMainWindow::dropAnywhere_data()
{
    QTest::addColumn<QString>("target");
    for (const char* name : {"mainWindow", "startPage", "layerFilter", "layerTree", "latencyChartPlot",
             "layerConfig", "batch", "toolBar", "chartsDock"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// As Qt itself does it: the event goes to the widget below the mouse and up until somebody takes drops.
static QWidget* takerOfDrops(QWidget* widget)
{
    while (widget && !widget->acceptDrops() && !widget->isWindow())
        widget = widget->parentWidget();
    return widget;
}

void TestMainWindow::dropAnywhere()
{
    QFETCH(QString, target);
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    QWidget* widget = target == QLatin1String("mainWindow") ? window_.get() : find<QWidget>(target);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/a model.h5")),
        QUrl::fromLocalFile(QStringLiteral("/tmp/b.json"))});
    QWidget* taker = takerOfDrops(widget);
    QVERIFY(taker);
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(taker, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(taker, &drop);
    QVERIFY(drop.isAccepted());
    const QStringList expected{QStringLiteral("/tmp/a model.h5"), QStringLiteral("/tmp/b.json")};
    QCOMPARE(session_->opened, QList<QStringList>{expected});
    QVERIFY(settings_->recentFiles().isEmpty()); // not before it is open
    session_->load(FakeSession::makeModel(2, QStringLiteral("a model.h5")));
    QCOMPARE(settings_->recentFiles(), QStringList{expected.join(u'\n')});
}

void TestMainWindow::textIsNotDropped()
{
    QMimeData data;
    data.setText(QStringLiteral("some words"));
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window_.get(), &enter);
    QVERIFY(!enter.isAccepted());
    QVERIFY(session_->opened.isEmpty());
}

void TestMainWindow::loadedShowsAll()
{
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    for (QDockWidget* dock : window_->findChildren<QDockWidget*>())
        QVERIFY2(dock->isVisible(), qPrintable(dock->objectName()));
    QVERIFY(window_->windowTitle().contains(QStringLiteral("digits.keras")));
    QCOMPARE(find<QLabel>(QStringLiteral("statusState"))->text(), QStringLiteral("Ready"));
    const QString loaded = find<QLabel>(QStringLiteral("statusLoaded"))->text();
    QVERIFY2(loaded.contains(QStringLiteral("loaded 10 of 10 layers")), qPrintable(loaded));
    QVERIFY2(
        loaded.contains(QStringLiteral(" of ")) && loaded.endsWith(QStringLiteral("kB")), qPrintable(loaded));
}

void TestMainWindow::disabledActionsSayWhy()
{
    auto* run = find<QAction>(QStringLiteral("run"));
    QVERIFY(!run->isEnabled());
    QVERIFY(run->toolTip().contains(QStringLiteral("no model is open")));
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    QVERIFY(run->isEnabled());
    session_->setCannotRun(Error{ErrorCode::Usage, "odd", {"layer class %1 is not known", "MyLayer"}, {}});
    QVERIFY(!run->isEnabled());
    QVERIFY(run->toolTip().contains(QStringLiteral("MyLayer")));
    session_->setCannotRun({});
    session_->setState(SessionState::Running);
    QVERIFY(!run->isEnabled());
    QVERIFY(find<QAction>(QStringLiteral("stop"))->isEnabled());
    auto* csv = find<QAction>(QStringLiteral("exportCsv"));
    QVERIFY(!csv->isEnabled());
    session_->addRuns(2);
    QVERIFY(csv->isEnabled());
    for (QAction* action : window_->findChildren<QAction*>())
        if (!action->isEnabled() && !action->objectName().isEmpty() && !action->menu())
            QVERIFY2(action->toolTip().contains(QStringLiteral("Not possible now"))
                    || action->toolTip().size() > 8,
                qPrintable(action->objectName()));
}

void TestMainWindow::runCommands()
{
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    find<QSpinBox>(QStringLiteral("runCount"))->setValue(7);
    for (const char* name : {"run", "runMany", "continuous"})
        find<QAction>(QString::fromLatin1(name))->trigger();
    QCOMPARE(session_->runCalls, (QList<int>{1, 7, 0}));
    session_->setState(SessionState::Running);
    find<QAction>(QStringLiteral("stop"))->trigger();
    QCOMPARE(session_->stops, 1);
}

void TestMainWindow::engineAndBatch()
{
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    auto* engine = find<QComboBox>(QStringLiteral("engine"));
    QCOMPARE(engine->currentText(), QStringLiteral("CPU: 2 threads"));
    engine->setFocus();
    QTest::keyClick(engine, Qt::Key_Down);
    QCOMPARE(session_->engine(), QStringLiteral("reference"));
    QCOMPARE(settings_->engine(), QStringLiteral("reference"));
    find<QSpinBox>(QStringLiteral("batch"))->setValue(4);
    QCOMPARE(session_->batch(), 4);
}

void TestMainWindow::errorIsInsideTheWindow()
{
    auto* bar = find<QWidget>(QStringLiteral("messageBar"));
    QVERIFY(!bar->isVisible());
    session_->fail(Error{ErrorCode::File, "a.h5", {"this is an HTML page"}, {"download the file itself"}});
    QVERIFY(bar->isVisible());
    QVERIFY(!QApplication::activeModalWidget());
    const QString text = find<QLabel>(QStringLiteral("messageText"))->text();
    QVERIFY(text.contains(QStringLiteral("a.h5: this is an HTML page")));
    QVERIFY(text.contains(QStringLiteral("download the file itself")));
    find<QAbstractButton>(QStringLiteral("messageDetailsButton"))->click();
    QVERIFY(find<QPlainTextEdit>(QStringLiteral("messageDetails"))
                ->toPlainText()
                .contains(QStringLiteral("HTML page")));
    find<QAbstractButton>(QStringLiteral("messageClose"))->click();
    QVERIFY(!bar->isVisible());
}

void TestMainWindow::progressCancels()
{
    session_->setState(SessionState::Loading);
    session_->setProgress(Progress{{"reading weights"}, 3'100'000, 12'400'000, true});
    QCOMPARE(find<QStackedWidget>(QStringLiteral("pages"))->currentWidget()->objectName(),
        QStringLiteral("loadingPage"));
    QVERIFY(find<QLabel>(QStringLiteral("statusStage"))->text().contains(QStringLiteral("3.1 of 12.4 MB")));
    find<QAbstractButton>(QStringLiteral("statusCancel"))->click();
    find<QAbstractButton>(QStringLiteral("loadingCancel"))->click();
    QCOMPARE(session_->cancels, 2);
}

void TestMainWindow::everyWidgetHasAName()
{
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    for (QWidget* widget : window_->findChildren<QWidget*>()) {
        const bool own = !widget->objectName().startsWith(QLatin1String("qt_"));
        const bool acts = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QAbstractItemView*>(widget)
            || qobject_cast<QAbstractSpinBox*>(widget) || qobject_cast<QComboBox*>(widget)
            || qobject_cast<QPlainTextEdit*>(widget);
        if (!own || !acts || !widget->isVisible())
            continue;
        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(widget);
        QVERIFY(accessible);
        const bool named = !accessible->text(QAccessible::Name).isEmpty()
            || !accessible->text(QAccessible::Description).isEmpty();
        QVERIFY2(named,
            qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()
                + QStringLiteral(" in ") + (widget->parent() ? widget->parent()->objectName() : QString())));
    }
}

void TestMainWindow::focusIsShared()
{
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    const LayerId hidden = *session_->model()->summary->model->findLayer("hidden");
    window_->focus().setLayer(hidden);
    auto* tree = find<QTreeView>(QStringLiteral("layerTree"));
    QCOMPARE(tree->currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("hidden"));
    QCOMPARE(find<QLabel>(QStringLiteral("layerName"))->text(), QStringLiteral("hidden"));
    tree->setCurrentIndex(tree->model()->index(0, 0));
    QCOMPARE(find<QLabel>(QStringLiteral("layerName"))->text(), QStringLiteral("image"));
    QTRY_VERIFY(find<QPlainTextEdit>(QStringLiteral("layerConfig"))
                    ->toPlainText()
                    .contains(QStringLiteral("\"units\": 32")));
    auto* tabs = find<QTabWidget>(QStringLiteral("inspectorTabs"));
    tabs->setCurrentIndex(1);
    window_->focus().setLayer(hidden);
    QTRY_COMPARE(session_->weightRequests, QList<LayerId>{hidden});
    session_->sendWeights(hidden);
    auto* table = find<QAbstractItemView>(QStringLiteral("weightsTable"));
    QCOMPARE(table->model()->rowCount(), 1);
    QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("kernel"));
}

void TestMainWindow::settingsLast()
{
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    find<QDockWidget>(QStringLiteral("chartsDock"))->hide();
    settings_->setTheme(Theme::Dark);
    window_->close();
    window_ = std::make_unique<MainWindow>(*session_, *settings_);
    window_->show();
    QVERIFY(!find<QDockWidget>(QStringLiteral("chartsDock"))->isVisible());
    QVERIFY(find<QDockWidget>(QStringLiteral("layersDock"))->isVisible());
    QCOMPARE(settings_->theme(), Theme::Dark);
}

void TestMainWindow::sampleRunsByOneClick()
{
    find<QAbstractButton>(QStringLiteral("startSample"))->click();
    QTRY_COMPARE(session_->opened.size(), 1);
    const QString path = session_->opened.front().front();
    QVERIFY(path.endsWith(QStringLiteral("/sample/digits.keras")));
    QVERIFY(QFile::exists(path));
    QVERIFY(settings_->recentFiles().isEmpty());
    auto model = std::make_shared<SessionModel>(*FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    ModelFile file = *model->file;
    file.files.front().path = path.toStdString();
    model->file = std::make_shared<const ModelFile>(file);
    session_->load(model);
    QTRY_COMPARE(session_->runCalls, QList<int>{0});
    const InputSpec spec = session_->inputs().at("image");
    QCOMPARE(spec.kind, InputSpec::Kind::Picture);
    QVERIFY(std::filesystem::exists(spec.file));
    auto digit = std::make_shared<Tensor>();
    digit->shape = Shape{1, 10};
    digit->data = std::vector<float>(10, 0.0F);
    digit->data[3] = 0.9F;
    session_->setOutputs({{"digit", digit}});
    auto* answer = find<QLabel>(QStringLiteral("outputAnswer"));
    QTRY_COMPARE(answer->text(), QStringLiteral("3"));
    QVERIFY(answer->isVisible());
    QTRY_VERIFY(!find<QLabel>(QStringLiteral("inputPicture"))->pixmap().isNull());
}

void TestMainWindow::switchesBack()
{
    auto* menu = find<QAction>(QStringLiteral("versionsMenu"))->menu();
    QVERIFY(!menu->isEnabled());
    for (const char* name : {"one.h5", "two.h5", "one.h5"})
        session_->load(FakeSession::makeModel(1, QString::fromLatin1(name)));
    QCOMPARE(menu->actions().size(), 2);
    QAction *one = menu->actions()[0], *two = menu->actions()[1];
    QVERIFY(one->isChecked() && !two->isChecked());
    two->trigger();
    QCOMPARE(session_->opened, QList<QStringList>{QStringList{QStringLiteral("/models/two.h5")}});
    QVERIFY(one->isChecked() && !two->isChecked()); // not yet
    session_->load(FakeSession::makeModel(2, QStringLiteral("two.h5")));
    QVERIFY(!one->isChecked() && two->isChecked());
    two->trigger(); // it is the current one
    QCOMPARE(session_->opened.size(), 1);
}

void TestMainWindow::treatsForeignClass()
{
    session_->load(FakeSession::makeModel(1, QStringLiteral("odd.keras")));
    const Model& model = *session_->model()->summary->model;
    auto* box = find<QWidget>(QStringLiteral("treatAs"));
    window_->focus().setLayer(*model.findLayer("hidden"));
    QVERIFY(!box->isVisible());
    window_->focus().setLayer(*model.findLayer("odd"));
    QVERIFY(box->isVisible());
    find<QComboBox>(QStringLiteral("treatAsType"))->setCurrentText(QStringLiteral("Rescaling"));
    auto* options = find<QLineEdit>(QStringLiteral("treatAsOptions"));
    auto* apply = find<QAbstractButton>(QStringLiteral("treatAsApply"));
    options->setText(QStringLiteral("{\"scale\": "));
    apply->click();
    QVERIFY(find<QLabel>(QStringLiteral("treatAsProblem"))->isVisible());
    QVERIFY(session_->opened.isEmpty());
    options->setText(QStringLiteral("{\"scale\": 0.5}"));
    apply->click();
    const TreatAs wanted{{"MyLayer", {"Rescaling", {{"scale", 0.5}}}}};
    QCOMPARE(session_->treatAs(), wanted);
    QCOMPARE(settings_->treatAs(), wanted);
    QCOMPARE(session_->opened, QList<QStringList>{{QStringLiteral("/models/odd.keras")}});
    session_->load(FakeSession::makeModel(2, QStringLiteral("odd.keras"))); // the layer stays in sight
    QCOMPARE(find<QLabel>(QStringLiteral("layerName"))->text(), QStringLiteral("odd"));
    auto* forget = find<QAbstractButton>(QStringLiteral("treatAsForget"));
    QVERIFY(forget->isVisible());
    QCOMPARE(options->text(), QStringLiteral("{\"scale\":0.5}"));
    forget->click();
    QVERIFY(settings_->treatAs().empty());
    QCOMPARE(session_->opened.size(), 2);
}

void TestMainWindow::notesWithoutLayer()
{
    auto* notes = find<QPlainTextEdit>(QStringLiteral("modelNotes"));
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    QVERIFY(notes->isVisible());
    QVERIFY(notes->toPlainText().contains(QStringLiteral("the architecture was found beside it")));
    window_->focus().setLayer(0);
    QVERIFY(!notes->isVisible());
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
