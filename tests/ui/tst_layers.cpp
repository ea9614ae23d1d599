// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_session.h"
#include "ui/layer_figures.h"
#include "ui/layer_focus.h"
#include "ui/layers/layer_tree_model.h"
#include "ui/layers/layers_panel.h"
#include "ui/shell/actions.h"
#include "ui/ticks.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyleOptionViewItem>
#include <QTest>
#include <QTreeView>

using namespace kerascope;

class TestLayers : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void modelAsText();
    void modelIsConsistent();
    void tickByMouse();
    void firstLayers();
    void workspaceOfEachLayer();
    void containerTicksInside();
    void manyTicksAreOneCommand();
    void missingAreAdded();
    void presets();
    void noPathIsAnError();
    void filterKeepsSurroundings();
    void sortsByNumbers();
    void figuresOfRuns();
    void stateColumn();

private:
    QModelIndex row(const QString& name) const;
    QRect tickRect(const QModelIndex& index) const;
    const Model& model() const { return *session_->model()->summary->model; }
    LayerId id(const char* path) const { return *model().findLayer(path); }

    std::unique_ptr<FakeSession> session_;
    std::unique_ptr<Ticks> ticks_;
    std::unique_ptr<LayerFigures> figures_;
    std::unique_ptr<LayerFocus> focus_;
    std::unique_ptr<Actions> actions_;
    std::unique_ptr<LayersPanel> panel_;
    QTreeView* tree_ = nullptr;
};

void TestLayers::init()
{
    session_ = std::make_unique<FakeSession>();
    ticks_ = std::make_unique<Ticks>(*session_);
    figures_ = std::make_unique<LayerFigures>(*session_);
    focus_ = std::make_unique<LayerFocus>();
    actions_ = std::make_unique<Actions>(*session_, nullptr);
    panel_ = std::make_unique<LayersPanel>(*session_, *ticks_, *figures_, *focus_, *actions_);
    panel_->resize(900, 600);
    panel_->show();
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    tree_ = panel_->findChild<QTreeView*>(QStringLiteral("layerTree"));
    QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
}

void TestLayers::cleanup()
{
    panel_.reset();
    actions_.reset();
    focus_.reset();
    figures_.reset();
    ticks_.reset();
    session_.reset();
}

QModelIndex TestLayers::row(const QString& name) const
{
    const auto found = tree_->model()->match(
        tree_->model()->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchExactly | Qt::MatchRecursive);
    if (found.isEmpty())
        qFatal("no row %s", qPrintable(name));
    return found.front();
}

QRect TestLayers::tickRect(const QModelIndex& index) const
{
    QStyleOptionViewItem option;
    option.initFrom(tree_);
    option.rect = tree_->visualRect(index);
    option.features = QStyleOptionViewItem::HasCheckIndicator | QStyleOptionViewItem::HasDisplay;
    return tree_->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, tree_);
}

/// The model as indented lines: name, type, parameters, tick.
static QStringList lines(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0)
{
    QStringList all;
    for (int i = 0; i < model.rowCount(parent); ++i) {
        const QModelIndex index = model.index(i, 0, parent);
        const auto text = [&](int column) { return index.siblingAtColumn(column).data().toString(); };
        all << QString(depth * 2, u' ') + text(LayerTreeModel::Name) + u' ' + text(LayerTreeModel::Type)
                + u' ' + text(LayerTreeModel::Params) + u' '
                + index.data(Qt::AccessibleDescriptionRole).toString();
        all << lines(model, index, depth + 1);
    }
    return all;
}

void TestLayers::modelAsText()
{
    const QStringList expected{QStringLiteral("image InputLayer 0 ticked"),
        QStringLiteral("conv1 Conv2D 160 ticked"), QStringLiteral("relu1 ReLU 0 ticked"),
        QStringLiteral("block Functional 4.7 k ticked"), QStringLiteral("  conv2 Conv2D 4.64 k ticked"),
        QStringLiteral("  norm2 BatchNormalization 64 ticked"), QStringLiteral("pool MaxPooling2D 0 ticked"),
        QStringLiteral("odd MyLayer 0 ticked"), QStringLiteral("flatten Flatten 0 ticked"),
        QStringLiteral("hidden Dense 24.6 k ticked"), QStringLiteral("digit Dense 490 ticked")};
    QCOMPARE(lines(*tree_->model()).join(u'\n'), expected.join(u'\n'));
}

