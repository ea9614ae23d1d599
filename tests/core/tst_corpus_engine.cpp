// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engines.h"
#include "core/file/npy.h"
#include "core/keras/open_model.h"
#include "tests/core/model_fixture.h"
#include "tests/engine_cases/golden_cases.h"
#include "tests/engine_cases/primitive_cases.h"

#include <QtTest>

using namespace kerascope;
using namespace kerascope::cases;
namespace fs = std::filesystem;

/// Real files of the corpus: what was stored with them must be met, and what issue 3 names must lower.
class TestCorpusEngine : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void storedOutputs_data();
    void storedOutputs();
    void deconvolution();
    void realFiles_data();
    void realFiles();

private:
    fs::path corpus_;
    std::vector<GoldenCase> cases_;
    std::unique_ptr<Engine> engine_;
};

namespace {

/// The first elements of every axis of a tensor of four axes.
Tensor corner(const Tensor& whole, const Shape& shape)
{
    Tensor out{shape, whole.dtype, {}};
    if (shape.rank() != 4 || whole.shape.rank() != 4)
        return whole;
    for (int64_t n = 0; n < shape[0]; ++n)
        for (int64_t y = 0; y < shape[1]; ++y)
            for (int64_t x = 0; x < shape[2]; ++x)
                for (int64_t c = 0; c < shape[3]; ++c) {
                    const Shape& w = whole.shape;
                    const size_t at = size_t(((n * w[1] + y) * w[2] + x) * w[3] + c);
                    if (y >= w[1] || x >= w[2] || c >= w[3] || at >= whole.data.size())
                        return whole;
                    out.data.push_back(whole.data[at]);
                }
    return out;
}

} // namespace

void TestCorpusEngine::initTestCase()
{
    corpus_ = qEnvironmentVariable("KERASCOPE_CORPUS").toStdString();
    if (corpus_.empty() || !fs::exists(corpus_))
        QSKIP("KERASCOPE_CORPUS does not name the folder of real model files");
    cases_ = storedCases(corpus_);
    QVERIFY2(cases_.size() >= 100, std::to_string(cases_.size()).c_str());
    engine_ = makeReferenceEngine();
}

void TestCorpusEngine::storedOutputs_data()
{
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < cases_.size(); ++i)
        QTest::newRow(cases_[i].name.c_str()) << int(i);
}

void TestCorpusEngine::storedOutputs()
{
    QFETCH(int, index);
    const bool withLayers = cases_[size_t(index)].arrays.extension() == ".h5";
    for (const bool everyLayer : {false, true}) {
        if (everyLayer && !withLayers)
            continue;
        const auto outcome = runGolden(*engine_, cases_[size_t(index)], {}, everyLayer);
        if (!outcome)
            QFAIL(outcome.error().english().c_str());
        QVERIFY(outcome->missing.empty() && outcome->blocked == 0 && outcome->compared > 0);
        const std::string worst = outcome->worstKey + ": " + std::to_string(outcome->worst);
        QVERIFY2(outcome->worst <= 1e-5, worst.c_str());
    }
}

// mb1_k2_sz8_s3_same_d1_nhwc_{in,W,b,out}.npy: Conv2DTranspose alone
void TestCorpusEngine::deconvolution()
{
    int compared = 0;
    for (const auto& entry : fs::directory_iterator(corpus_ / "dl4j-test-resources/keras/deconv")) {
        const QString name = QString::fromStdString(entry.path().filename().string());
        if (!name.endsWith("_in.npy"))
            continue;
        const QStringList parts = name.split('_'); // mb, k, sz, s, padding, d, layout
        const auto array = [&](const char* what) {
            const std::string file = name.left(name.size() - 6).toStdString() + what + ".npy";
            auto read = readNpy(entry.path().parent_path() / file);
            return read ? std::move(*read) : Tensor{};
        };
        const Tensor x = array("in"), kernel = array("W"), bias = array("b"), wanted = array("out");
        QVERIFY2(!wanted.data.empty(), name.toUtf8().constData());
        const QString config = QStringLiteral(
            R"({"filters":%1,"kernel_size":%2,"strides":%3,"padding":"%4","dilation_rate":%5,"data_format":"%6"})")
                                   .arg(bias.shape[0])
                                   .arg(parts[1].mid(1), parts[3].mid(1), parts[4], parts[5].mid(1),
                                       parts[6] == "nchw" ? "channels_first" : "channels_last");
        test::ModelFixture fixture;
        const TensorRef input = fixture.input("x", x.shape);
        fixture.output(fixture.add("layer", "Conv2DTranspose", config.toUtf8().constData(), {{input, {}}},
            {{"kernel", kernel.shape}, {"bias", bias.shape}}));
        auto lowered = lower(fixture.request(), {});
        QVERIFY2(lowered.ok() && lowered->blocked.empty(), name.toUtf8().constData());
        for (Constant& constant : lowered->program.constants)
            constant.source = std::make_shared<const std::vector<float>>(
                constant.shape.rank() == 1 ? bias.data : kernel.data);
        const auto got = runCase(*engine_, {name.toStdString(), lowered->program, {x}});
        if (!got)
            QFAIL(got.error().english().c_str());
        // stored by TensorFlow's operation: without the gap that Keras keeps after a kernel below the stride
        const bool gap = parts[4] == "valid" && parts[1].mid(1).toInt() < parts[3].mid(1).toInt();
        const Tensor& made = (*got)[0];
        QVERIFY2((made.shape == wanted.shape) != gap, name.toUtf8().constData());
        QVERIFY2(relativeError(corner(made, wanted.shape), wanted) <= 1e-5, name.toUtf8().constData());
        ++compared;
    }
    QVERIFY(compared > 10);
}

void TestCorpusEngine::realFiles_data()
{
    QTest::addColumn<QString>("file");
    const auto row = [](const char* file) { QTest::newRow(file) << file; };
    row("mlcommons-tiny/pretrainedResnet.h5");
    row("mlcommons-tiny/str_ww_ref_model.h5");
    row("mlcommons-tiny/vww_96.h5");
    row("oarriaga-face_classification/fer2013_mini_XCEPTION.102-0.66.hdf5");
    row("oarriaga-face_classification/gender_mini_XCEPTION.21-0.95.hdf5");
    row("faceai/simple_colorize.h5");
    row("keras2c/model.h5");
    row("teachable-machine-keras/keras_model.h5");
    row("fast-srgan/generator.h5");
}

void TestCorpusEngine::realFiles()
{
    QFETCH(QString, file);
    const auto opened = openModel({corpus_ / file.toStdString()}, {});
    if (!opened)
        QFAIL(opened.error().english().c_str());
    LowerRequest request;
    request.model = opened->model;
    const auto lowered = lower(request, {});
    if (!lowered)
        QFAIL(lowered.error().english().c_str());
    QVERIFY(lowered->blocked.empty());
    QVERIFY(!lowered->program.outputs.empty() && lowered->program.operations.size() > 3);
    const auto shapes = inferShapes(opened->model, {});
    QVERIFY(shapes.ok());
    QVERIFY(shapes->shapes.size() >= opened->model->calls.size() / 2);
}

QTEST_GUILESS_MAIN(TestCorpusEngine)
#include "tst_corpus_engine.moc"
