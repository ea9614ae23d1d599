// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_data.h"
#include "ui/inspector/output_page.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace kerascope;

class TestChartData : public QObject {
    Q_OBJECT
private slots:
    void fewPointsStay();
    void thinningKeepsPeaks_data();
    void thinningKeepsPeaks();
    void axisDoesNotJump();
    void axisFollowsGrowth();
    void ticksAreFew();
    void barsAndOthers();
    void equalBarsAreCut();
    void topValues();
};

static QVector<QPointF> wave(int count)
{
    QVector<QPointF> points;
    for (int i = 0; i < count; ++i)
        points << QPointF(i, std::sin(i * 0.01));
    return points;
}

void TestChartData::fewPointsStay() { QCOMPARE(thinned(wave(1000)), wave(1000)); }

void TestChartData::thinningKeepsPeaks_data()
{
    QTest::addColumn<int>("count");
    for (int count : {1001, 1500, 2003, 50'000})
        QTest::addRow("%d", count) << count;
}

void TestChartData::thinningKeepsPeaks()
{
    QFETCH(int, count);
    QVector<QPointF> points = wave(count);
    points[count / 3].setY(77);
    points[count / 2].setY(-55);
    const QVector<QPointF> thin = thinned(points);
    QVERIFY(thin.size() <= mostPoints);
    QVERIFY(thin.size() > mostPoints / 3);
    QVERIFY(thin.contains(QPointF(count / 3, 77)));
    QVERIFY(thin.contains(QPointF(count / 2, -55)));
    QCOMPARE(thin.front(), points.front());
    QCOMPARE(thin.back(), points.back());
    QVERIFY(std::is_sorted(thin.begin(), thin.end(), [](auto& a, auto& b) { return a.x() < b.x(); }));
}

void TestChartData::axisDoesNotJump()
{
    const AxisRange first = steadyFromZero({0, 0}, 0.42);
    QCOMPARE(first.to, 0.5);
    for (double most : {0.3, 0.45, 0.5, 0.21})
        QCOMPARE(steadyFromZero(first, most), first);
    QVERIFY(steadyFromZero(first, 0.51).to > 0.51);
    QVERIFY(steadyFromZero(first, 0.1).to < 0.2);
    QVERIFY(steadyFromZero(first, 0).to > 0);
}

void TestChartData::axisFollowsGrowth()
{
    AxisRange range{0, 0};
    int changes = 0;
    for (int run = 1; run < 5000; ++run) {
        const AxisRange next = steadyAround(range, 0, run);
        QVERIFY(next.from <= 0 && next.to >= run);
        changes += next == range ? 0 : 1;
        range = next;
    }
    QVERIFY2(changes < 120, qPrintable(QString::number(changes)));
}

void TestChartData::ticksAreFew()
{
    QCOMPARE(decimalsOf(0.25), 2);
    QCOMPARE(decimalsOf(2.5), 1);
    QCOMPARE(decimalsOf(5000), 0);
    QCOMPARE(decimalsOf(0.0002), 4);
    for (double width : {1e-6, 0.5, 1.0, 3.0, 7.0, 8.0, 150.0, 4e9}) {
        const double step = tickStep({0, width});
        QVERIFY(width / step <= 4 + 1e-6);
        QVERIFY(width / step >= 1);
    }
}

static std::vector<BarRow> manyRows(int count)
{
    std::vector<BarRow> rows;
    for (int i = 0; i < count; ++i)
        rows.push_back({i, QString::number(i), {double(1 + i * 7 % count), 1, 0}});
    return rows;
}

void TestChartData::barsAndOthers()
{
    const auto rows = manyRows(307);
    const auto bars = chosenBars(rows, QStringLiteral("%1 others"));
    QCOMPARE(bars.size(), size_t(mostBars));
    double before = 0, after = 0;
    for (const BarRow& row : rows)
        before += row.sum();
    for (const BarRow& bar : bars)
        after += bar.sum();
    QCOMPARE(after, before);
    QCOMPARE(bars.back().layer, noId);
    QCOMPARE(bars.back().name, QStringLiteral("268 others"));
    for (size_t i = 2; i < bars.size(); ++i)
        QVERIFY(bars[i - 1].layer > bars[i - 2].layer);
    double least = 1e9;
    for (size_t i = 0; i + 1 < bars.size(); ++i)
        least = std::min(least, bars[i].sum());
    QCOMPARE(least, 307.0 - 39 + 1 + 1); // exactly the 39 largest
    QCOMPARE(chosenBars(manyRows(40), QString()).size(), size_t(40));
}

void TestChartData::equalBarsAreCut()
{
    std::vector<BarRow> rows(100, BarRow{1, QStringLiteral("same"), {5, 0, 0}});
    rows.push_back({2, QStringLiteral("nothing"), {0, 0, 0}});
    const auto bars = chosenBars(rows, QStringLiteral("%1 others"));
    QCOMPARE(bars.size(), size_t(mostBars));
    QCOMPARE(bars.back().name, QStringLiteral("61 others"));
}

void TestChartData::topValues()
{
    const float values[] = {0.1F, NAN, 0.7F, 0.7F, -1.0F};
    QCOMPARE(largest(values, 5, 3), (std::vector<size_t>{2, 3, 0}));
    QCOMPARE(largest(values, 5, 9).back(), size_t(1));
    QVERIFY(largest(values, 0, 3).empty());
}

QTEST_GUILESS_MAIN(TestChartData)
#include "tst_chart_data.moc"
