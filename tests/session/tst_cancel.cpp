// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/load_job.h"
#include "core/engine/engines.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <thread>

using namespace kerascope;

namespace {

Result<std::unique_ptr<Engine>> cpuEngine(const std::string&) { return makeCpuEngine(1); }

void put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("a file cannot be written");
}

QByteArray layer(const char* type, int number, const QByteArray& from, const QByteArray& options)
{
    const QByteArray name = "d" + QByteArray::number(number);
    return R"({"class_name":")" + QByteArray(type) + R"(","name":")" + name + R"(","config":{"name":")" + name
        + R"(","trainable":true,"dtype":"float32",)" + options + R"(},"inbound_nodes":[[[")" + from
        + R"(",0,0,{}]]]})";
}

QByteArray functional(const QByteArray& layers, const QByteArray& last)
{
    return R"({"class_name":"Functional","keras_version":"2.9.0","config":{"name":"m","layers":[{"class_name":
        "InputLayer","name":"i","config":{"name":"i","dtype":"float32","batch_input_shape":[null,4]},
        "inbound_nodes":[]})"
        + layers + R"(],"input_layers":[["i",0,0]],"output_layers":[[")" + last + R"(",0,0]]}})";
}

/// `count` Dense layers one after the other, or all of them on the input.
QByteArray denseLayers(int count, bool chain)
{
    QByteArray layers;
    for (int i = 0; i < count; ++i)
        layers +=
            "," + layer("Dense", i, chain && i > 0 ? "d" + QByteArray::number(i - 1) : "i", R"("units":4)");
    return functional(layers, "d" + QByteArray::number(count - 1));
}

/// Runs `work` and stops it after `afterMs`: how long it went on after the stop, ms.
template <class Work> qint64 goesOn(int afterMs, ErrorCode& code, Work work)
{
    std::stop_source source;
    QElapsedTimer sinceStop;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(afterMs));
        sinceStop.start();
        source.request_stop();
    });
    code = work(source.get_token());
    QElapsedTimer sinceEnd;
    sinceEnd.start();
    stopper.join();
    return sinceStop.elapsed() - sinceEnd.elapsed();
}

} // namespace

/// A cancel ends every kind of long opening after a bounded piece of work. The limit leaves room for slow
/// machines and sanitizers; the figure that counts is printed.
class TestCancel : public QObject {
    Q_OBJECT
private slots:
    void opening_data();
    void opening();
    void weights();

private:
    static constexpr qint64 patienceMs = 3000;
    QTemporaryDir folder_;
};

void TestCancel::opening_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("chain") << denseLayers(30'000, true);
    QTest::newRow("wide") << denseLayers(30'000, false);
    const QByteArray many = R"({"class_name":"Functional","config":{"layers":[)";
    QTest::newRow("numbers") << many + QByteArray("1,").repeated(12'000'000) + "1]}}"; // 24 MB
    QTest::newRow("depth") << many + QByteArray("[[[]]],").repeated(3'000'000) + "1]}}";
    QTest::newRow("one text") << many + '"' + QByteArray(60'000'000, 'x') + "\"]}}";
    QTest::newRow("larger than is read") << many + '"' + QByteArray(100'000'000, 'x') + "\"]}}";
}

void TestCancel::opening()
{
    QFETCH(QByteArray, bytes);
    const QString path = folder_.filePath("model.json");
    put(path, bytes);
    const auto open = [&](const std::stop_token& stop) {
        const auto loaded = loadModel({path.toStdString()}, stop, {});
        return loaded ? ErrorCode::Internal : loaded.error().code; // Internal: opened
    };
    qint64 worst = 0;
    int cancelled = 0;
    for (const int afterMs : {0, 5, 20, 50, 100, 200, 300, 450, 600, 900, 1300}) {
        ErrorCode code = ErrorCode::Internal;
        const qint64 more = goesOn(afterMs, code, open);
        if (code != ErrorCode::Cancelled)
            continue; // it was done before, or refused
        ++cancelled;
        worst = std::max(worst, more);
        QVERIFY2(more < patienceMs, qPrintable(QStringLiteral("%1 ms").arg(more)));
    }
    qInfo("%d cancelled, at most %lld ms later", cancelled, worst);
    QVERIFY(cancelled > 0 || bytes.size() > 64 << 20);
}

/// Weights of 64 MB on their way into the engine.
void TestCancel::weights()
{
    constexpr int width = 2048, count = 4;
    const QByteArray size = QByteArray::number(width);
    QByteArray layers, entries;
    for (int i = 0; i < count; ++i) {
        layers += ","
            + layer("Dense", i, i > 0 ? "d" + QByteArray::number(i - 1) : "i",
                R"("use_bias":false,"units":)" + size);
        entries += QByteArray(i > 0 ? "," : "") + R"({"name":"d)" + QByteArray::number(i)
            + R"(/kernel","dtype":"float32","shape":[)" + size + "," + size + "]}";
    }
    QByteArray json = functional(layers, "d" + QByteArray::number(count - 1));
    json.replace("[null,4]", "[null," + size + "]");
    put(folder_.filePath("large.json"),
        R"({"modelTopology":)" + json + R"(,"weightsManifest":[{"paths":["large.bin"],"weights":[)" + entries
            + "]}]}");
    QFile shard(folder_.filePath("large.bin"));
    QVERIFY(shard.open(QIODevice::WriteOnly) && shard.resize(qint64(count) * width * width * 4));
    const auto loaded = loadModel({folder_.filePath("large.json").toStdString()}, {}, {});
    QVERIFY2(loaded.ok(), loaded ? "" : loaded.error().english().c_str());
    Ledger ledger;
    EngineThread engines(cpuEngine, ledger, [](EngineEvent) {});
    PrepareRequest request;
    request.engineId = "cpu";
    request.ticked = loaded->summary->runnable;
    const auto prepare = [&](const std::stop_token& stop) {
        const auto candidate = prepareCandidate(*loaded, request, engines, ledger, {}, stop);
        return candidate ? ErrorCode::Internal : candidate.error().code;
    };
    qint64 worst = 0;
    int cancelled = 0;
    for (const int afterMs : {0, 5, 10, 20, 40, 60, 90, 120}) {
        ErrorCode code = ErrorCode::Internal;
        const qint64 more = goesOn(afterMs, code, prepare);
        QVERIFY(ledger.rows().empty()); // nothing of it stays
        if (code != ErrorCode::Cancelled)
            continue;
        ++cancelled;
        worst = std::max(worst, more);
        QVERIFY2(more < patienceMs, qPrintable(QStringLiteral("%1 ms").arg(more)));
    }
    qInfo("%d cancelled, at most %lld ms later", cancelled, worst);
    QVERIFY(cancelled > 0);
}

QTEST_GUILESS_MAIN(TestCancel)
#include "tst_cancel.moc"
