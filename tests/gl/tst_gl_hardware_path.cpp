// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/device.h"
#include "gl/gl_engine.h"
#include "tests/gl/gl_runner.h"

#include <QOffscreenSurface>
#include <QTest>

using namespace kerascope;

namespace {

ProgramCase classifierEnd()
{
    CaseBuilder build("wide dense layer, normalisation, softmax");
    const ValueId x = build.input({1, 2048}), kernel = build.constant({2048, 1000}, -0.1F, 0.1F);
    const ValueId bias = build.constant({1000});
    const ValueId sums = build.value({1, 1000}), even = build.value({1, 1000}), y = build.value({1, 1000});
    build.operation(OpKind::MatMul, {x, kernel, bias}, {sums}, MatMulAttributes{});
    build.operation(
        OpKind::Normalize, {sums}, {even}, NormalizeAttributes{NormalizeKind::MeanVariance, 1, 1e-3F});
    build.operation(OpKind::Softmax, {even}, {y}, SoftmaxAttributes{});
    build.output(sums);
    build.output(y);
    return build.take();
}

ProgramCase bigTensors()
{
    CaseBuilder build("9 MB in, 9 MB out");
    const ValueId x = build.input({3, 800001}), y = build.value({3, 800001});
    build.operation(OpKind::Unary, {x}, {y}, UnaryAttributes{{Unary::Sigmoid}});
    build.output(y);
    return build.take();
}

std::string kernelCheck(const Engine& engine)
{
    for (const auto& [name, value] : engine.info().limits)
        if (name == "kernel_check")
            return value;
    return "absent";
}

} // namespace

/// What the engine does on hardware only: staging buffers, the check of the kernels and what follows from it.
class TestGlHardwarePath : public QObject {
    Q_OBJECT
private slots:
    void init() { surface_.create(); }
    void kernelsPassTheCheck();
    void otherKernelsStepIn();
    void bigTensorsTravelInPieces();
    void stagingIsCountedAndFreed();

private:
    std::unique_ptr<Engine> make(bool plainKernels)
    {
        GlEngineOptions options;
        options.forceHardwareKernels = true;
        options.plainKernels = plainKernels;
        Result<std::unique_ptr<Engine>> engine = makeGlEngine(surface_, options);
        return engine ? std::move(*engine) : nullptr;
    }
    QOffscreenSurface surface_;
};

void TestGlHardwarePath::kernelsPassTheCheck()
{
    const auto engine = make(false);
    QVERIFY(engine);
    QCOMPARE(QString::fromStdString(kernelCheck(*engine)), QString("passed"));
    QCOMPARE(QString::fromStdString(compareWithReference(*engine, classifierEnd(), 1e-5)), QString());
}

void TestGlHardwarePath::otherKernelsStepIn()
{
    const auto engine = make(true);
    QVERIFY(engine);
    QCOMPARE(QString::fromStdString(compareWithReference(*engine, classifierEnd(), 1e-5)), QString());
}

void TestGlHardwarePath::bigTensorsTravelInPieces()
{
    const auto engine = make(false);
    QVERIFY(engine);
    QCOMPARE(QString::fromStdString(compareWithReference(*engine, bigTensors(), 1e-6)), QString());
}

void TestGlHardwarePath::stagingIsCountedAndFreed()
{
    QCOMPARE(liveGlObjects(), 0);
    {
        const auto engine = make(false);
        QVERIFY(engine);
        Ledger ledger;
        auto executable = prepared(*engine, bigTensors(), ledger);
        QVERIFY(executable.ok());
        QCOMPARE(ledger.total(BufferKind::Staging, BufferPlace::Host), uint64_t(3) * 800001 * 4 + (4 << 20));
        executable->reset();
        QCOMPARE(ledger.total(), uint64_t(0));
    }
    QCOMPARE(liveGlObjects(), 0);
}

QTEST_MAIN(TestGlHardwarePath)
#include "tst_gl_hardware_path.moc"
