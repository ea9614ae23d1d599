// SPDX-License-Identifier: GPL-3.0-or-later
// The graph view under mouse and keyboard, and what a screen reader learns of it.
#include "tests/ui/graph_maker.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_view.h"

#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace kerascope;
using namespace Qt::Literals::StringLiterals;

class TestGraphView : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void ticksByMouse();
    void ticksByKey();
    void selects();
    void followsEdges();
    void folds();
    void foldKeepsItsPlace();
    void zoomsAtTheCursor();
    void pans();
    void searches();
    void heat();
    void menu();
    void accessible();

private:
    void show(std::shared_ptr<const SessionModel> model);
    LayerId layer(const char* path) const { return *model_->summary->model->findLayer(path); }
    int item(const char* path) const;
    QPoint tickOf(int item) const;
    QPoint titleOf(int item) const;
    QPoint bodyOf(int item) const;
    void click(const QPoint& at) { QTest::mouseClick(canvas_->viewport(), Qt::LeftButton, {}, at); }
    QToolButton* button(const char* name) const
    {
        return view_->findChild<QToolButton*>(QLatin1StringView(name));
    }

    std::unique_ptr<GraphView> view_;
    GraphCanvas* canvas_ = nullptr;
    std::shared_ptr<const SessionModel> model_;
};

void TestGraphView::init()
{
    view_ = std::make_unique<GraphView>();
    canvas_ = view_->findChild<GraphCanvas*>();
    view_->setAnimated(false);
    view_->resize(1000, 800);
    view_->show();
}

void TestGraphView::cleanup() { view_.reset(); }

void TestGraphView::show(std::shared_ptr<const SessionModel> model)
{
    model_ = std::move(model);
    view_->setModel(model_);
    view_->setTicked(allLayers(*model_->summary->model));
    QTRY_VERIFY(view_->settled());
}

int TestGraphView::item(const char* path) const
{
    return canvas_->scene().items().ofLayer[size_t(layer(path))].front();
}

QPoint TestGraphView::tickOf(int item) const
{
    return tickRect(canvas_->scene(), canvas_->metrics(), canvas_->camera(), item).center().toPoint();
}

QPoint TestGraphView::titleOf(int item) const
{
    return foldRect(canvas_->scene(), canvas_->metrics(), canvas_->camera(), item).center().toPoint();
}

QPoint TestGraphView::bodyOf(int item) const
{
    return canvas_->camera().toWindow(canvas_->scene().geometry().rect(item)).center().toPoint();
}

void TestGraphView::ticksByMouse()
{
    show(test::nestedModel());
    QSignalSpy spy(view_.get(), &GraphView::tickChanged);
    view_->zoomTo(layer("backbone/stem_conv"));
    click(tickOf(item("backbone/stem_conv")));
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy[0][0].toInt(), layer("backbone/stem_conv"));
    QCOMPARE(spy[0][1].toBool(), false);

    LayerSelection ticked = allLayers(*model_->summary->model);
    ticked[size_t(layer("backbone/stem_conv"))] = false;
    view_->setTicked(ticked);
    QCOMPARE(canvas_->scene().tick(item("backbone/stem_conv")), Qt::Unchecked);
    QCOMPARE(canvas_->scene().tick(item("backbone")), Qt::PartiallyChecked);
    QCOMPARE(canvas_->scene().tick(item("backbone/block")), Qt::Checked);
    click(tickOf(item("backbone/stem_conv")));
    QCOMPARE(spy.size(), 2);
    QCOMPARE(spy[1][1].toBool(), true);
}

void TestGraphView::ticksByKey()
{
    show(test::nestedModel());
    QSignalSpy spy(view_.get(), &GraphView::tickChanged);
    QTest::keyClick(canvas_, Qt::Key_Space);
    QCOMPARE(spy.size(), 0); // nothing selected
    view_->selectLayer(layer("backbone/block"));
    QTest::keyClick(canvas_, Qt::Key_Space);
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy[0][0].toInt(), layer("backbone/block"));
}

void TestGraphView::selects()
{
    show(test::nestedModel());
    QSignalSpy spy(view_.get(), &GraphView::layerSelected);
    view_->selectLayer(layer("flatten"));
    QCOMPARE(view_->selectedLayer(), layer("flatten"));
    QCOMPARE(spy.size(), 0);
    view_->zoomTo(layer("concatenate"));
    QCOMPARE(spy.size(), 0);
    click(bodyOf(item("concatenate")));
    QCOMPARE(view_->selectedLayer(), layer("concatenate"));
    click(bodyOf(item("same_or_not")));
    QCOMPARE(view_->selectedLayer(), layer("same_or_not"));
    QCOMPARE(spy.size(), 1);
    click(QPoint(4, canvas_->viewport()->height() - 4));
    QCOMPARE(view_->selectedLayer(), noId);
    QSignalSpy activated(view_.get(), &GraphView::layerActivated);
    QTest::mouseDClick(canvas_->viewport(), Qt::LeftButton, {}, bodyOf(item("same_or_not")));
    QCOMPARE(activated.size(), 1);
}

