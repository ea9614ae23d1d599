// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/model_fixture.h"

#include <QtTest>

using namespace kerascope;
using namespace kerascope::test;

class TestLowerShapes : public QObject {
    Q_OBJECT

private slots:
    void convolution_data();
    void convolution();
    void transposed_data();
    void transposed();
    void pooling_data();
    void pooling();
    void others_data();
    void others();
};

namespace {

void columns()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<qint64>("size");
    QTest::addColumn<QString>("wanted");
}

void row(const char* name, const char* config, qint64 size, const char* wanted)
{
    QTest::newRow(name) << config << size << wanted;
}

void fourColumns()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QString>("wanted");
}

void row(const char* name, const char* type, const char* config, const char* shape, const char* wanted)
{
    QTest::newRow(name) << type << config << shape << wanted;
}

} // namespace

// sizes as Keras 3 computes them
void TestLowerShapes::convolution_data()
{
    columns();
    row("valid", R"("kernel_size":3)", 13, "2x11x5");
    row("valid stride", R"("kernel_size":4,"strides":3)", 13, "2x4x5");
    row("valid whole", R"("kernel_size":13)", 13, "2x1x5");
    row("valid dilated", R"("kernel_size":3,"dilation_rate":4)", 13, "2x5x5");
    row("same", R"("kernel_size":3,"padding":"same")", 13, "2x13x5");
    row("same stride odd", R"("kernel_size":3,"padding":"same","strides":2)", 13, "2x7x5");
    row("same stride even", R"("kernel_size":3,"padding":"same","strides":2)", 12, "2x6x5");
    row("same short", R"("kernel_size":5,"padding":"same")", 1, "2x1x5");
    row("causal", R"("kernel_size":3,"padding":"causal","dilation_rate":2)", 9, "2x9x5");
    row("causal stride", R"("kernel_size":2,"padding":"causal","strides":2)", 9, "2x5x5");
    row("too long", R"("kernel_size":14)", 13, "blocked: a window of 14 does not fit into an axis of 13");
}

void TestLowerShapes::convolution()
{
    QFETCH(QString, config);
    QFETCH(qint64, size);
    QFETCH(QString, wanted);
    const auto json = nlohmann::json::parse("{" + config.toStdString() + "}");
    const int64_t kernel = json["kernel_size"];
    const std::string text = "{\"filters\":5," + config.toStdString() + "}";
    QCOMPARE(QString::fromStdString(outcome(
                 "Conv1D", text.c_str(), {{2, size, 3}}, {{"kernel", {kernel, 3, 5}}, {"bias", {5}}})),
        wanted);
}

// keras.layers.Conv1DTranspose(...).compute_output_shape
void TestLowerShapes::transposed_data()
{
    columns();
    row("valid", R"("kernel_size":3)", 5, "2x7x4");
    row("valid stride", R"("kernel_size":3,"strides":2)", 5, "2x11x4");
    row("valid gaps", R"("kernel_size":1,"strides":3)", 3, "2x9x4");
    row("valid extra", R"("kernel_size":3,"strides":2,"output_padding":1)", 3, "2x8x4");
    row("same stride", R"("kernel_size":3,"strides":2,"padding":"same")", 5, "2x10x4");
    row("same extra 0", R"("kernel_size":3,"strides":2,"padding":"same","output_padding":0)", 5, "2x9x4");
    row("same even extra", R"("kernel_size":4,"strides":3,"padding":"same","output_padding":2)", 3, "2x8x4");
    row("dilated", R"("kernel_size":3,"dilation_rate":2)", 5, "2x9x4");
    row("extra too large", R"("kernel_size":3,"strides":2,"output_padding":2)", 3,
        "blocked: an output padding of 2 with a stride of 2 is not possible");
}

void TestLowerShapes::transposed()
{
    QFETCH(QString, config);
    QFETCH(qint64, size);
    QFETCH(QString, wanted);
    const auto json = nlohmann::json::parse("{" + config.toStdString() + "}");
    const int64_t kernel = json["kernel_size"];
    const std::string text = "{\"filters\":4," + config.toStdString() + "}";
    QCOMPARE(QString::fromStdString(outcome("Conv1DTranspose", text.c_str(), {{2, size, 3}},
                 {{"kernel", {kernel, 4, 3}}, {"bias", {4}}})),
        wanted);
}

void TestLowerShapes::pooling_data()
{
    columns();
    row("valid", R"("pool_size":2)", 13, "2x6x3");
    row("stride", R"("pool_size":2,"strides":3)", 13, "2x4x3");
    row("same", R"("pool_size":3,"strides":2,"padding":"same")", 10, "2x5x3");
    row("same longer", R"("pool_size":5,"padding":"same")", 3, "2x1x3");
    row("causal", R"("pool_size":2,"padding":"causal")", 3, "blocked: the padding \"causal\" is not known");
}

void TestLowerShapes::pooling()
{
    QFETCH(QString, config);
    QFETCH(qint64, size);
    QFETCH(QString, wanted);
    const std::string text = "{" + config.toStdString() + "}";
    for (const char* type : {"MaxPooling1D", "AveragePooling1D"})
        QCOMPARE(QString::fromStdString(outcome(type, text.c_str(), {{2, size, 3}})), wanted);
}

void TestLowerShapes::others_data()
{
    fourColumns();
    row("flatten first", "Flatten", R"({"data_format":"channels_first"})", "2x3x5x2", "2x30");
    row("reshape", "Reshape", R"({"target_shape":[-1,2]})", "2x3x5x2", "2x15x2");
    row("permute", "Permute", R"({"dims":[3,1,2]})", "1x3x5x13", "1x13x3x5");
    row("repeat", "RepeatVector", R"({"n":5})", "3x13", "3x5x13");
    row("pad", "ZeroPadding2D", R"({"padding":[[0,1],[3,0]]})", "1x5x3x5", "1x6x6x5");
    row("pad first", "ZeroPadding2D", R"({"padding":[2,1],"data_format":"channels_first"})", "1x5x3x5",
        "1x5x7x7");
    row("crop", "Cropping1D", R"({"cropping":[0,3]})", "1x5x5", "1x2x5");
    row("crop all", "Cropping1D", R"({"cropping":3})", "1x5x5",
        "blocked: nothing is left of axis 1 of a tensor of shape 1x5x5");
    row("up", "UpSampling2D", R"({"size":[2,3]})", "1x5x1x13", "1x10x3x13");
    row("up bilinear", "UpSampling2D", R"({"size":2,"interpolation":"bilinear"})", "1x5x1x13", "1x10x2x13");
    row("global", "GlobalAveragePooling2D", R"({"keepdims":true,"data_format":"channels_first"})", "2x13x3x5",
        "2x13x1x1");
    row("softmax axes", "Softmax", R"({"axis":[1,3]})", "2x3x5x2", "2x3x5x2");
    row("volume", "MaxPooling3D", R"({"pool_size":2})", "1x4x5x6x2", "1x2x2x3x2");
}

void TestLowerShapes::others()
{
    QFETCH(QString, type);
    QFETCH(QString, config);
    QFETCH(QString, shape);
    QFETCH(QString, wanted);
    Shape input;
    for (const QString& size : shape.split('x'))
        input.dims.push_back(size.toLongLong());
    QCOMPARE(
        QString::fromStdString(outcome(type.toStdString(), config.toUtf8().constData(), {input})), wanted);
}

QTEST_GUILESS_MAIN(TestLowerShapes)
#include "tst_lower_shapes.moc"
