// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model_fixture.h"

#include <QtTest>

using namespace kerascope;
using namespace kerascope::test;

/// What a damaged or hostile file may hold ends in a sentence.
class TestLowerRefused : public QObject {
    Q_OBJECT

private slots:
    void config_data();
    void config();
};

namespace {

void row(const char* name, const char* type, const char* config, const char* wanted)
{
    QTest::newRow(name) << type << config << wanted;
}

} // namespace

void TestLowerRefused::config_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("wanted");
    row("stride 0", "MaxPooling2D", R"({"strides":0})",
        "blocked: its option \"strides\" must be positive, not 0");
    row("negative window", "MaxPooling2D", R"({"pool_size":[2,-3]})",
        "blocked: its option \"pool_size\" must be positive, not -3");
    row("three numbers", "MaxPooling2D", R"({"pool_size":[2,2,2]})",
        "blocked: its option \"pool_size\" needs 2 numbers");
    row("huge up", "UpSampling2D", R"({"size":1048576})",
        "blocked: it would make a tensor of 1x8388608x8388608x6 elements, which is too large");
    row("huger up", "UpSampling2D", R"({"size":2147483647})",
        "blocked: it would make a tensor of 1x17179869176x17179869176x6 elements, which is too large");
    row("huge number", "UpSampling2D", R"({"size":1e300})",
        "blocked: its option \"size\" must be a whole number below 2^31");
    row("fraction", "UpSampling2D", R"({"size":1.5})",
        "blocked: its option \"size\" must be a whole number below 2^31");
    row("negative pad", "ZeroPadding2D", R"({"padding":-1})",
        "blocked: its option \"padding\" must hold sizes for 2 axes");
    row("pad list", "ZeroPadding2D", R"({"padding":[[1,2],[3]]})",
        "blocked: its option \"padding\" must hold sizes for 2 axes");
    row("groups", "Conv2D", R"({"filters":4,"kernel_size":1,"groups":4})",
        "blocked: 6 channels and 4 filters cannot be divided into 4 groups");
    row("no filters", "Conv2D", R"({"kernel_size":1})",
        "blocked: its option \"filters\" must be positive, not 0");
    row("no weight", "Conv2D", R"({"filters":4,"kernel_size":1})",
        "blocked: its weight \"kernel\" is missing in the file");
    row("reshape 0", "Reshape", R"({"target_shape":[0,5]})",
        "blocked: its option \"target_shape\" must be positive, not 0");
    row("reshape rest", "Reshape", R"({"target_shape":[-1,5]})",
        "blocked: a tensor of shape 1x8x8x6 cannot be reshaped to 1x76x5");
    row("permute", "Permute", R"({"dims":[1,1,2]})",
        "blocked: its option \"dims\" does not fit an input of shape 1x8x8x6");
    row("axis", "Softmax", R"({"axis":7})", "blocked: axis 7 does not exist in a tensor of 4 axes");
    row("rank", "Conv1D", R"({"filters":4,"kernel_size":1})",
        "blocked: an input of 4 axes is not possible (shape 1x8x8x6)");
    row("class", "Fourier", "{}", "blocked: layers of the class Fourier cannot be computed yet");
    row("activation", "Activation", R"({"activation":"wobble"})",
        "blocked: the activation \"wobble\" is not known");
    row("config is a list", "Softmax", "[1]", "1x8x8x6");
    row("bidirectional of nothing", "Bidirectional", R"({"layer":7})",
        "blocked: the layer inside it cannot be read");
    row("wrapper without a layer", "TimeDistributed",
        R"({"layer":{"class_name":"TimeDistributed","config":{}}})",
        "blocked: the layer inside it cannot be read");
}

void TestLowerRefused::config()
{
    QFETCH(QString, type);
    QFETCH(QString, config);
    QFETCH(QString, wanted);
    QCOMPARE(QString::fromStdString(outcome(type.toStdString(), config.toUtf8().constData(), {{1, 8, 8, 6}})),
        wanted);
}

QTEST_GUILESS_MAIN(TestLowerRefused)
#include "tst_lower_refused.moc"
