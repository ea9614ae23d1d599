// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"
#include "ui/translate.h"

#include <QLocale>
#include <QTest>
#include <cmath>

using namespace kerascope;

class TestFormat : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::C); }
    void times_data();
    void times();
    void bytes_data();
    void bytes();
    void counts();
    void numbers();
    void shapes();
    void sentences();
    void otherLanguage();
};

void TestFormat::times_data()
{
    QTest::addColumn<double>("ms");
    QTest::addColumn<QString>("text");
    QTest::newRow("ms") << 0.42 << QStringLiteral("0.42 ms");
    QTest::newRow("three digits") << 12.3456 << QStringLiteral("12.3 ms");
    QTest::newRow("whole") << 123.456 << QStringLiteral("123 ms");
    QTest::newRow("us") << 0.0123456 << QStringLiteral("12.3 µs");
    QTest::newRow("below a us") << 0.00042 << QStringLiteral("0.42 µs");
    QTest::newRow("s") << 1234.0 << QStringLiteral("1.23 s");
    QTest::newRow("rounds into the next unit") << 999.9 << QStringLiteral("1 s");
    QTest::newRow("zero") << 0.0 << QStringLiteral("0 ms");
    QTest::newRow("unknown") << std::nan("") << QStringLiteral("–");
}

void TestFormat::times()
{
    QFETCH(double, ms);
    QFETCH(QString, text);
    QCOMPARE(formatMs(ms), text);
}

void TestFormat::bytes_data()
{
    QTest::addColumn<qulonglong>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0ULL << QStringLiteral("0 B");
    QTest::newRow("bytes") << 864ULL << QStringLiteral("864 B");
    QTest::newRow("kB") << 58'432ULL << QStringLiteral("58.4 kB");
    QTest::newRow("MB") << 3'100'000ULL << QStringLiteral("3.1 MB");
    QTest::newRow("up to the next") << 999'990ULL << QStringLiteral("1 MB");
    QTest::newRow("GB") << 1'234'567'890ULL << QStringLiteral("1.23 GB");
    QTest::newRow("most") << 18'446'744'073'709'551'615ULL << QStringLiteral("18446744 TB");
}

void TestFormat::bytes()
{
    QFETCH(qulonglong, bytes);
    QFETCH(QString, text);
    QCOMPARE(formatBytes(bytes), text);
}

void TestFormat::counts()
{
    QCOMPARE(formatCount(864), QStringLiteral("864"));
    QCOMPARE(formatCount(58'400), QStringLiteral("58.4 k"));
    QCOMPARE(formatCount(1.2e9), QStringLiteral("1.2 G"));
    QCOMPARE(formatBytesOf(3'100'000, 12'400'000), QStringLiteral("3.1 of 12.4 MB"));
    QCOMPARE(formatShare(0.12345), QStringLiteral("12.3 %"));
    QCOMPARE(formatFlops(1.14e9), QStringLiteral("1.14 GFLOP"));
}

void TestFormat::numbers()
{
    QCOMPARE(formatNumber(0.81234), QStringLiteral("0.812"));
    QCOMPARE(formatNumber(-12.3456), QStringLiteral("-12.3"));
    QCOMPARE(formatNumber(0), QStringLiteral("0"));
    QCOMPARE(formatNumber(1.5e-7), QStringLiteral("1.50e-07"));
    QCOMPARE(formatNumber(std::nan("")), QStringLiteral("NaN"));
    QCOMPARE(formatNumber(-HUGE_VAL), QStringLiteral("−∞"));
}

void TestFormat::shapes()
{
    QCOMPARE(formatShape(Shape{unknownDim, 112, 112, 32}, false), QStringLiteral("112×112×32"));
    QCOMPARE(formatShape(Shape{unknownDim, unknownDim, 3}, true), QStringLiteral("?×?×3"));
    QCOMPARE(formatShape(Shape{}, true), QStringLiteral("scalar"));
    QCOMPARE(formatShape(Shape{1}, false), QStringLiteral("scalar"));
}

void TestFormat::sentences()
{
    const Error error{ErrorCode::File, "a.h5", {"cut off after %1 bytes", 12}, {"copy it again"}};
    QCOMPARE(errorText(error), QStringLiteral("a.h5: cut off after 12 bytes; copy it again"));
    QCOMPARE(errorText(error).toStdString(), error.english());
    // An argument that looks like a place for another one is not filled again.
    QCOMPARE(translateText({"%1 and %2", "%2", "x"}), QStringLiteral("%2 and x"));
}

void TestFormat::otherLanguage()
{
    QLocale::setDefault(QLocale(QLocale::Russian));
    QCOMPARE(formatMs(0.42), QStringLiteral("0,42 ms"));
    QCOMPARE(formatCount(58'400), QStringLiteral("58,4 k"));
    QLocale::setDefault(QLocale::C);
}

QTEST_GUILESS_MAIN(TestFormat)
#include "tst_format.moc"
