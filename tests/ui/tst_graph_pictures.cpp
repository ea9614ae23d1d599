// SPDX-License-Identifier: GPL-3.0-or-later
// The graph view as a person sees it: every kind of graph in light and dark, in both sizes of pixels. Checked
// for contrast and for being painted at all; with the environment's KERASCOPE_SCREENSHOTS set to a folder,
// the pictures are kept there to be looked at. Prints what a frame costs.
#include "tests/ui/graph_maker.h"
#include "ui/graph/graph_canvas.h"
#include "ui/graph/graph_view.h"
#include "ui/theme.h"

#include <QDir>
#include <QElapsedTimer>
#include <QImage>
#include <QTest>
#include <chrono>
#include <ctime>
#include <set>

using namespace kerascope;
using namespace Qt::Literals::StringLiterals;

class TestGraphPictures : public QObject {
    Q_OBJECT
private slots:
    void pictures_data();
    void pictures();
    void contrast_data();
    void contrast();
    void frames_data();
    void frames();

private:
    static std::shared_ptr<const SessionModel> model(const QString& name);
    static void keep(const QImage& picture, const QString& name);
};

std::shared_ptr<const SessionModel> TestGraphPictures::model(const QString& name)
{
    if (name == "chain"_L1)
        return test::chainModel(30);
    if (name == "residual"_L1)
        return test::residualModel(16);
    if (name == "inception"_L1)
        return test::inceptionModel(3);
    if (name == "dense"_L1)
        return test::denseModel(2, 6);
    return test::nestedModel();
}

void TestGraphPictures::keep(const QImage& picture, const QString& name)
{
    const QString folder = qEnvironmentVariable("KERASCOPE_SCREENSHOTS");
    if (!folder.isEmpty()) {
        QDir().mkpath(folder);
        QVERIFY(picture.save(folder + u"/graph_"_s + name + u".png"_s));
    }
}

static QImage pictureOf(GraphView& view, double ratio)
{
    QImage image((QSizeF(view.size()) * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    view.render(&image);
    return image;
}

static size_t coloursOf(const QImage& image)
{
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2)
            colours.insert(image.pixel(x, y) & 0xF0F0F0);
    return colours.size();
}

void TestGraphPictures::pictures_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<double>("ratio");
    QTest::addColumn<double>("zoom"); // 0 = fit, −1 = as opened
    QTest::addColumn<HeatKind>("heat");
    QTest::newRow("nested light") << u"nested"_s << false << 1.0 << -1.0 << HeatKind::None;
    QTest::newRow("nested dark") << u"nested"_s << true << 1.0 << -1.0 << HeatKind::None;
    QTest::newRow("nested folded") << u"folded"_s << false << 1.0 << -1.0 << HeatKind::None;
    QTest::newRow("nested fit") << u"nested"_s << false << 1.0 << 0.0 << HeatKind::None;
    QTest::newRow("residual light") << u"residual"_s << false << 1.0 << -1.0 << HeatKind::None;
    QTest::newRow("residual dark 2x") << u"residual"_s << true << 2.0 << -1.0 << HeatKind::None;
    QTest::newRow("residual middle") << u"residual"_s << false << 1.0 << 0.45 << HeatKind::None;
    QTest::newRow("residual middle dark") << u"residual"_s << true << 1.0 << 0.45 << HeatKind::None;
    QTest::newRow("residual fit") << u"residual"_s << false << 1.0 << 0.0 << HeatKind::None;
    QTest::newRow("residual heat light") << u"residual"_s << false << 1.0 << -1.0 << HeatKind::Time;
    QTest::newRow("residual heat dark") << u"residual"_s << true << 1.0 << -1.0 << HeatKind::Time;
    QTest::newRow("residual heat fit dark") << u"residual"_s << true << 1.0 << 0.0 << HeatKind::Memory;
    QTest::newRow("inception light") << u"inception"_s << false << 1.0 << -1.0 << HeatKind::None;
    QTest::newRow("inception fit 2x") << u"inception"_s << false << 2.0 << 0.0 << HeatKind::None;
    QTest::newRow("chain light") << u"chain"_s << false << 1.0 << -1.0 << HeatKind::None;
    QTest::newRow("dense light") << u"dense"_s << false << 1.0 << 0.45 << HeatKind::None;
    QTest::newRow("dense dark far") << u"dense"_s << true << 1.0 << 0.0 << HeatKind::None;
}

