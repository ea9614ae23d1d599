// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/models.h"
#include "tests/app/run_cli.h"

#include "core/file/npy.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace kerascope;
using namespace kerascope::test;

namespace {

QJsonObject readJson(const QString& file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(in.readAll()).object() : QJsonObject();
}

QList<QByteArray> readLines(const QString& file)
{
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly))
        return {};
    QList<QByteArray> lines = in.readAll().split('\n');
    lines.removeLast();
    return lines;
}

} // namespace

/// The contract of the command line, against the real program.
class TestCli : public QObject {
    Q_OBJECT
private slots:
    void inspectJson();
    void runGivesWhatKerasGave();
    void runAllLayers();
    void expectFails();
    void profileFiles();
    void profileLimits();
    void inspectsWeightsAlone();
    void verifies();
    void swaps();
    void devices();
    void makesFolders();
    void arraysKeepTheirType();
    void parts();
    void errors_data();
    void errors();
    void compares();
    void helpAndVersion();
};

void TestCli::inspectJson()
{
    const Outcome done = cli({"inspect", samplePath(), "--json"});
    QCOMPARE(done.status, 0);
    const QJsonObject json = QJsonDocument::fromJson(done.out).object();
    QCOMPARE(json["totals"]["params"].toInt(), 20970);
    QCOMPARE(json["inputs"][0]["name"].toString(), "image");
    QVERIFY(json["inputs"][0]["shape"][0].isNull());
    qint64 params = 0;
    qint64 bytes = 0;
    for (const QJsonValue layer : json["layers"].toArray())
        if (layer["depth"].toInt() == 0) {
            params += layer["params"].toInteger();
            bytes += layer["file_bytes"].toInteger();
        }
    QCOMPARE(params, json["totals"]["params"].toInteger());
    QCOMPARE(bytes, json["totals"]["file_bytes"].toInteger());
}

void TestCli::runGivesWhatKerasGave()
{
    QTemporaryDir folder;
    const auto golden = readNpzAll(goldenPath("sample/digits.npz").toStdString());
    QVERIFY(golden);
    Tensor want;
    for (const auto& [name, tensor] : *golden)
        if (name == "out:digit")
            want = tensor;
    const QString expected = folder.filePath("want.npz");
    QVERIFY(writeNpz(expected.toStdString(), {{"digit", &want}}));
    for (const char* engine : {"reference", "cpu", "gl"}) {
        const Outcome done = cli({"run", samplePath(), "--engine", QString::fromLatin1(engine), "--input",
            goldenPath("sample/digits.npz") + ":in:image", "--expect", expected, "--quiet"});
        QVERIFY2(done.status == 0, done.err);
    }
}

void TestCli::runAllLayers()
{
    QTemporaryDir folder;
    const QString out = folder.filePath("all.npz");
    QCOMPARE(cli({"run", samplePath(), "--engine", "cpu", "--all-layers", "--output", out}).status, 0);
    const auto arrays = readNpzAll(out.toStdString());
    QVERIFY(arrays);
    const QJsonObject json = QJsonDocument::fromJson(cli({"inspect", samplePath(), "--json"}).out).object();
    QCOMPARE(qsizetype(arrays->size()), json["layers"].toArray().size());
}

void TestCli::expectFails()
{
    QTemporaryDir folder;
    Tensor wrong{Shape{1, 10}, DType::Float32, std::vector<float>(10, 0.3F)};
    const QString expected = folder.filePath("want.npz");
    QVERIFY(writeNpz(expected.toStdString(), {{"digit", &wrong}}));
    const Outcome done = cli({"run", samplePath(), "--engine", "cpu", "--expect", expected, "--quiet"});
    QCOMPARE(done.status, 6);
    QVERIFY(done.err.startsWith("kerascope-cli: error: digit: "));
}

