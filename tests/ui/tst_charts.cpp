// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_session.h"
#include "ui/charts/latency_chart.h"
#include "ui/charts/layer_charts.h"
#include "ui/charts/memory_time_chart.h"
#include "ui/charts/timeline_chart.h"
#include "ui/layer_figures.h"
#include "ui/layer_focus.h"
#include "ui/run_range.h"

#include <QLabel>
#include <QTest>
#include <QtCharts/QBarSet>
#include <QtCharts/QLineSeries>
#include <QtCharts/QStackedBarSeries>
#include <QtCharts/QValueAxis>
#include <ctime>

using namespace kerascope;

class TestCharts : public QObject {
    Q_OBJECT
private slots:
    void init();
    void latencyIsThinned();
    void warmupDoesNotSqueeze();
    void figuresAreOfTheCurrentModel();
    void hiddenChartDoesNothing();
    void pauseHolds();
    void manyRunsAreQuick();
    void memoryBars();
    void clickOnBarSelects();
    void memoryOverTime();
    void screenReaderHearsFigures();
    void figuresHaveTheirRoom();
    void pickedRunsFilter();
    void timelineFollowsTheRun();
    void clickOnTimelineSelects();

private:
    static PlotView* plotOf(const ChartPage& page) { return page.findChild<PlotView*>(); }
    static QXYSeries* lineOf(const ChartPage& page)
    {
        return qobject_cast<QXYSeries*>(plotOf(page)->chart()->series().front());
    }
    /// The newest run in the line; -1 while there is none.
    static double lastRun(const ChartPage& page)
    {
        return lineOf(page)->count() == 0 ? -1 : lineOf(page)->points().back().x();
    }
    static void show(ChartPage& page)
    {
        page.resize(900, 240);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
    }
    std::unique_ptr<FakeSession> session_;
};

void TestCharts::init()
{
    session_ = std::make_unique<FakeSession>();
    session_->load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
}

void TestCharts::latencyIsThinned()
{
    LatencyChart chart(*session_);
    show(chart);
    session_->addRuns(5000);
    QTRY_VERIFY(lineOf(chart)->count() > 300);
    QVERIFY(lineOf(chart)->count() <= mostPoints);
    QCOMPARE(lineOf(chart)->points().back().x(), 4999.0);
    // The slow runs are still there.
    double most = 0, real = 0;
    for (const QPointF& point : lineOf(chart)->points())
        most = std::max(most, point.y());
    for (const RunRecord& run : session_->runs())
        if (!run.warmup)
            real = std::max(real, run.totalUs / 1000);
    QCOMPARE(most, real);
}

void TestCharts::warmupDoesNotSqueeze()
{
    LatencyChart chart(*session_);
    show(chart);
    session_->addRuns(40);
    QTRY_COMPARE(lineOf(chart)->count(), 39);
    const auto* y = qobject_cast<QValueAxis*>(plotOf(chart)->chart()->axes(Qt::Vertical).front());
    QVERIFY(y->max() < 10); // the warm-up run took 84 ms
    QVERIFY(y->tickInterval() > 0 && (y->max() - y->min()) / y->tickInterval() <= 4.001);
}

void TestCharts::figuresAreOfTheCurrentModel()
{
    LatencyChart chart(*session_);
    show(chart);
    session_->addRuns(50);
    session_->addMark(QStringLiteral("other.h5"), false);
    session_->load(FakeSession::makeModel(2, QStringLiteral("other.h5")));
    session_->addRuns(11);
    auto* figures = chart.findChild<QLabel*>(QStringLiteral("latencyChartFigures"));
    QTRY_VERIFY2(figures->text().contains(QStringLiteral("10 run")), qPrintable(figures->text()));
    QCOMPARE(lineOf(chart)->count(), 59); // the model before stays in the line
}

void TestCharts::hiddenChartDoesNothing()
{
    LatencyChart chart(*session_);
    session_->addRuns(50);
    QTest::qWait(150);
    QCOMPARE(lineOf(chart)->count(), 0);
    show(chart);
    QTRY_COMPARE(lineOf(chart)->count(), 49);
}

void TestCharts::pauseHolds()
{
    LatencyChart chart(*session_);
    show(chart);
    session_->addRuns(10);
    QTRY_COMPARE(lineOf(chart)->count(), 9);
    chart.setPaused(true);
    session_->addRuns(10);
    QTest::qWait(150);
    QCOMPARE(lineOf(chart)->count(), 9);
    chart.setPaused(false);
    QTRY_COMPARE(lineOf(chart)->count(), 19);
}

