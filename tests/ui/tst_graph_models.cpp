// SPDX-License-Identifier: GPL-3.0-or-later
// Models come and go in the graph view, and leave it as pictures.
#include "core/keras/open_model.h"
#include "tests/ui/graph_maker.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_export.h"
#include "ui/graph/graph_exporter.h"
#include "ui/graph/graph_view.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

using namespace kerascope;
using namespace Qt::Literals::StringLiterals;

class TestGraphModels : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void exports();
    void exportErrors();
    void exportInBackground();
    void cancelledExportLeavesNothing();
    void latestModelWins();
    void closesWhileLayingOut();
    void newLanguage();
    void realFiles();

private:
    void show(std::shared_ptr<const SessionModel> model);

    std::unique_ptr<GraphView> view_;
    GraphCanvas* canvas_ = nullptr;
};

void TestGraphModels::init()
{
    view_ = std::make_unique<GraphView>();
    canvas_ = view_->findChild<GraphCanvas*>();
    view_->setAnimated(false);
    view_->resize(1000, 800);
    view_->show();
}

void TestGraphModels::cleanup() { view_.reset(); }

void TestGraphModels::show(std::shared_ptr<const SessionModel> model)
{
    view_->setModel(model);
    view_->setTicked(allLayers(*model->summary->model));
    QTRY_VERIFY(view_->settled());
}

void TestGraphModels::exports()
{
    QTemporaryDir folder;
    show(test::nestedModel());
    view_->search(u"flatten"_s);
    const QString png = folder.filePath(u"graph.png"_s), svg = folder.filePath(u"graph.svg"_s);
    QVERIFY(view_->exportPng(png, 2).ok());
    const QImage image(png);
    const QSizeF size = canvas_->scene().geometry().size;
    QCOMPARE(image.size(), (size * 2).toSize());
    const QRectF rect = canvas_->scene().geometry().rect(canvas_->scene().found().front());
    QCOMPARE(image.pixelColor((rect.topLeft() * 2).toPoint() + QPoint(3, 30)),
        canvas_->graphStyle().of(LayerCategory::Shape).strong);
    QVERIFY(view_->exportSvg(svg).ok());
    QSvgRenderer renderer(svg);
    QVERIFY(renderer.isValid());
    // millimetres in the file are rounded: to the pixel
    const QSize difference = renderer.defaultSize() - size.toSize();
    QVERIFY(qAbs(difference.width()) <= 1 && qAbs(difference.height()) <= 1);
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("shared_dense") && text.contains("32×32×64"));

    show(test::chainModel(3000)); // taller than any picture may be
    QVERIFY(view_->exportPng(png, 2).ok());
    QVERIFY(QImage(png).height() <= 16000);
}

void TestGraphModels::exportErrors()
{
    QTemporaryDir folder;
    const auto empty = view_->exportPng(folder.filePath(u"a.png"_s));
    QVERIFY(!empty.ok());
    QCOMPARE(empty.error().code, ErrorCode::Usage);
    show(test::chainModel(3));
    const auto nowhere = view_->exportSvg(folder.filePath(u"no/such/folder/a.svg"_s));
    QVERIFY(!nowhere.ok());
    QCOMPARE(nowhere.error().code, ErrorCode::File);
    QVERIFY(!view_->exportPng(folder.filePath(u"no/such/folder/a.png"_s)).ok());
}

void TestGraphModels::exportInBackground()
{
    QTemporaryDir folder;
    show(test::nestedModel());
    const QString png = folder.filePath(u"graph.png"_s), svg = folder.filePath(u"graph.svg"_s);
    GraphExporter exporter;
    QSignalSpy written(&exporter, &GraphExporter::written), failed(&exporter, &GraphExporter::failed);
    exporter.start(view_->picture(), png, GraphExporter::Format::Png);
    exporter.start(view_->picture(), svg, GraphExporter::Format::Svg);
    view_->setModel(test::chainModel(3)); // the picture is of what was there when it was asked for
    QTRY_COMPARE(written.count(), 2);
    QCOMPARE(failed.count(), 0);
    QVERIFY(QImage(png).width() > 100);
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("shared_dense"));
    exporter.start(view_->picture(), folder.filePath(u"no/folder/a.png"_s), GraphExporter::Format::Png);
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(failed.front().front().value<Error>().code, ErrorCode::File);
}

