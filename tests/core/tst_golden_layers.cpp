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
    void noPasses_data() { rows(false); }
    void noPasses() { check(PassOptions::none(), false); }
    void allPasses_data() { rows(false); }
    void allPasses() { check({}, false); }
    void everyLayer_data() { rows(true); }
    void everyLayer() { check({}, true); }

private:
    void rows(bool graphsOnly);
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

void TestGoldenLayers::rows(bool graphsOnly)
{
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < cases_.size(); ++i) {
        const std::string& name = cases_[i].name;
        const bool graph = name.starts_with("graph/") || name.starts_with("keras2_graph/")
            || name.starts_with("keras3_format/") || name.starts_with("random/");
        // its truth is the twin with channels last, which has other tensors in the middle
        const bool outputsOnly = name.starts_with("graph/channels_first_net");
        if (!graphsOnly || (graph && !outputsOnly))
            QTest::newRow(name.c_str()) << int(i);
    }
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
    // an output made by a later call of a shared layer bears the key of the first call
    const bool hidden = everyLayer && golden.name.find("shared_") != std::string::npos;
    const std::vector<std::string> none, first{"layer:shared"};
    if (golden.name.starts_with("random/")) { // there too: what is missing must be the name of an output
        const auto arrays = readArrays(golden.arrays);
        QVERIFY(arrays.ok());
        for (const std::string& key : outcome->missing)
            QVERIFY2(arrays->contains("out:" + key.substr(key.find(':') + 1)), key.c_str());
    } else if (!inPart)
        QVERIFY2(outcome->missing == (hidden ? first : none),
            outcome->missing.empty() ? "nothing" : outcome->missing[0].c_str());
    QVERIFY(outcome->compared > 0);
    const std::string worst = outcome->worstKey + ": " + std::to_string(outcome->worst);
    QVERIFY2(outcome->worst <= limitOf(golden, 1e-5), worst.c_str());
}

QTEST_GUILESS_MAIN(TestGoldenLayers)
#include "tst_golden_layers.moc"
