// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engines.h"
#include "core/keras/open_model.h"
#include "core/op/lower.h"
#include "tests/engine_cases/golden_cases.h"
#include "tests/engine_cases/primitive_cases.h"

#include <QtTest>

using namespace kerascope;
using namespace kerascope::cases;
namespace fs = std::filesystem;

/// The whole chain on the CPU engine: every golden case against real Keras, and real files of the corpus
/// against the reference engine.
class TestGoldenCpu : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { engine_ = makeCpuEngine(0); }

    void goldenCases_data()
    {
        cases_ = cases::goldenCases(KERASCOPE_GOLDEN, KERASCOPE_RESOURCES);
        QVERIFY(cases_.size() > 300);
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < cases_.size(); ++i)
            QTest::newRow(cases_[i].name.c_str()) << int(i);
    }
    void goldenCases() { check(); }
    void storedOutputs_data()
    {
        QTest::addColumn<int>("index");
        const fs::path corpus = qEnvironmentVariable("KERASCOPE_CORPUS").toStdString();
        cases_ = corpus.empty() ? std::vector<GoldenCase>() : storedCases(corpus);
        for (size_t i = 0; i < cases_.size(); ++i)
            QTest::newRow(cases_[i].name.c_str()) << int(i);
    }
    void storedOutputs()
    {
        if (cases_.empty())
            QSKIP("KERASCOPE_CORPUS does not name the folder of real model files");
        check();
    }

    void realFiles_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* file : {"mlcommons-tiny/pretrainedResnet.h5", "mlcommons-tiny/str_ww_ref_model.h5",
                 "mlcommons-tiny/vww_96.h5",
                 "oarriaga-face_classification/fer2013_mini_XCEPTION.102-0.66.hdf5",
                 "oarriaga-face_classification/gender_mini_XCEPTION.21-0.95.hdf5",
                 "faceai/simple_colorize.h5", "keras2c/model.h5", "teachable-machine-keras/keras_model.h5",
                 "nsfwjs/mobilenet_v2/model.json", "npm/upscalerjs-default-model-1.0.0/model.json",
                 "tfjs/load_predict_layers/model.json", "tfjs/rn_bundle_model/bundle_model_test.json",
                 "tfjs-examples/abalone-node/model.json"})
            QTest::newRow(file) << file;
    }
    void realFiles()
    {
        QFETCH(QString, file);
        const fs::path corpus = qEnvironmentVariable("KERASCOPE_CORPUS").toStdString();
        if (corpus.empty() || !fs::exists(corpus))
            QSKIP("KERASCOPE_CORPUS does not name the folder of real model files");
        const auto opened = openModel({corpus / file.toStdString()}, {});
        if (!opened)
            QFAIL(opened.error().english().c_str());
        LowerRequest request;
        request.model = opened->model;
        auto lowered = lower(request, {});
        if (!lowered)
            QFAIL(lowered.error().english().c_str());
        Random random(1);
        PrimitiveCase whole{file.toStdString(), lowered->program, {}};
        whole.inputs = randomInputs(whole.program, random, 0, 1);
        const auto store = [&] {
            return std::make_shared<WeightStore>(opened->model, opened->file, opened->tensors);
        };
        const auto reference = makeReferenceEngine();
        const auto want = runCase(*reference, whole, nullptr, PassOptions::none(), 1, store());
        Ledger ledger;
        const auto got = runCase(*engine_, whole, &ledger, PassOptions{}, 2, store());
        QVERIFY(want.ok() && got.ok());
        QCOMPARE(ledger.total(), uint64_t(0));
        for (size_t i = 0; i < want->size(); ++i) {
            const double error = relativeError((*got)[i], (*want)[i]);
            QVERIFY2(error < 1e-4, QString::number(error).toUtf8());
        }
    }

private:
    void check()
    {
        QFETCH(int, index);
        for (const bool passes : {true, false}) {
            const auto outcome = runGolden(
                *engine_, cases_[size_t(index)], passes ? PassOptions{} : PassOptions::none(), false);
            if (!outcome)
                QFAIL(outcome.error().english().c_str());
            QVERIFY(outcome->compared > 0);
            const std::string worst = outcome->worstKey + ": " + std::to_string(outcome->worst);
            QVERIFY2(outcome->worst <= limitOf(cases_[size_t(index)], 1e-4), worst.c_str());
        }
    }

    std::vector<GoldenCase> cases_;
    std::unique_ptr<Engine> engine_;
};

QTEST_GUILESS_MAIN(TestGoldenCpu)
#include "tst_golden_cpu.moc"