void TestCharts::manyRunsAreQuick()
{
    LatencyChart chart(*session_);
    show(chart);
    session_->addRuns(20'000);
    QTRY_COMPARE(lastRun(chart), 19'999.0);
    // Processor time, so that other programs on the machine do not count.
    constexpr int frames = 10;
    const std::clock_t before = std::clock();
    for (int i = 0; i < frames; ++i) {
        session_->addRuns(1);
        QTRY_COMPARE_WITH_TIMEOUT(lastRun(chart), double(session_->runs().back().run), 5000);
    }
    const double ms = double(std::clock() - before) / CLOCKS_PER_SEC * 1000 / frames;
    QVERIFY2(ms < 50, qPrintable(QString::number(ms)));
}

void TestCharts::memoryBars()
{
    session_->load(FakeSession::makeModel(1, QStringLiteral("large.h5"), 120));
    LayerFigures figures(*session_);
    LayerFocus focus;
    LayerMemoryChart chart(*session_, figures, focus);
    show(chart);
    auto* series = qobject_cast<QStackedBarSeries*>(plotOf(chart)->chart()->series().front());
    QTRY_COMPARE(series->barSets().front()->count(), mostBars);
    QCOMPARE(series->barSets().size(), 3);
    double shown = 0, planned = 0;
    for (const QBarSet* set : series->barSets())
        shown += set->sum();
    double most = 0;
    const Model& model = *session_->model()->summary->model;
    for (const Layer& layer : model.layers) {
        // A nested model holds the sum of its layers; what the plan has fused away has no bar.
        const LayerFigure& figure = figures.figures()[size_t(layer.id)];
        if (!layer.container && (figure.planned || !figures.planned()))
            planned += double(figure.weightBytes + figure.activationBytes + figure.workspaceBytes);
    }
    for (int bar = 0; bar < mostBars; ++bar) {
        double height = 0;
        for (const QBarSet* set : series->barSets())
            height += set->at(bar);
        most = std::max(most, height);
    }
    // The axis is in kB or MB, whichever its tallest bar asks for.
    const double unit = planned / shown;
    QVERIFY(qAbs(unit - 1e3) < 1e-3 || qAbs(unit - 1e6) < 1);
    QVERIFY(most < 1e3);
}

void TestCharts::clickOnBarSelects()
{
    LayerFigures figures(*session_);
    LayerFocus focus;
    LayerTimesChart chart(*session_, figures, focus);
    show(chart);
    session_->addRuns(5);
    auto* series = qobject_cast<QStackedBarSeries*>(plotOf(chart)->chart()->series().front());
    QTRY_COMPARE(series->barSets().front()->count(), 9);
    const QRectF area = plotOf(chart)->chart()->plotArea();
    const QPointF second(area.left() + area.width() * 1.5 / 9, area.bottom() - 3);
    QTest::mouseClick(plotOf(chart)->viewport(), Qt::LeftButton, {}, second.toPoint());
    QCOMPARE(focus.layer(), *session_->model()->summary->model->findLayer("conv1"));
    auto* text = chart.findChild<QLabel*>(QStringLiteral("layerTimesChartFigures"));
    QVERIFY2(text->text().contains(QStringLiteral("sum of layers")), qPrintable(text->text()));
}

void TestCharts::memoryOverTime()
{
    MemoryTimeChart chart(*session_);
    show(chart);
    session_->addRuns(100);
    const auto series = plotOf(chart)->chart()->series();
    QCOMPARE(series.size(), 4);
    QTRY_COMPARE(qobject_cast<QXYSeries*>(series[2])->count(), 100);
    QCOMPARE(qobject_cast<QXYSeries*>(series[3])->count(), 0); // the driver tells nothing
    QCOMPARE(qobject_cast<QXYSeries*>(series[2])->points().front().y(), 400.0); // kB
}

void TestCharts::screenReaderHearsFigures()
{
    LatencyChart chart(*session_);
    show(chart);
    QTRY_COMPARE(plotOf(chart)->accessibleDescription(), QStringLiteral("no runs yet"));
    session_->addRuns(30);
    QTRY_COMPARE(lineOf(chart)->count(), 29);
    QCOMPARE(plotOf(chart)->accessibleDescription(), QStringLiteral("no runs yet")); // at most once a second
    QTest::qWait(1000);
    session_->addRuns(1);
    QTRY_VERIFY(plotOf(chart)->accessibleDescription().contains(QStringLiteral("p95")));
    QVERIFY(plotOf(chart)->accessibleDescription().contains(QStringLiteral("warm-up 84 ms")));
}

void TestCharts::figuresHaveTheirRoom()
{
    LatencyChart chart(*session_);
    show(chart);
    auto* figures = chart.findChild<QLabel*>(QStringLiteral("latencyChartFigures"));
    for (int i = 0; i < 12; ++i) {
        session_->addRuns(i * 37 + 1);
        QTest::qWait(70);
        QVERIFY2(figures->width() >= figures->sizeHint().width(), qPrintable(figures->text()));
    }
    chart.resize(300, 240);
    QVERIFY(chart.minimumSizeHint().width() < 300); // cut, not in the way
}

void TestCharts::pickedRunsFilter()
{
    RunRange range;
    LayerFigures figures(*session_);
    figures.follow(range);
    LatencyChart chart(*session_);
    chart.follow(range);
    show(chart);
    session_->addRuns(101);
    QTRY_COMPARE(lineOf(chart)->count(), 100);
    QTRY_COMPARE(figures.stampedRuns(), size_t(100));
    auto* text = chart.findChild<QLabel*>(QStringLiteral("latencyChartFigures"));
    PlotView* plot = plotOf(chart);
    const auto at = [&](double run) {
        return plot->mapFromScene(plot->chart()->mapToPosition(QPointF(run, 0.01), lineOf(chart)));
    };
    chart.setPaused(true);
    QTest::mousePress(plot->viewport(), Qt::LeftButton, {}, at(20));
    QTest::mouseMove(plot->viewport(), at(40));
    QTest::mouseRelease(plot->viewport(), Qt::LeftButton, {}, at(40));
    QVERIFY(range.isSet());
    QVERIFY2(std::abs(range.first() - 20) <= 1 && std::abs(range.last() - 40) <= 1, qPrintable(text->text()));
    QVERIFY2(text->text().startsWith(QStringLiteral("runs ")), qPrintable(text->text()));
    const auto picked = size_t(range.last() - range.first() + 1);
    QTRY_COMPARE(figures.stampedRuns(), picked);
    QTest::mouseDClick(plot->viewport(), Qt::LeftButton, {}, at(30));
    QVERIFY(!range.isSet());
    QVERIFY(text->text().startsWith(QStringLiteral("mean ")));
    QTRY_COMPARE(figures.stampedRuns(), size_t(100));
    // The same from the keyboard: a twentieth of the 100 runs a step.
    using Runs = std::pair<int64_t, int64_t>;
    const auto held = [&] { return Runs(range.first(), range.last()); };
    QTest::keyClick(plot, Qt::Key_Left);
    QCOMPARE(held(), Runs(96, 100));
    QTest::keyClick(plot, Qt::Key_Left);
    QCOMPARE(held(), Runs(91, 95));
    QTest::keyClick(plot, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(held(), Runs(91, 100));
    QTest::keyClick(plot, Qt::Key_Right);
    QCOMPARE(held(), Runs(91, 100));
    QTest::keyClick(plot, Qt::Key_Escape);
    QVERIFY(!range.isSet());
}

void TestCharts::timelineFollowsTheRun()
{
    session_->addRuns(2);
    RunRecord run = session_->runs().back();
    run.uploadUs = 100;
    run.readbackUs = 50;
    const std::vector<TimelineSpan> spans = timelineOf(run);
    QCOMPARE(spans.size(), run.steps.size() + 2);
    QCOMPARE(spans.front().kind, TimelineSpan::Kind::Upload);
    QCOMPARE(spans.back().kind, TimelineSpan::Kind::Readback);
    QCOMPARE(spans.back().startMs, 0.1 + run.runUs / 1000);
    double at = 0;
    for (const TimelineSpan& span : spans) {
        QVERIFY(span.startMs >= at - 1e-9); // one after the other
        at = span.startMs + span.durationMs;
    }
    const Model& model = *session_->model()->summary->model;
    QCOMPARE(model.layers[size_t(spans[2].layer)].name, std::string("conv1"));
    run.steps.clear();
    QCOMPARE(timelineOf(run).size(), size_t(2));
}

void TestCharts::clickOnTimelineSelects()
{
    LayerFigures figures(*session_);
    LayerFocus focus;
    TimelineChart chart(*session_, figures, focus, nullptr);
    show(chart);
    auto* title = chart.findChild<QLabel*>(QStringLiteral("timelineChartTitle"));
    QTRY_COMPARE(title->text(), QStringLiteral("Timeline of one run"));
    session_->addRuns(5);
    QTRY_VERIFY2(title->text().startsWith(QStringLiteral("Timeline of run 4")), qPrintable(title->text()));
    PlotView* plot = plotOf(chart);
    const QRectF area = plot->chart()->plotArea();
    QTest::mouseClick(plot->viewport(), Qt::LeftButton, {},
        plot->mapFromScene(QPointF(area.left() + 2, area.center().y())));
    QCOMPARE(focus.layer(), LayerId(0)); // the first step
    session_->load(FakeSession::makeModel(2, QStringLiteral("other.h5")));
    QTRY_COMPARE(title->text(), QStringLiteral("Timeline of one run")); // nothing of the model before
}

QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