void TestCli::profileFiles()
{
    QTemporaryDir folder;
    const Outcome done = cli({"profile", samplePath(), "--engine", "cpu", "--runs", "12", "--warmup", "2",
        "--csv", folder.filePath("csv"), "--trace", folder.filePath("trace.json"), "--json",
        folder.filePath("p.json"), "--quiet"});
    QVERIFY2(done.status == 0, done.err);
    const auto totals = readLines(folder.filePath("csv/totals.csv"));
    QCOMPARE(totals.size(), 1 + 12 + 2);
    QVERIFY(totals[0].startsWith("run,timestamp_us,warmup,total_ms,"));
    const auto layers = readLines(folder.filePath("csv/layers.csv"));
    QVERIFY(layers.size() > 5);
    for (const QByteArray& line : layers)
        QVERIFY(line.endsWith('\r'));
    const QJsonObject json = readJson(folder.filePath("p.json"));
    QCOMPARE(json["schema"].toInt(), 1);
    QVERIFY(!json["device"].toString().isEmpty() && !json["driver"].toString().isEmpty());
    QCOMPARE(json["bytes_read"].toInt(), 20970 * 4);
    QVERIFY(json["run_ms"]["median"].toDouble() > 0);
    QVERIFY(json["first_run_ms"].toDouble() > 0);
    QVERIFY(json["load_ms"].toDouble() > 0);
    // from the start of this process, not of the machine or of anything else
    QVERIFY(json["cold_start_ms"].toDouble() >= json["first_run_ms"].toDouble());
    QVERIFY(json["cold_start_ms"].toDouble() < 120e3);
    const double start = totals[1].split(',')[1].toDouble();
    QVERIFY(start >= 0 && start < 120e6);
    const QJsonObject memory = json["memory"].toObject();
    QVERIFY(memory["without_reuse_bytes"].toInteger() >= memory["predicted_peak_bytes"].toInteger());
    QCOMPARE(json["layers"].toArray().size(), layers.size() - 1);
    QVERIFY(readJson(folder.filePath("trace.json"))["traceEvents"].toArray().size() > 14);
}

void TestCli::profileLimits()
{
    QTemporaryDir folder;
    const QStringList base{"profile", samplePath(), "--engine", "cpu", "--runs", "5", "--quiet"};
    QCOMPARE(cli(base + QStringList{"--max-p95", "0.0000001"}).status, 6);
    QCOMPARE(cli(base + QStringList{"--max-peak", "1"}).status, 6);
    QCOMPARE(cli(base + QStringList{"--memory-limit", "1000"}).status, 5);
    QFile old(folder.filePath("old.json"));
    QVERIFY(old.open(QIODevice::WriteOnly));
    old.write(R"({"run_ms":{"median":1e-9}})");
    old.close();
    QCOMPARE(cli(base + QStringList{"--baseline", old.fileName(), "--worse", "10"}).status, 6);
    const Outcome missing =
        cli(base + QStringList{"--baseline", folder.filePath("none.json"), "--worse", "10"});
    QCOMPARE(missing.status, 3);
    QVERIFY2(missing.err.contains("none.json: there is no such file"), missing.err.constData());
    QVERIFY(old.open(QIODevice::WriteOnly));
    old.write("words");
    old.close();
    QVERIFY(cli(base + QStringList{"--baseline", old.fileName(), "--worse", "10"})
                .err.contains("this is not a profile"));
}

/// Weights without an architecture: every tensor with its statistics; with one, what was loaded.
void TestCli::inspectsWeightsAlone()
{
    QTemporaryDir folder;
    const QString golden = QStringLiteral(KERASCOPE_GOLDEN "/keras3_format/frozen_nested");
    const QString alone = folder.filePath("trained.weights.h5");
    QVERIFY(QFile::copy(golden + ".weights.h5", alone));
    const Outcome json = cli({"inspect", alone, "--json"});
    QCOMPARE(json.status, 0);
    const QJsonArray tensors = QJsonDocument::fromJson(json.out).object()["tensors"].toArray();
    QCOMPARE(tensors.size(), 16);
    qint64 elements = 0;
    for (const QJsonValue& value : tensors) {
        const QJsonObject tensor = value.toObject();
        qint64 counted = 0;
        for (const QJsonValue& bin : tensor["histogram"].toArray())
            counted += bin.toInteger();
        QCOMPARE(counted * 4, tensor["file_bytes"].toInteger());
        QVERIFY(tensor["min"].toDouble() <= tensor["mean"].toDouble());
        QVERIFY(tensor["mean"].toDouble() <= tensor["max"].toDouble());
        elements += counted;
    }
    QCOMPARE(elements, 130);
    const Outcome text = cli({"inspect", alone});
    QVERIFY2(text.out.contains("float32") && text.out.contains("no architecture"), text.out.constData());
    const Outcome run = cli({"run", alone, "--output", folder.filePath("o.npz"), "--quiet"});
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.contains("--weights"), run.err.constData());
    const Outcome pair = cli({"inspect", golden + ".json", "--weights", alone});
    QVERIFY2(pair.out.contains(" layers loaded, of 0 skipped"), pair.out.constData());
}