void TestGraphView::followsEdges()
{
    show(test::chainModel(6));
    view_->selectLayer(layer("dense_2"));
    QTest::keyClick(canvas_, Qt::Key_Down);
    QCOMPARE(view_->selectedLayer(), layer("dense_3"));
    QTest::keyClick(canvas_, Qt::Key_Up);
    QTest::keyClick(canvas_, Qt::Key_Up);
    QCOMPARE(view_->selectedLayer(), layer("dense_1"));
    QTest::keyClick(canvas_, Qt::Key_End);
    QCOMPARE(view_->selectedLayer(), layer("dense_5"));
    QTest::keyClick(canvas_, Qt::Key_Home);
    QCOMPARE(view_->selectedLayer(), layer("tokens"));
    QTest::keyClick(canvas_, Qt::Key_Escape);
    QCOMPARE(view_->selectedLayer(), noId);
}

void TestGraphView::folds()
{
    show(test::nestedModel());
    const size_t all = canvas_->scene().geometry().shown.size();
    QVERIFY(button("graphFoldAll")->isVisible());
    button("graphFoldAll")->click();
    QTRY_VERIFY(view_->settled());
    QVERIFY(view_->folded(layer("backbone")));
    const int backbone = item("backbone");
    QVERIFY(!canvas_->scene().geometry().visible(item("backbone/stem_conv")));
    QCOMPARE(
        canvas_->scene().geometry().standIn(canvas_->scene().items(), item("backbone/block/attention/gate")),
        backbone);
    view_->zoomTo(layer("flatten"));
    view_->selectLayer(layer("backbone"));
    click(titleOf(backbone));
    QVERIFY(!view_->folded(layer("backbone")));
    QTRY_VERIFY(view_->settled());
    QVERIFY(canvas_->scene().geometry().visible(item("backbone/stem_conv")));
    QVERIFY(view_->folded(layer("backbone/block")));
    view_->zoomTo(layer("backbone/block/attention/gate")); // unfolds what hides it
    QTRY_VERIFY(view_->settled());
    QVERIFY(canvas_->scene().geometry().visible(item("backbone/block/attention/gate")));
    button("graphUnfoldAll")->click();
    QTRY_VERIFY(view_->settled());
    QCOMPARE(canvas_->scene().geometry().shown.size(), all);
}

void TestGraphView::foldKeepsItsPlace()
{
    show(test::nestedModel());
    view_->zoomTo(layer("backbone/block"));
    const QRect before = canvas_->itemRect(item("backbone/block"));
    view_->setFolded(layer("backbone/block"), true);
    QTRY_VERIFY(view_->settled());
    const QRect after = canvas_->itemRect(item("backbone/block"));
    QVERIFY(std::abs(before.top() - after.top()) <= 1);
    QVERIFY(std::abs(before.center().x() - after.center().x()) <= 1);
    QVERIFY(after.height() < before.height());
}

void TestGraphView::zoomsAtTheCursor()
{
    show(test::residualModel(8));
    const QPointF at(400, 300);
    const QPointF before = canvas_->camera().toScene(at);
    const double zoom = view_->zoom();
    QWheelEvent wheel(at, canvas_->viewport()->mapToGlobal(at), {}, QPoint(0, 120), Qt::NoButton,
        Qt::ControlModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas_->viewport(), &wheel);
    QVERIFY(view_->zoom() > zoom * 1.1);
    const QPointF after = canvas_->camera().toScene(at);
    QVERIFY((after - before).manhattanLength() < 1);
    QTest::keyClick(canvas_, Qt::Key_0);
    QCOMPARE(view_->zoom(), 1.0);
    QTest::keyClick(canvas_, Qt::Key_F);
    const QSizeF size = canvas_->scene().geometry().size * view_->zoom();
    QVERIFY(size.height() <= canvas_->windowSize().height() + 1);
    QVERIFY(size.width() <= canvas_->windowSize().width() + 1);
    QTest::keyClick(canvas_, Qt::Key_Plus);
    QVERIFY(canvas_->scene().geometry().size.height() * view_->zoom() > size.height());
    QVERIFY(button("graphActualSize")->text().contains(u'%'));
}

