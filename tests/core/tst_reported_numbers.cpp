// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/compare.h"
#include "core/engine/engines.h"
#include "core/keras/open_model.h"
#include "core/plan/weight_store.h"
#include "tests/core/file_fixture.h"
#include "tests/engine_cases/primitive_cases.h"

#include <QtTest>
#include <cmath>

using namespace kerascope;
using namespace kerascope::cases;

/// What users of other programs reported: wrong numbers. One function a symptom; those that the golden files
/// show already, on every engine (tst_golden_layers, tst_golden_cpu, tst_gl_golden;
/// tests/golden/cases_reported.py):
///   softmax of large logits, infinite outputs     activation_layer/softmax_large, activation/extremes
///   channels_first Flatten                        flatten/channels_first
///   Theano's kernels                              tst_keras_twins kernelOrders, tst_keras_weights
///   keras1Theano sizes of transposed convolutions              conv2d_transpose/grid_odd, grid_even,
///   tst_corpus_engine deconvolution BatchNormalization without scale or center batch_normalization/no_scale,
///   no_center, neither, axis1_rank4 mask_zero before LSTM                         lstm/embedding_mask,
///   masking_sequential; keras2/mask_embedding_lstm GRU's reset_after, both hard_sigmoids gru/reset_before,
///   keras2/gru_reset_after; lstm/hard_sigmoid,
///                                                 keras2/lstm_hard_sigmoid_backwards
///   1x1 convolutions of 1 to 9, 24, 27 channels   conv2d/pointwise_1_to_27
///   15 → n → 1 for n from 1 to 9, four layers     dense/narrow
/// and elsewhere:
///   driver and renderer in every profile          tst_cli profileFiles
///   layer with the first NaN                      tst_charts, tensors_view of the inspector
///   raw outputs beside the best class             ui/inspector/output_page
class TstReportedNumbers : public QObject {
    Q_OBJECT
private slots:
    void softmaxOfManyPixels();
    void softmaxIsAProbability_data();
    void softmaxIsAProbability();
    void quantisedWithinHalfAStep_data();
    void quantisedWithinHalfAStep();

private:
    QTemporaryDir folder_;
};

namespace {

PrimitiveCase softmaxOf(const Shape& shape, std::vector<float> numbers)
{
    ProgramBuilder builder;
    const ValueId x = builder.input(shape);
    builder.output(builder.op(OpKind::Softmax, {x}, SoftmaxAttributes{}, shape));
    return {"softmax", builder.take(), {Tensor{shape, DType::Float32, std::move(numbers)}}};
}

void checkProbabilities(const Tensor& out)
{
    const auto width = size_t(out.shape[out.shape.rank() - 1]);
    for (size_t row = 0; row < out.data.size(); row += width) {
        double sum = 0;
        for (size_t i = row; i < row + width; ++i) {
            QVERIFY(out.data[i] >= 0 && out.data[i] <= 1);
            sum += double(out.data[i]);
        }
        QVERIFY2(std::abs(sum - 1) < 1e-5, qPrintable(QString::number(sum)));
    }
}

} // namespace

/// "Softmax sum = inf → NaN in float": 416 x 416 pixels of 80 classes
void TstReportedNumbers::softmaxOfManyPixels()
{
    const Shape shape{1, 416, 416, 80};
    Random random(1);
    const PrimitiveCase primitive = softmaxOf(shape, random.numbers(shape, -50, 50));
    const auto got = runCase(*makeCpuEngine(0), primitive);
    QVERIFY(got.ok());
    checkProbabilities(got->at(0));
}

void TstReportedNumbers::softmaxIsAProbability_data()
{
    QTest::addColumn<float>("size");
    for (const float size : {1.F, 80.F, 1e4F, 3e6F, 1e30F})
        QTest::addRow("%g", double(size)) << size;
}

void TstReportedNumbers::softmaxIsAProbability()
{
    QFETCH(float, size);
    const Shape shape{1, 9, 7, 2};
    Random random(2);
    const PrimitiveCase primitive = softmaxOf(shape, random.numbers(shape, -size, size));
    for (const auto& engine : {makeReferenceEngine(), makeCpuEngine(0)}) {
        const auto got = runCase(*engine, primitive);
        QVERIFY(got.ok());
        checkProbabilities(got->at(0));
    }
}

void TstReportedNumbers::quantisedWithinHalfAStep_data()
{
    QTest::addColumn<int>("levels");
    QTest::newRow("uint8") << 255;
    QTest::newRow("uint16") << 65535;
}

/// "uint8-quantised model predicts nonsense, uint16 fine": quantised as TensorFlow.js's converter does it.
void TstReportedNumbers::quantisedWithinHalfAStep()
{
    QFETCH(int, levels);
    Random random(3);
    const std::vector<float> numbers = random.numbers(Shape{40, 25}, -3, 5);
    const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
    const double scale = (double(*high) - double(*low)) / levels;
    const double minimum = std::round(double(*low) / scale) * scale; // zero stays zero
    QByteArray bytes;
    for (const float number : numbers) {
        const auto level =
            uint16_t(std::clamp(std::round((double(number) - minimum) / scale), 0.0, double(levels)));
        bytes.append(reinterpret_cast<const char*>(&level), levels == 255 ? 1 : 2);
    }
    test::write(folder_, "w.bin", bytes);
    const QByteArray json =
        R"({"modelTopology":{"class_name":"Sequential","config":{"layers":[{"class_name":"Dense",
        "config":{"name":"d","units":25,"use_bias":false,"batch_input_shape":[null,40]}}]}},"weightsManifest":[{"paths":
        ["w.bin"],"weights":[{"name":"d/kernel","shape":[40,25],"dtype":"float32","quantization":{"dtype":")"
        + QByteArray(levels == 255 ? "uint8" : "uint16") + R"(","scale":)"
        + QByteArray::number(scale, 'g', 17) + ",\"min\":" + QByteArray::number(minimum, 'g', 17) + "}}]}]}";
    const auto opened = openModel({test::write(folder_, "model.json", json).toStdString()}, {});
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().english().c_str());
    WeightStore store(opened->model, opened->file, opened->tensors);
    const auto kernel = store.weight({*opened->model->findLayer("d"), 0}, {});
    QVERIFY(kernel.ok());
    QCOMPARE((*kernel)->data.size(), numbers.size());
    for (size_t i = 0; i < numbers.size(); ++i)
        QVERIFY(
            std::abs(double((*kernel)->data[i]) - double(numbers[i])) <= scale * 1.001); // ends are nudged
}

QTEST_GUILESS_MAIN(TstReportedNumbers)
#include "tst_reported_numbers.moc"