void TestCli::verifies()
{
    QTemporaryDir folder;
    const Outcome done =
        cli({"verify", samplePath(), "--engine", "cpu", "--json", folder.filePath("v.json"), "--quiet"});
    QVERIFY2(done.status == 0, done.err);
    const QJsonObject json = readJson(folder.filePath("v.json"));
    QVERIFY(json["layers"].toArray().size() > 5);
    for (const QJsonValue layer : json["layers"].toArray())
        QVERIFY(layer["ok"].toBool());
}

void TestCli::swaps()
{
    QTemporaryDir folder;
    const Outcome done = cli({"swap-test", samplePath(), samplePath(), "--engine", "cpu", "--swaps", "6",
        "--json", folder.filePath("s.json"), "--quiet"});
    QVERIFY2(done.status == 0, done.err);
    const QJsonObject json = readJson(folder.filePath("s.json"));
    QCOMPARE(json["swaps"].toInt(), 6);
    QCOMPARE(json["lost_runs"].toInt(), 0);
    QCOMPARE(json["wrong_outputs"].toInt(), 0);
    QCOMPARE(json["leaked_bytes"].toInt(), 0);
    QCOMPARE(json["bytes_after_first_cycle"].toInt(), json["bytes_after_last_cycle"].toInt());
}

void TestCli::devices()
{
    const Outcome done = cli({"devices", "--json"});
    QVERIFY2(done.status == 0, done.err);
    const QJsonArray engines = QJsonDocument::fromJson(done.out).object()["engines"].toArray();
    QCOMPARE(engines.size(), 3);
    for (const QJsonValue engine : engines) {
        if (!engine["available"].toBool())
            continue;
        QVERIFY(engine["ceilings"]["gflops_per_s"].toDouble() > 0);
        QVERIFY(engine["ceilings"]["gbytes_per_s"].toDouble() > 0);
    }
}

void TestCli::makesFolders()
{
    QTemporaryDir folder;
    const QString output = folder.filePath("a/b/out.npz");
    QCOMPARE(cli({"run", samplePath(), "--engine", "cpu", "--output", output, "--quiet"}).status, 0);
    QVERIFY(QFile::exists(output));
    const QString trace = folder.filePath("c/d/trace.json");
    QCOMPARE(
        cli({"profile", samplePath(), "--engine", "cpu", "--runs", "1", "--trace", trace, "--quiet"}).status,
        0);
    QVERIFY(QFile::exists(trace));
}

void TestCli::arraysKeepTheirType()
{
    for (const DType type : {DType::Bool, DType::Int8, DType::UInt8, DType::Int16, DType::UInt16,
             DType::Int32, DType::UInt32, DType::Int64, DType::UInt64, DType::Float32, DType::Float64}) {
        const std::vector<float> numbers{0, 1, type == DType::Bool ? 1.0F : 100.0F};
        const auto read = parseNpy(npyBytes({Shape{3}, type, numbers}), "array");
        QVERIFY(read);
        QCOMPARE(read->dtype, type);
        QCOMPARE(read->data, numbers);
    }
    // what a type cannot hold goes to its nearest end
    const auto clamped = parseNpy(npyBytes({Shape{3}, DType::UInt8, {-5, 300, NAN}}), "array");
    QVERIFY(clamped);
    QCOMPARE(clamped->data, (std::vector<float>{0, 255, 0}));
}

void TestCli::parts()
{
    QTemporaryDir folder;
    const QString all = folder.filePath("all.npz");
    const QString part = folder.filePath("part.npz");
    QCOMPARE(
        cli({"run", samplePath(), "--engine", "reference", "--no-passes", "--all-layers", "--output", all})
            .status,
        0);
    const auto arrays = readNpzAll(all.toStdString());
    QVERIFY(arrays);
    const QJsonArray layers =
        QJsonDocument::fromJson(cli({"inspect", samplePath(), "--json"}).out).object()["layers"].toArray();
    const QString last = layers.last()["name"].toString();
    const QString cut = layers.last()["inbound"][0].toString();
    const Outcome done = cli({"run", samplePath(), "--engine", "reference", "--no-passes", "--layers", last,
        "--input", cut + "=" + all + ":" + cut, "--output", part, "--expect", all, "--tolerance", "0"});
    // --expect holds all layers, the part gives one: the missing ones are named
    QCOMPARE(done.status, 6);
    const auto one = readNpzAll(part.toStdString());
    QVERIFY(one);
    QCOMPARE(one->size(), size_t(1));
    QCOMPARE(QString::fromStdString(one->front().first), last);
    for (const auto& [name, tensor] : *arrays)
        if (name == one->front().first)
            QVERIFY(tensor.data == one->front().second.data);
    const Outcome wrong = cli({"run", samplePath(), "--layers", last + "x", "--output", part, "--quiet"});
    QCOMPARE(wrong.status, 2);
    QVERIFY(wrong.err.contains(last.toUtf8()));
}

