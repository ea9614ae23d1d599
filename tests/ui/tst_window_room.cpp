// SPDX-License-Identifier: GPL-3.0-or-later
// How the parts of the window share its room, and what must not move.
#include "tests/ui/fake_session.h"
#include "ui/graph/graph_view.h"
#include "ui/main_window.h"
#include "ui/settings.h"
#include "ui/shell/dock_fit.h"

#include <QAbstractButton>
#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>

using namespace kerascope;

class TestWindowRoom : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void smallWindowKeepsAllInReach_data();
    void smallWindowKeepsAllInReach();
    void ownSizesOfDocksLast();
    void keyboardGoesToTheGraph();
    void messageMovesNothing();
    void workCanBeCancelled();
    void missingLayersMoveNothing();

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
    GraphView* graph_ = nullptr;
};

void TestWindowRoom::init()
{
    folder_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<Settings>(folder_->filePath(QStringLiteral("settings.ini")));
    session_ = std::make_unique<FakeSession>();
    window_ = std::make_unique<MainWindow>(*session_, *settings_);
    graph_ = new GraphView;
    window_->setGraph(graph_);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
}

void TestWindowRoom::cleanup()
{
    window_.reset();
    session_.reset();
    settings_.reset();
}

void TestWindowRoom::smallWindowKeepsAllInReach_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1000x700") << QSize(1000, 700);
    QTest::newRow("1280x800") << QSize(1280, 800);
    QTest::newRow("1600x1000") << QSize(1600, 1000);
}

void TestWindowRoom::smallWindowKeepsAllInReach()
{
    QFETCH(QSize, size);
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    QTest::qWait(20);
    window_->resize(1440, 900);
    QTest::qWait(20);
    window_->resize(size); // also at one stroke from a large one
    const DockSizes docks = dockSizes(size);
    QTRY_VERIFY(qAbs(find<QWidget>(QStringLiteral("layersDock"))->width() - docks.layers) < 15);
    QTRY_VERIFY(qAbs(find<QWidget>(QStringLiteral("inspectorDock"))->width() - docks.inspector) < 15);
    QCOMPARE(window_->size(), size);
    QVERIFY2(graph_->width() >= size.width() / 2 - 40, qPrintable(QString::number(graph_->width())));
    QVERIFY(graph_->height() >= size.height() / 2);
    for (const char* name : {"openButton", "engine", "batch", "runCount", "exportButton", "graphSearch",
             "graphHeat", "graphFit", "layerFilter", "presetsButton"}) {
        const auto* widget = find<QWidget>(QString::fromLatin1(name));
        QVERIFY2(widget->isVisible(), name);
        QVERIFY2(widget->width() >= widget->minimumSizeHint().width(), name);
    }
    auto* bar = find<QToolBar>(QStringLiteral("toolBar"));
    for (const char* name : {"swap", "inputs", "run", "runMany", "continuous", "stop"}) {
        const QWidget* button = bar->widgetForAction(find<QAction>(QString::fromLatin1(name)));
        QVERIFY2(button && button->isVisible(), name);
    }
}

void TestWindowRoom::ownSizesOfDocksLast()
{
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    window_->resize(1440, 900);
    QTest::qWait(50);
    auto* layers = find<QDockWidget>(QStringLiteral("layersDock"));
    window_->resizeDocks({layers}, {500}, Qt::Horizontal);
    QTRY_COMPARE(layers->width(), 500);
    window_->resize(1500, 900);
    QTest::qWait(50);
    QCOMPARE(layers->width(), 500);
    window_->resize(1000, 700); // there it would take the graph's room
    QTRY_VERIFY(layers->width() <= 400);
}

void TestWindowRoom::keyboardGoesToTheGraph()
{
    QCOMPARE(window_->focusWidget(), find<QWidget>(QStringLiteral("startOpen")));
    session_->setState(SessionState::Loading);
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    QCOMPARE(window_->focusWidget(), find<QWidget>(QStringLiteral("graphCanvas")));
    auto* filter = find<QWidget>(QStringLiteral("layerFilter"));
    filter->setFocus();
    session_->load(FakeSession::makeModel(2, QStringLiteral("other.keras")));
    QCOMPARE(window_->focusWidget(), filter);
}

void TestWindowRoom::messageMovesNothing()
{
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    QTest::qWait(50);
    const QRect before(graph_->mapToGlobal(QPoint()), graph_->size());
    session_->fail(Error{ErrorCode::File, "a.h5", {"this is an HTML page"}, {"download the file itself"}});
    auto* bar = find<QWidget>(QStringLiteral("messageBar"));
    QTRY_VERIFY(bar->isVisible() && bar->height() > 20);
    QCOMPARE(QRect(graph_->mapToGlobal(QPoint()), graph_->size()), before);
    QCOMPARE(bar->geometry().bottom(), bar->parentWidget()->rect().bottom());
    const int folded = bar->height();
    find<QAbstractButton>(QStringLiteral("messageDetailsButton"))->click();
    QTRY_VERIFY(bar->height() > folded + 30);
    QCOMPARE(bar->geometry().bottom(), bar->parentWidget()->rect().bottom());
}

void TestWindowRoom::workCanBeCancelled()
{
    QSignalSpy cancelled(window_.get(), &MainWindow::workCancelled);
    auto* cancel = find<QAbstractButton>(QStringLiteral("messageCancel"));
    window_->tellWork(QStringLiteral("Drawing graph.png…"));
    QVERIFY(cancel->isVisible());
    cancel->click();
    QCOMPARE(cancelled.count(), 1);
    window_->tellWritten(QStringLiteral("/tmp/graph.png"));
    QVERIFY(!cancel->isVisible());
    QCOMPARE(
        find<QLabel>(QStringLiteral("messageText"))->text(), QStringLiteral("Written to /tmp/graph.png"));
}

void TestWindowRoom::missingLayersMoveNothing()
{
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    window_->resize(1000, 700);
    QTest::qWait(50);
    const QRect before(graph_->mapToGlobal(QPoint()), graph_->size());
    LayerSelection fewer = session_->ticked();
    fewer[size_t(*session_->model()->summary->model->findLayer("conv1"))] = false;
    session_->setTicked(fewer);
    QTRY_VERIFY(find<QWidget>(QStringLiteral("missingStrip"))->isVisible());
    QTest::qWait(50);
    QCOMPARE(QRect(graph_->mapToGlobal(QPoint()), graph_->size()), before);
}

QTEST_MAIN(TestWindowRoom)
#include "tst_window_room.moc"
