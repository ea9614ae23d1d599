// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/json.h"

#include <QTest>
#include <cmath>

using namespace kerascope;

class TstJson : public QObject {
    Q_OBJECT
private slots:
    void takesPythonsNumbers();
    void leavesStringsAlone();
    void refusesWhatIsNotJson_data();
    void refusesWhatIsNotJson();
    void refusesDepthAndSize();
    void stops();
    void unwrapsTwiceEncoded();
};

void TstJson::takesPythonsNumbers()
{
    const auto json =
        parseJson(R"({"a": [NaN, Infinity, -Infinity, -0.5, 9007199254740993, 1e-3], "b": null})", "f", {});
    QVERIFY(json.ok());
    const auto& a = (*json)["a"];
    QVERIFY(std::isnan(a[0].get<double>()));
    QVERIFY(std::isinf(a[1].get<double>()) && a[1].get<double>() > 0);
    QVERIFY(std::isinf(a[2].get<double>()) && a[2].get<double>() < 0);
    QCOMPARE(a[3].get<double>(), -0.5);
    QCOMPARE(a[4].get<int64_t>(), 9007199254740993);
    QCOMPARE(a[5].get<double>(), 1e-3);
    QVERIFY((*json)["b"].is_null());
}

void TstJson::leavesStringsAlone()
{
    const auto json = parseJson(R"({"NaN \"NaN": "Infinity \\", "x": NaN, "y": "-Infinity"})", "f", {});
    QVERIFY(json.ok());
    QCOMPARE((*json)["NaN \"NaN"].get<std::string>(), std::string("Infinity \\"));
    QCOMPARE((*json)["y"].get<std::string>(), std::string("-Infinity"));
    QVERIFY(std::isnan((*json)["x"].get<double>()));
}

void TstJson::refusesWhatIsNotJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("cut") << QByteArray(R"({"a": [1, 2)")
                         << QByteArray("not JSON: it stops making sense at byte 12");
    QTest::newRow("word") << QByteArray("model") << QByteArray("not JSON");
    QTest::newRow("two") << QByteArray("{} {}") << QByteArray("not JSON");
    QTest::newRow("empty") << QByteArray() << QByteArray("not JSON");
    QTest::newRow("bad UTF-8") << QByteArray("[\"\xff\"]") << QByteArray("not JSON");
    QTest::newRow("key twice") << QByteArray(R"({"a": 1, "a": 2})") << QByteArray("key \"a\" twice");
}

void TstJson::refusesWhatIsNotJson()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, part);
    const auto json = parseJson(std::string_view(text.data(), size_t(text.size())), "file.json", {});
    QVERIFY(!json.ok());
    QCOMPARE(json.error().code, ErrorCode::File);
    const QByteArray english = QByteArray::fromStdString(json.error().english());
    QVERIFY2(english.startsWith("file.json: ") && english.contains(part), english.constData());
}

void TstJson::refusesDepthAndSize()
{
    const std::string deepest = std::string(maxJsonDepth, '[') + std::string(maxJsonDepth, ']');
    QVERIFY(parseJson(deepest, "f", {}).ok());
    const auto deeper = parseJson("[" + deepest + "]", "f", {});
    QVERIFY(!deeper.ok());
    QVERIFY(deeper.error().english().find("deeper than 256") != std::string::npos);
    QVERIFY(!parseJson(std::string(5'000'000, '['), "f", {}).ok());
    QVERIFY(!parseJson(std::string(maxJsonBytes + 1, ' '), "f", {}).ok());
}

void TstJson::stops()
{
    std::stop_source source;
    source.request_stop();
    const auto json = parseJson("{}", "f", source.get_token());
    QVERIFY(!json.ok());
    QCOMPARE(json.error().code, ErrorCode::Cancelled);
}

void TstJson::unwrapsTwiceEncoded()
{
    const auto once = innermostJson(R"({"a": 1})", "f", {});
    QVERIFY(once.ok());
    QCOMPARE(*once, std::string(R"({"a": 1})"));
    const auto twice = innermostJson(R"("{\"a\": \"x\"}")", "f", {});
    QVERIFY(twice.ok());
    QCOMPARE(*twice, std::string(R"({"a": "x"})"));
    QVERIFY(!innermostJson("\"cut", "f", {}).ok());
}

QTEST_GUILESS_MAIN(TstJson)
#include "tst_json.moc"