void TestCli::errors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    const QString out = QDir::tempPath() + "/kerascope-test-out.npz";
    QTest::newRow("unknown command") << QStringList{"fly"} << 2;
    QTest::newRow("unknown option") << QStringList{"inspect", samplePath(), "--wings"} << 2;
    QTest::newRow("no model") << QStringList{"inspect"} << 2;
    QTest::newRow("number") << QStringList{"profile", samplePath(), "--runs", "many"} << 2;
    QTest::newRow("engine") << QStringList{"run", samplePath(), "--engine", "abacus", "--output", out} << 2;
    QTest::newRow("more than the memory of any machine")
        << QStringList{"run", samplePath(), "--engine", "cpu", "--batch", "10000000", "--output", "o.npz"}
        << 5;
    QTest::newRow("missing file") << QStringList{"inspect", "/nonexistent.h5"} << 3;
    static const QTemporaryDir emptyFolder;
    QTest::newRow("folder without model") << QStringList{"inspect", emptyFolder.path()} << 3;
    QTest::newRow("not a model") << QStringList{"inspect", samplePath().replace("digits.keras", "labels.txt")}
                                 << 3;
    QTest::newRow("input name") << QStringList{"run", samplePath(), "--input", "wings=zeros", "--output", out}
                                << 2;
    QTest::newRow("input file") << QStringList{"run", samplePath(), "--input", "/nonexistent.npy", "--output",
        out} << 3;
    QTest::newRow("extract format") << QStringList{"extract", samplePath(), "--layers", "digit", "-o",
        "o.txt"} << 2;
    QTest::newRow("extract beyond the format")
        << QStringList{"extract", samplePath(), "--layers", "rescale", "-o", "o.bin"} << 4;
    QTest::newRow("compare") << QStringList{"compare", samplePath(), "/nonexistent.h5"} << 3;
    QTest::newRow("lambda") << QStringList{"run", graphPath("lambda_layer.keras"), "--engine", "cpu",
        "--output", out} << 4;
}

void TestCli::errors()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    const Outcome done = cli(arguments);
    QCOMPARE(done.status, status);
    const QList<QByteArray> lines = done.err.trimmed().split('\n');
    QVERIFY2(lines.last().startsWith("kerascope-cli: error: "), done.err);
    QVERIFY2(lines.last().count(": ") >= 2, done.err);
    QVERIFY2(lines.last().contains("; "), done.err); // what to do is always said
}

void TestCli::compares()
{
    const Outcome same =
        cli({"compare", samplePath(), samplePath(), "--engine", "cpu", "--runs", "3", "--json"});
    QCOMPARE(same.status, 0);
    QJsonObject json = QJsonDocument::fromJson(same.out).object();
    QVERIFY(json["different_layers"].toArray().isEmpty());
    QCOMPARE(json["outputs"][0]["max_error"].toDouble(-1), 0.0);
    QCOMPARE(json["models"][1]["params"].toInt(), 20970);
    QVERIFY(json["models"][0]["run_ms"]["median"].toDouble() > 0);
    // Another net: nothing pairs by accident, and what cannot be compared is null.
    const Outcome other = cli({"compare", graphPath("residual_blocks.keras"),
        graphPath("shared_layers.keras"), "--engine", "cpu", "--runs", "2", "--json"});
    QCOMPARE(other.status, 0);
    json = QJsonDocument::fromJson(other.out).object();
    QVERIFY(!json["different_layers"].toArray().isEmpty());
    // One layer that cannot run: the rest is still compared.
    const Outcome lambda = cli({"compare", graphPath("lambda_layer.keras"), samplePath(), "--engine", "cpu"});
    QCOMPARE(lambda.status, 0);
    QVERIFY2(lambda.out.contains("lambda_layer.keras was not run: "), lambda.out);
}

void TestCli::helpAndVersion()
{
    QCOMPARE(cli({"--help"}).status, 0);
    QVERIFY(cli({"--version"}).out.startsWith("kerascope-cli "));
    for (const char* command :
        {"inspect", "run", "profile", "verify", "swap-test", "devices", "extract", "compare"}) {
        const Outcome done = cli({QString::fromLatin1(command), "--help"});
        QCOMPARE(done.status, 0);
        QVERIFY(done.out.startsWith(QByteArray("kerascope-cli ") + command));
    }
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