void TestLayers::modelIsConsistent()
{
    LayerTreeModel model(*ticks_, *figures_);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QAbstractItemModelTester proxyTester(
        tree_->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setModel(session_->model());
    session_->load(FakeSession::makeModel(2, QStringLiteral("other.h5"), 50));
    model.setModel(session_->model());
    QCOMPARE(model.rowCount(), 59);
    ticks_->tick(id("block"), false);
    session_->addRuns(3);
    QTest::qWait(500);
    model.setModel(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestLayers::tickByMouse()
{
    QSignalSpy changed(ticks_.get(), &Ticks::changed);
    QTest::mouseClick(tree_->viewport(), Qt::LeftButton, {}, tickRect(row(QStringLiteral("conv1"))).center());
    QCOMPARE(changed.count(), 1);
    QCOMPARE(ticks_->state(id("conv1")), Qt::Unchecked);
    QCOMPARE(row(QStringLiteral("conv1")).data(Qt::AccessibleDescriptionRole).toString(),
        QStringLiteral("not ticked"));
    QTRY_COMPARE(session_->tickCalls, 1);
    QVERIFY(!session_->ticked()[size_t(id("conv1"))]);
    tree_->setCurrentIndex(row(QStringLiteral("conv1")));
    QTest::keyClick(tree_, Qt::Key_Space);
    QCOMPARE(ticks_->state(id("conv1")), Qt::Checked);
}

void TestLayers::firstLayers()
{
    tree_->setCurrentIndex(row(QStringLiteral("pool")));
    actions_->tickFirst->trigger();
    for (const char* path : {"image", "conv1", "relu1", "block/conv2", "block/norm2", "pool"})
        QVERIFY2(ticks_->state(id(path)) == Qt::Checked, path);
    for (const char* path : {"flatten", "hidden", "digit"})
        QVERIFY2(ticks_->state(id(path)) == Qt::Unchecked, path);
}

void TestLayers::workspaceOfEachLayer()
{
    const auto cell = [this](const char* name) {
        return row(QString::fromLatin1(name)).siblingAtColumn(LayerTreeModel::Workspace).data().toString();
    };
    QTRY_COMPARE(cell("conv1"), QStringLiteral("512 B"));
    QCOMPARE(cell("image"), QStringLiteral("0 B"));
}

void TestLayers::containerTicksInside()
{
    ticks_->tick(id("block/norm2"), false);
    QCOMPARE(
        row(QStringLiteral("block")).data(Qt::CheckStateRole).value<Qt::CheckState>(), Qt::PartiallyChecked);
    QCOMPARE(row(QStringLiteral("block")).data(Qt::AccessibleDescriptionRole).toString(),
        QStringLiteral("partly ticked"));
    QTest::mouseClick(tree_->viewport(), Qt::LeftButton, {}, tickRect(row(QStringLiteral("block"))).center());
    QCOMPARE(ticks_->state(id("block")), Qt::Checked);
    QTest::mouseClick(tree_->viewport(), Qt::LeftButton, {}, tickRect(row(QStringLiteral("block"))).center());
    QCOMPARE(ticks_->state(id("block/conv2")), Qt::Unchecked);
    QCOMPARE(ticks_->state(id("block/norm2")), Qt::Unchecked);
    QVERIFY(!ticks_->selection()[size_t(id("block"))]); // a container is never ticked itself
}

void TestLayers::manyTicksAreOneCommand()
{
    for (const char* path : {"conv1", "relu1", "pool", "hidden", "digit"})
        ticks_->tick(id(path), false);
    QCOMPARE(session_->tickCalls, 0);
    QTRY_COMPARE(session_->tickCalls, 1);
    QTest::qWait(300);
    QCOMPARE(session_->tickCalls, 1);
    QCOMPARE(session_->ticked(), ticks_->selection());
}

void TestLayers::missingAreAdded()
{
    auto* strip = panel_->findChild<QWidget*>(QStringLiteral("missingStrip"));
    QVERIFY(!strip->isVisible());
    actions_->tickNone->trigger();
    QVERIFY(!strip->isVisible());
    ticks_->tick(id("flatten"), true);
    QVERIFY(strip->isVisible());
    const size_t missing = missingFeeds(model(), ticks_->selection()).size();
    QCOMPARE(missing, size_t(6));
    auto* button = panel_->findChild<QPushButton*>(QStringLiteral("addMissing"));
    QVERIFY2(button->text().contains(u'6'), qPrintable(button->text()));
    QCOMPARE(row(QStringLiteral("pool")).siblingAtColumn(LayerTreeModel::State).data().toString(),
        QStringLiteral("missing"));
    button->click();
    QVERIFY(!strip->isVisible());
    QVERIFY(missingFeeds(model(), ticks_->selection()).empty());
    QCOMPARE(ticks_->state(id("hidden")), Qt::Unchecked);
}

void TestLayers::presets()
{
    const auto select = [this](const QStringList& names) {
        tree_->clearSelection();
        for (const QString& name : names)
            tree_->selectionModel()->select(
                row(name), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    };
    const auto tickedNames = [this] {
        QStringList names;
        for (size_t i = 0; i < ticks_->selection().size(); ++i)
            if (ticks_->selection()[i])
                names << QString::fromStdString(model().layers[i].name);
        return names.join(u' ');
    };
    QVERIFY(!actions_->tickSelected->isEnabled());
    select({QStringLiteral("block")});
    actions_->tickSelected->trigger();
    QCOMPARE(tickedNames(), QStringLiteral("conv2 norm2"));
    actions_->tickFeeding->trigger();
    QCOMPARE(tickedNames(), QStringLiteral("image conv1 relu1 conv2 norm2"));
    QVERIFY(!actions_->tickBetween->isEnabled());
    select({QStringLiteral("hidden"), QStringLiteral("pool")});
    QVERIFY(actions_->tickBetween->isEnabled());
    actions_->tickBetween->trigger();
    QCOMPARE(tickedNames(), QStringLiteral("pool flatten hidden"));
    actions_->tickAll->trigger();
    QCOMPARE(ticks_->selection(), allLayers(model()));
}

void TestLayers::noPathIsAnError()
{
    std::vector<Error> errors;
    connect(
        panel_.get(), &LayersPanel::failed, this, [&errors](const Error& error) { errors.push_back(error); });
    const LayerSelection before = ticks_->selection();
    tree_->clearSelection();
    for (const char* name : {"odd", "digit"})
        tree_->selectionModel()->select(
            row(QString::fromLatin1(name)), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    actions_->tickBetween->trigger();
    QCOMPARE(errors.size(), size_t(1));
    QCOMPARE(errors.front().code, ErrorCode::Usage);
    QCOMPARE(ticks_->selection(), before);
}

void TestLayers::filterKeepsSurroundings()
{
    auto* filter = panel_->findChild<QLineEdit*>(QStringLiteral("layerFilter"));
    QTest::keyClicks(filter, QStringLiteral("NORM2"));
    QStringList names;
    for (const QString& line : lines(*tree_->model()))
        names << line.trimmed().section(u' ', 0, 0);
    QCOMPARE(names, (QStringList{QStringLiteral("block"), QStringLiteral("norm2")}));
    filter->setText(QStringLiteral("dense")); // by type
    QCOMPARE(tree_->model()->rowCount(), 2);
    filter->setText(QStringLiteral("block")); // a nested model comes with all that is inside
    QCOMPARE(lines(*tree_->model()).size(), 3);
    filter->clear();
    QCOMPARE(tree_->model()->rowCount(), 9);
}

void TestLayers::sortsByNumbers()
{
    tree_->sortByColumn(LayerTreeModel::Params, Qt::DescendingOrder);
    QCOMPARE(tree_->model()->index(0, 0).data().toString(), QStringLiteral("hidden"));
    QCOMPARE(tree_->model()->index(1, 0).data().toString(), QStringLiteral("block"));
    tree_->sortByColumn(-1, Qt::AscendingOrder);
    QCOMPARE(tree_->model()->index(0, 0).data().toString(), QStringLiteral("image"));
    const QModelIndex params = tree_->model()->index(1, LayerTreeModel::Params);
    QVERIFY(params.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
    QCOMPARE(params.data(Qt::ToolTipRole).toString(), QStringLiteral("160"));
}

void TestLayers::figuresOfRuns()
{
    QCOMPARE(row(QStringLiteral("conv1")).siblingAtColumn(LayerTreeModel::Last).data().toString(),
        QStringLiteral("–"));
    session_->addRuns(5);
    QTRY_VERIFY(row(QStringLiteral("conv1"))
                    .siblingAtColumn(LayerTreeModel::Last)
                    .data()
                    .toString()
                    .contains(QStringLiteral("µs")));
    double shares = 0, block = 0;
    for (const Layer& layer : model().layers) {
        const auto share = figures_->figures()[size_t(layer.id)].share;
        if (!layer.container)
            shares += share.value_or(0);
        else
            block = share.value_or(0);
    }
    QVERIFY(qAbs(shares - 1) < 1e-9);
    QCOMPARE(block,
        *figures_->figures()[size_t(id("block/conv2"))].share
            + *figures_->figures()[size_t(id("block/norm2"))].share);
}

void TestLayers::stateColumn()
{
    const auto state = [this](const char* name) {
        return row(QString::fromLatin1(name)).siblingAtColumn(LayerTreeModel::State).data().toString();
    };
    QCOMPARE(state("conv1"), QStringLiteral("loaded"));
    QCOMPARE(state("odd"), QStringLiteral("not supported"));
    QVERIFY(row(QStringLiteral("odd"))
                .siblingAtColumn(LayerTreeModel::State)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("MyLayer")));
    ticks_->tick(id("digit"), false);
    QCOMPARE(state("digit"), QStringLiteral("not loaded"));
}

QTEST_MAIN(TestLayers)
#include "tst_layers.moc"