void TestGraphPictures::pictures()
{
    QFETCH(QString, name);
    QFETCH(bool, dark);
    QFETCH(double, ratio);
    QFETCH(double, zoom);
    QFETCH(HeatKind, heat);
    applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
    GraphView view;
    view.setAnimated(false);
    view.resize(1000, 680);
    view.show();
    const auto session = model(name);
    view.setModel(session);
    LayerSelection ticked = allLayers(*session->summary->model);
    for (size_t i = ticked.size() / 4; i < ticked.size() / 4 + 3 && i < ticked.size(); ++i)
        ticked[i] = false;
    view.setTicked(ticked);
    view.setFigures(test::figuresOf(*session));
    QTRY_VERIFY(view.settled());
    if (name == "folded"_L1)
        view.foldAll();
    QTRY_VERIFY(view.settled());
    view.setHeat(heat);
    if (zoom != -1 || dark)
        view.selectLayer(LayerId(ticked.size() / 4 + 4));
    if (zoom == 0)
        view.fit();
    else if (zoom > 0)
        view.findChild<GraphCanvas*>()->zoomToFactor(zoom);
    const QImage image = pictureOf(view, ratio);
    keep(image, QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'_'));
    QVERIFY2(coloursOf(image) > 25, qPrintable(QString::number(coloursOf(image))));
}

void TestGraphPictures::contrast_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestGraphPictures::contrast()
{
    QFETCH(bool, dark);
    const GraphStyle style = GraphStyle::of(dark ? darkPalette() : lightPalette());
    for (int category = 0; category <= int(LayerCategory::Unsupported); ++category) {
        const auto& tints = style.of(LayerCategory(category));
        QVERIFY2(
            contrastRatio(style.text, tints.soft) >= 4.5, qPrintable(categoryName(LayerCategory(category))));
        QVERIFY(contrastRatio(tints.strong, style.box) >= 2.5);
    }
    for (const QColor& surface : {style.box, style.canvas})
        QVERIFY(contrastRatio(style.quiet, surface) >= 4.5);
    for (int depth = 0; depth < 6; ++depth)
        QVERIFY(contrastRatio(style.text, style.frame(depth)) >= 4.5);
    for (double at = 0; at <= 1; at += 0.02) {
        const QColor heat = HeatScale::colour(at, dark);
        QVERIFY(contrastRatio(GraphStyle::textOn(heat), heat) >= 4.5);
    }
}

void TestGraphPictures::frames_data()
{
    QTest::addColumn<int>("layers");
    QTest::newRow("1,000") << 1000;
    QTest::newRow("10,000") << 10000;
}

/// Time of this thread alone where the system tells it, so that a busy machine does not blur the figures.
static double threadMs()
{
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
#else
    return double(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::microseconds(1)) / 1e3;
#endif
}

// A print, not a limit: a shared machine has no times that can be asserted.
void TestGraphPictures::frames()
{
    QFETCH(int, layers);
    applyTheme(*qApp, Theme::Light);
    GraphView view;
    view.setAnimated(false);
    view.resize(1200, 860);
    view.show();
    const auto session = test::residualModel(layers / 12);
    const LayerSelection ticked = allLayers(*session->summary->model);
    const auto figures = test::figuresOf(*session);
    QElapsedTimer clock;
    clock.start();
    double start = threadMs();
    view.setModel(session);
    view.setTicked(ticked);
    view.setFigures(figures);
    const double handed = threadMs() - start;
    QTRY_VERIFY_WITH_TIMEOUT(view.settled(), 60000);
    const double opened = double(clock.nsecsElapsed()) / 1e6;
    auto* canvas = view.findChild<GraphCanvas*>();
    QImage image(canvas->viewport()->size(), QImage::Format_RGB32);
    const auto frame = [&](double dy) {
        start = threadMs();
        QPainter painter(&image);
        canvas->paintTo(painter, image.rect());
        painter.end();
        const double ms = threadMs() - start;
        Camera camera = canvas->camera();
        camera.offset += QPointF(0, dy);
        canvas->moveCamera(camera, false);
        return ms;
    };
    const auto best = [&](double dy) {
        double least = 1e9, most = 0;
        for (int i = 0; i < 8; ++i) {
            const double ms = frame(dy);
            least = std::min(least, ms);
            most = std::max(most, ms);
        }
        return u"%1…%2 ms"_s.arg(least, 0, 'f', 1).arg(most, 0, 'f', 1);
    };
    QString line = u"%1 layers: handed over in %2 ms, laid out after %3 ms"_s.arg(ticked.size())
                       .arg(handed, 0, 'f', 1)
                       .arg(opened, 0, 'f', 0);
    for (double zoom : {0.0, 0.1, 0.29, 0.31, 0.5, 0.7, 1.0, 2.0}) {
        if (zoom == 0)
            view.fit();
        else
            canvas->zoomToFactor(zoom);
        line += u"; at %1 %: %2"_s.arg(view.zoom() * 100, 0, 'f', 1).arg(best(31));
    }
    qInfo().noquote() << line;
    QVERIFY(coloursOf(image) > 10);
}

QTEST_MAIN(TestGraphPictures)
#include "tst_graph_pictures.moc"
