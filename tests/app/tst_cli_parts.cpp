// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/models.h"
#include "tests/app/run_cli.h"

#include "core/file/npy.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace kerascope;
using namespace kerascope::test;

/// Layers that stand in for classes whose code is not in the file; parts written as models of their own.
class TestCliParts : public QObject {
    Q_OBJECT
private slots:
    void treatsUnknownClasses();
    void extracts();
};

void TestCliParts::treatsUnknownClasses()
{
    QTemporaryDir folder;
    const auto golden = readNpzAll(goldenPath("treat_as/lambdas.npz").toStdString());
    QVERIFY(golden);
    const QString want = folder.filePath("want.npz");
    for (const auto& [name, tensor] : *golden)
        if (name == "out:head")
            QVERIFY(writeNpz(want.toStdString(), {{"head", &tensor}}));
    const QStringList run{"run", goldenPath("treat_as/lambdas.keras"), "--engine", "cpu", "--input",
        goldenPath("treat_as/lambdas.npz") + ":in:x", "--expect", want, "--quiet"};
    Outcome done = cli(run);
    QCOMPARE(done.status, 4);
    QVERIFY2(done.err.contains("--treat-as Lambda:scale=LAYER"), done.err);
    const QStringList pool{"--treat-as", "Lambda:pool=GlobalAveragePooling2D"};
    done = cli(
        run + pool + QStringList{"--treat-as", "Lambda:scale=Rescaling {\"scale\": 0.00392156862745098}"});
    QVERIFY2(done.status == 0, done.err);
    done = cli(run + pool + QStringList{"--treat-as", "Lambda:scale=Identity"});
    QCOMPARE(done.status, 6);
    done = cli(run + pool + QStringList{"--treat-as", "Scale=Identity"});
    QCOMPARE(done.status, 2);
    QVERIFY2(done.err.contains("no layer of a foreign class Scale"), done.err);
    done = cli(run + QStringList{"--treat-as", "Lambda=Nothing"});
    QCOMPARE(done.status, 2);
    done = cli({"inspect", goldenPath("treat_as/lambdas.keras"), "--treat-as", "Lambda=Identity"});
    QVERIFY2(done.out.contains("note: the class Lambda:scale is treated as Identity"), done.out);
    // a stand-in that wants other weights is that layer's fault, not the file's
    done = cli({"inspect", goldenPath("treat_as/chain.keras"), "--treat-as", "Projection=Conv2D"});
    QVERIFY2(done.status == 0 && done.out.contains("cannot run"), done.out + done.err);
}

/// A part from the middle, fed with what the whole gave at the cut, gives what the whole gave.
void TestCliParts::extracts()
{
    QTemporaryDir folder;
    const QString all = folder.filePath("all.npz"), input = goldenPath("sample/digits.npz") + ":in:image";
    Outcome done = cli({"run", samplePath(), "--engine", "cpu", "--input", input, "--all-layers",
        "--no-passes", "--output", all});
    QVERIFY2(done.status == 0, done.err);
    const auto arrays = readNpzAll(all.toStdString());
    QVERIFY(arrays);
    const QString want = folder.filePath("want.npz");
    for (const auto& [name, tensor] : *arrays)
        if (name == "pool1")
            QVERIFY(writeNpz(want.toStdString(), {{"pool1", &tensor}}));
    const QString part = folder.filePath("deep/part.keras");
    done = cli({"extract", samplePath(), "--from", "conv2", "--to", "pool1", "-o", part});
    QVERIFY2(done.status == 0 && done.err.contains("inputs: relu1"), done.err);
    done = cli({"run", part, "--engine", "cpu", "--input", "relu1=" + all + ":relu1", "--expect", want,
        "--tolerance", "1e-6"});
    QVERIFY2(done.status == 0, done.err);
    const QString weights = folder.filePath("part.weights.h5");
    done = cli({"extract", samplePath(), "--from", "conv2", "--to", "pool1", "-o", weights});
    QVERIFY2(done.status == 0, done.err);
    done = cli({"inspect", weights, "--json"});
    QVERIFY2(done.status == 0 && done.out.contains("layers/conv2d/vars"), done.out + done.err);
}

QTEST_GUILESS_MAIN(TestCliParts)
#include "tst_cli_parts.moc"