void TestGraphView::pans()
{
    show(test::residualModel(8));
    const QPointF before = canvas_->camera().offset;
    QTest::mousePress(canvas_->viewport(), Qt::LeftButton, {}, QPoint(20, 400));
    QTest::mouseMove(canvas_->viewport(), QPoint(20, 300));
    QMouseEvent move(QEvent::MouseMove, QPointF(20, 250), canvas_->viewport()->mapToGlobal(QPointF(20, 250)),
        Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(canvas_->viewport(), &move);
    QTest::mouseRelease(canvas_->viewport(), Qt::LeftButton, {}, QPoint(20, 250));
    QCOMPARE(canvas_->camera().offset.y(), before.y() + 150);
    const QPointF panned = canvas_->camera().offset;
    QWheelEvent wheel(QPointF(20, 250), canvas_->viewport()->mapToGlobal(QPointF(20, 250)), {},
        QPoint(0, -120), Qt::NoButton, {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas_->viewport(), &wheel);
    QVERIFY(canvas_->camera().offset.y() > panned.y() + 20);
}

void TestGraphView::searches()
{
    show(test::nestedModel());
    auto* field = view_->findChild<QLineEdit*>(u"graphSearch"_s);
    auto* found = view_->findChild<QLabel*>(u"graphFound"_s);
    QTest::keyClicks(field, u"conv2d"_s);
    QCOMPARE(canvas_->scene().found().size(), size_t(3));
    QCOMPARE(found->text(), u"1 of 3"_s);
    QCOMPARE(view_->selectedLayer(), layer("backbone/stem_conv"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(view_->selectedLayer(), layer("backbone/block/expand_conv"));
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(found->text(), u"3 of 3"_s);
    view_->search(u"no such thing"_s);
    QCOMPARE(found->text(), u"nothing found"_s);
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!canvas_->scene().searching());
    QVERIFY(!found->isVisible());
}

void TestGraphView::heat()
{
    show(test::residualModel(4));
    auto* combo = view_->findChild<QComboBox*>(u"graphHeat"_s);
    QVERIFY(!canvas_->scene().heatAt(item("conv1_conv")));
    combo->setCurrentIndex(combo->findData(int(HeatKind::Parameters)));
    QCOMPARE(view_->heat(), HeatKind::Parameters);
    QCOMPARE(*canvas_->scene().heatAt(item("predictions")), 1.0);
    QVERIFY(*canvas_->scene().heatAt(item("conv1_conv")) < 0.2);
    view_->setLogarithmicHeat(true);
    QVERIFY(*canvas_->scene().heatAt(item("conv1_conv")) > 0.5);
    combo->setCurrentIndex(combo->findData(int(HeatKind::Time)));
    QVERIFY(canvas_->scene().heat().empty()); // nothing has run
    view_->setFigures(test::figuresOf(*model_));
    QVERIFY(!canvas_->scene().heat().empty());
    QVERIFY(canvas_->scene().heatAt(item("conv1_conv")).has_value());
}

void TestGraphView::menu()
{
    show(test::nestedModel());
    view_->zoomTo(layer("flatten"));
    LayerSelection none = noLayers(*model_->summary->model);
    view_->setTicked(none);
    QSignalSpy spy(view_.get(), &GraphView::ticksRequested);
    const auto open = [&] {
        const QPoint at = bodyOf(item("flatten"));
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, canvas_->viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(canvas_->viewport(), &event);
        return canvas_->findChild<QMenu*>(u"graphMenu"_s);
    };
    QMenu* menu = open();
    QVERIFY(menu);
    const auto trigger = [](QMenu* of, const QString& text) {
        for (QAction* action : of->actions())
            if (action->text() == text)
                return action->trigger(), true;
        return false;
    };
    QVERIFY(trigger(menu, u"Tick everything that feeds it"_s));
    QCOMPARE(spy.size(), 1);
    const auto wanted = spy[0][0].value<LayerSelection>();
    QVERIFY(wanted[size_t(layer("flatten"))] && wanted[size_t(layer("right_image"))]);
    QVERIFY(!wanted[size_t(layer("left_image"))]);
    QVERIFY(trigger(menu, u"Copy name"_s));
    QCOMPARE(QGuiApplication::clipboard()->text(), u"flatten"_s);
    menu->close();
}

void TestGraphView::accessible()
{
    show(test::nestedModel());
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(canvas_);
    QVERIFY(list);
    QCOMPARE(list->role(), QAccessible::List);
    QCOMPARE(list->text(QAccessible::Name), u"Graph"_s);
    const auto& shown = canvas_->scene().geometry().shown;
    QCOMPARE(list->childCount(), int(shown.size()));
    QAccessibleInterface* flatten = nullptr;
    for (int i = 0; i < list->childCount(); ++i) {
        QAccessibleInterface* child = list->child(i);
        QVERIFY(child && child->isValid());
        QCOMPARE(list->indexOfChild(child), i);
        QCOMPARE(child->parent(), list);
        if (child->text(QAccessible::Name) == u"flatten, Flatten"_s)
            flatten = child;
    }
    QVERIFY(flatten);
    QVERIFY(flatten->text(QAccessible::Description).startsWith(u"12288, ticked"_s));
    QVERIFY(flatten->state().checked && !flatten->state().selected);
    view_->zoomTo(layer("flatten"));
    QVERIFY(flatten->state().selected && !flatten->state().offscreen);
    const QPoint middle = flatten->rect().center();
    QCOMPARE(list->childAt(middle.x(), middle.y()), flatten);
    QSignalSpy spy(view_.get(), &GraphView::tickChanged);
    flatten->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
    QCOMPARE(spy.size(), 1);
    view_->setTicked(noLayers(*model_->summary->model));
    QVERIFY(flatten->text(QAccessible::Description).contains(u"not ticked"_s));
    view_->foldAll();
    QTRY_VERIFY(view_->settled());
    QVERIFY(list->childCount() < int(model_->summary->model->calls.size()));
    view_->setModel(nullptr);
    QCOMPARE(list->childCount(), 0);
    QVERIFY(!flatten->isValid());
}

QTEST_MAIN(TestGraphView)
#include "tst_graph_view.moc"