void TestGraphModels::cancelledExportLeavesNothing()
{
    QTemporaryDir folder;
    show(test::chainModel(3000));
    GraphExporter exporter;
    QSignalSpy written(&exporter, &GraphExporter::written), failed(&exporter, &GraphExporter::failed);
    for (const GraphExporter::Format format : {GraphExporter::Format::Png, GraphExporter::Format::Svg}) {
        exporter.start(view_->picture(), folder.filePath(u"graph"_s), format);
        exporter.cancel();
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed.takeFirst().front().value<Error>().code, ErrorCode::Cancelled);
        QVERIFY(QDir(folder.path()).isEmpty());
    }
    QCOMPARE(written.count(), 0);
    {
        GraphExporter gone; // nobody waits for its answer
        gone.start(view_->picture(), folder.filePath(u"late"_s), GraphExporter::Format::Png);
    }
    QVERIFY(QThreadPool::globalInstance()->waitForDone());
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestGraphModels::latestModelWins()
{
    for (int i = 0; i < 20; ++i)
        view_->setModel(i % 2 ? test::residualModel(16) : test::denseModel(3, 8));
    show(test::chainModel(5));
    QTest::qWait(50);
    QCOMPARE(canvas_->scene().count(), 5);
    view_->setModel(nullptr);
    QVERIFY(canvas_->scene().empty());
    QVERIFY(!view_->settled());
}

void TestGraphModels::closesWhileLayingOut()
{
    view_->setModel(test::denseModel(20, 16));
    view_.reset(); // must neither hang nor crash
    QTest::qWait(20);
    init();
    show(test::chainModel(3));
    QCOMPARE(canvas_->scene().count(), 3);
}

void TestGraphModels::newLanguage()
{
    show(test::nestedModel());
    view_->selectLayer(2);
    view_->foldAll();
    QTRY_VERIFY(view_->settled());
    QEvent change(QEvent::LanguageChange);
    QCoreApplication::sendEvent(canvas_, &change);
    QVERIFY(!view_->settled()); // the texts of the boxes are made anew
    QTRY_VERIFY(view_->settled());
    QCOMPARE(view_->selectedLayer(), 2);
    QVERIFY(view_->folded(2));
}

void TestGraphModels::realFiles()
{
    const QString path = QStringLiteral(KERASCOPE_GOLDEN) + u"/graph/nested_used_twice.keras"_s;
    auto opened = openModel({path.toStdString()}, {});
    QVERIFY(opened.ok());
    auto summary = summarize(opened->model, {});
    QVERIFY(summary.ok());
    auto session = std::make_shared<SessionModel>();
    session->summary = std::make_shared<const ModelSummary>(std::move(*summary));
    show(session);
    const GraphItems& items = canvas_->scene().items();
    int twice = 0;
    for (const Layer& layer : opened->model->layers) {
        const auto& calls = items.ofLayer[size_t(layer.id)];
        twice += layer.container && calls.size() == 2;
        if (layer.type == "InputLayer" && layer.parent != noId)
            QVERIFY(calls.empty()); // passes its tensor on and is not drawn
    }
    QVERIFY(twice > 0);
    for (const GraphItem& item : items.items)
        QVERIFY2(item.group || !item.shape.isEmpty(), qPrintable(item.name));
    QVERIFY(!canvas_->scene().geometry().routes.empty());
}

QTEST_MAIN(TestGraphModels)
#include "tst_graph_models.moc"
