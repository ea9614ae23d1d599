// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/gl_engine.h"
#include "tests/engine_cases/golden_cases.h"

#include <QOffscreenSurface>
#include <QTest>

using namespace kerascope;
using namespace kerascope::cases;

/// Models with outputs of real Keras through the whole chain on OpenGL.
class TestGlGolden : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void golden();
    void storedOutputs();
    void cleanupTestCase() { engine_.reset(); }

private:
    void check(const std::vector<GoldenCase>& cases);
    QOffscreenSurface surface_;
    std::unique_ptr<Engine> engine_;
};

void TestGlGolden::initTestCase()
{
    surface_.create();
    Result<std::unique_ptr<Engine>> engine = makeGlEngine(surface_, {});
    QVERIFY2(engine.ok(), engine.ok() ? "" : engine.error().english().c_str());
    engine_ = std::move(*engine);
}

void TestGlGolden::check(const std::vector<GoldenCase>& cases)
{
    QStringList faults;
    size_t compared = 0;
    for (const GoldenCase& test : cases) {
        const Result<GoldenOutcome> outcome = runGolden(*engine_, test, {}, false);
        const QString name = QString::fromStdString(test.name);
        if (!outcome) {
            faults << name + ": " + QString::fromStdString(outcome.error().english());
            continue;
        }
        compared += outcome->compared;
        if (!(outcome->worst <= limitOf(test, 1e-4)))
            faults << name
                    + QString(": %1 off by %2")
                          .arg(QString::fromStdString(outcome->worstKey))
                          .arg(outcome->worst);
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join("\n")));
    QVERIFY(compared >= cases.size());
}

void TestGlGolden::golden()
{
    std::vector<GoldenCase> cases = goldenCases(KERASCOPE_GOLDEN, KERASCOPE_RESOURCES);
    QVERIFY(cases.size() > 300);
    // each random model takes new programs, so every tenth has to do here; the other engines run them all
    std::erase_if(cases, [](const GoldenCase& one) {
        return one.name.starts_with("random/") && one.name.find("0.keras") == std::string::npos;
    });
    check(cases);
}

void TestGlGolden::storedOutputs()
{
    const std::string corpus = qEnvironmentVariable("KERASCOPE_CORPUS").toStdString();
    if (corpus.empty())
        QSKIP("KERASCOPE_CORPUS does not name the folder of real model files");
    const std::vector<GoldenCase> cases = storedCases(corpus);
    QVERIFY(cases.size() >= 100);
    check(cases);
}

QTEST_MAIN(TestGlGolden)
#include "tst_gl_golden.moc"
