// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engines.h"
#include "gl/gl_engine.h"
#include "tests/engine_cases/primitive_cases.h"

#include <QOffscreenSurface>
#include <QTest>

using namespace kerascope;
using namespace kerascope::cases;

/// The cases that all engines share, on the kernels for software renderers and on those for hardware.
class TestGlPrimitives : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void agrees_data();
    void agrees();
    void cleanupTestCase();

private:
    QOffscreenSurface surface_;
    std::unique_ptr<Engine> reference_;
    std::array<std::unique_ptr<Engine>, 2> engines_; ///< software, hardware kernels
};

void TestGlPrimitives::initTestCase()
{
    surface_.create();
    reference_ = makeReferenceEngine();
    for (const bool hardware : {false, true}) {
        GlEngineOptions options;
        options.forceHardwareKernels = hardware;
        Result<std::unique_ptr<Engine>> engine = makeGlEngine(surface_, options);
        QVERIFY2(engine.ok(), engine.ok() ? "" : engine.error().english().c_str());
        engines_[hardware ? 1 : 0] = std::move(*engine);
    }
}

void TestGlPrimitives::cleanupTestCase() { engines_ = {}; }

void TestGlPrimitives::agrees_data()
{
    using Make = std::vector<PrimitiveCase> (*)();
    QTest::addColumn<Make>("make");
    QTest::addColumn<int>("engine");
    const auto row = [](const char* name, Make make) {
        QTest::newRow(qPrintable(QString(name) + ", software kernels")) << make << 0;
        QTest::newRow(qPrintable(QString(name) + ", hardware kernels")) << make << 1;
    };
    row("conv", convCases);
    row("conv transpose", convTransposeCases);
    row("product", matMulCases);
    row("pool", poolCases);
    row("element", elementwiseCases);
    row("reduction", reductionCases);
    row("layout", layoutCases);
    row("recurrent", recurrentCases);
}

void TestGlPrimitives::agrees()
{
    using Make = std::vector<PrimitiveCase> (*)();
    QFETCH(Make, make);
    QFETCH(int, engine);
    QStringList faults;
    const std::vector<PrimitiveCase> all = make();
    // A software renderer compiles each kernel that is made for one shape for a second: a part of the cases
    // there.
    const size_t step = engine == 1 ? std::max<size_t>(all.size() / 6, 1) : 1;
    for (size_t at = 0; at < all.size(); at += step) {
        const PrimitiveCase& primitive = all[at];
        const Result<std::vector<Tensor>> want = runCase(*reference_, primitive);
        const Result<std::vector<Tensor>> have = runCase(*engines_[size_t(engine)], primitive);
        if (!want || !have) {
            faults << QString::fromStdString(primitive.name + ": " + (want ? have : want).error().english());
            continue;
        }
        for (size_t i = 0; i < want->size(); ++i)
            if (const double error = relativeError((*have)[i], (*want)[i]); !(error <= 1e-4))
                faults << QString::fromStdString(primitive.name)
                        + QString(": output %1 off by %2").arg(i).arg(error);
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join("\n")));
}

QTEST_MAIN(TestGlPrimitives)
#include "tst_gl_primitives.moc"
