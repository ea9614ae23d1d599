// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engines.h"
#include "tests/engine_cases/golden_cases.h"

#include <QtTest>
#include <map>

using namespace kerascope;
using namespace kerascope::cases;

/// Every golden case through the whole chain (file, importer, lowering, passes, plan) on the reference
/// engine, against real Keras.
class TestGoldenLayers : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void noPasses_data() { rows(); }
    void noPasses();
    void allPasses_data() { rows(); }
    void allPasses();

private:
    void rows();
    void check(const PassOptions& passes, bool everyLayer);

    std::vector<GoldenCase> cases_;
    std::unique_ptr<Engine> engine_;
};

void TestGoldenLayers::initTestCase()
{
    cases_ = goldenCases(KERASCOPE_GOLDEN, KERASCOPE_RESOURCES);
    QVERIFY(cases_.size() > 300);
    engine_ = makeReferenceEngine();
}

void TestGoldenLayers::rows()
{
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < cases_.size(); ++i)
        QTest::newRow(cases_[i].name.c_str()) << int(i);
}

void TestGoldenLayers::check(const PassOptions& passes, bool everyLayer)
{
    QFETCH(int, index);
    const GoldenCase& golden = cases_[size_t(index)];
    const auto outcome = runGolden(*engine_, golden, passes, everyLayer);
    if (!outcome)
        QFAIL(outcome.error().english().c_str());
    // custom classes and Lambda never run; what does not depend on them does
    const bool inPart = golden.name.find("custom_layer") != std::string::npos
        || golden.name.find("lambda_layer") != std::string::npos;
    QCOMPARE(outcome->blocked > 0, inPart);
    if (!inPart)
        QVERIFY2(outcome->missing.empty(), outcome->missing.empty() ? "" : outcome->missing[0].c_str());
    QVERIFY(outcome->compared > 0 || (inPart && !everyLayer));
    const std::string worst = outcome->worstKey + ": " + std::to_string(outcome->worst);
    QVERIFY2(outcome->worst <= 1e-5, worst.c_str());
}

void TestGoldenLayers::noPasses() { check(PassOptions::none(), true); }

void TestGoldenLayers::allPasses() { check({}, false); }

QTEST_GUILESS_MAIN(TestGoldenLayers)
#include "tst_golden_layers.moc"
