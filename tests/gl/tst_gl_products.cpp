// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/gl_engine.h"
#include "tests/gl/gl_runner.h"

#include <QOffscreenSurface>
#include <QTest>

using namespace kerascope;

namespace {

Activation relu() { return {Unary::Relu, 0, std::numeric_limits<float>::infinity(), 0}; }

ProgramCase matMulCase(int64_t m, int64_t k, int64_t n, bool constantB, bool transposeB)
{
    CaseBuilder build("matmul " + std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n)
        + (constantB ? " constant" : " computed") + (transposeB ? " transposed" : ""));
    const ValueId a = build.input({m, k});
    const Shape shape = transposeB ? Shape{n, k} : Shape{k, n};
    const ValueId b = constantB ? build.constant(shape) : build.input(shape);
    const ValueId bias = build.constant({n}), residual = build.input({m, n}), out = build.value({m, n});
    MatMulAttributes attributes;
    attributes.transposeB = transposeB;
    attributes.activation = relu();
    build.operation(OpKind::MatMul, {a, b, bias, residual}, {out}, attributes);
    build.output(out);
    return build.take();
}

ProgramCase batchedCase(int64_t batch, int64_t m, int64_t k, int64_t n, bool transposeA)
{
    CaseBuilder build("batched " + std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n));
    const ValueId a = build.input(transposeA ? Shape{batch, k, m} : Shape{batch, m, k});
    const ValueId b = build.input({batch, k, n}), out = build.value({batch, m, n});
    MatMulAttributes attributes;
    attributes.transposeA = transposeA;
    build.operation(OpKind::MatMul, {a, b}, {out}, attributes);
    build.output(out);
    return build.take();
}

struct ConvCase {
    int64_t n, h, w, cin, cout, kernel, stride, dilation, pad, groups;
};

ProgramCase convCase(const ConvCase& c)
{
    CaseBuilder build("conv " + std::to_string(c.cin) + ">" + std::to_string(c.cout) + " k"
        + std::to_string(c.kernel) + " s" + std::to_string(c.stride) + " g" + std::to_string(c.groups));
    const auto size = [&](int64_t in) {
        return (in + 2 * c.pad - (c.kernel - 1) * c.dilation - 1) / c.stride + 1;
    };
    const ValueId x = build.input({c.n, c.h, c.w, c.cin});
    const ValueId kernel = build.constant({c.kernel, c.kernel, c.cin / c.groups, c.cout});
    const ValueId bias = build.constant({c.cout});
    const Shape shape{c.n, size(c.h), size(c.w), c.cout};
    const ValueId residual = build.input(shape), out = build.value(shape);
    ConvAttributes attributes;
    attributes.stride = {c.stride, c.stride, 1};
    attributes.dilation = {c.dilation, c.dilation, 1};
    attributes.padBefore = attributes.padAfter = {c.pad, c.pad, 0};
    attributes.groups = c.groups;
    attributes.activation = relu();
    build.operation(OpKind::Conv, {x, kernel, bias, residual}, {out}, attributes);
    build.output(out);
    return build.take();
}

ProgramCase transposeCase(
    int64_t cin, int64_t cout, int64_t kernel, int64_t stride, int64_t crop, int64_t extra)
{
    CaseBuilder build(
        "conv transpose " + std::to_string(cin) + ">" + std::to_string(cout) + " s" + std::to_string(stride));
    const ValueId x = build.input({2, 5, 7, cin}), weights = build.constant({kernel, kernel, cout, cin});
    const ValueId bias = build.constant({cout});
    const auto size = [&](int64_t in) { return (in - 1) * stride + kernel - crop + extra; };
    const ValueId out = build.value({2, size(5), size(7), cout});
    ConvTransposeAttributes attributes;
    attributes.stride = {stride, stride, 1};
    attributes.cropBefore = {crop, crop, 0};
    build.operation(OpKind::ConvTranspose, {x, weights, bias}, {out}, attributes);
    build.output(out);
    return build.take();
}

std::vector<ProgramCase> allCases()
{
    std::vector<ProgramCase> cases;
    for (const int64_t size : {1, 3, 5, 13, 127, 128, 129})
        cases.push_back(matMulCase(size, 64, 36, true, false));
    for (const int64_t size : {1, 3, 13, 128, 129})
        cases.push_back(matMulCase(9, size, size, true, false));
    cases.push_back(matMulCase(17, 33, 5, false, false));
    cases.push_back(matMulCase(17, 36, 8, false, true));
    cases.push_back(matMulCase(17, 35, 6, true, true));
    cases.push_back(matMulCase(49, 960, 160, true, false));
    cases.push_back(matMulCase(200, 130, 140, true, false));
    cases.push_back(batchedCase(3, 5, 7, 9, false));
    cases.push_back(batchedCase(2, 33, 16, 20, true));
    for (const ConvCase& c : std::initializer_list<ConvCase>{{1, 13, 13, 3, 8, 3, 2, 1, 1, 1},
             {2, 9, 7, 8, 13, 3, 1, 1, 1, 1}, {1, 14, 14, 16, 32, 1, 1, 1, 0, 1},
             {1, 14, 14, 16, 32, 1, 2, 1, 0, 1}, {1, 11, 11, 5, 6, 3, 1, 2, 2, 1},
             {1, 9, 9, 8, 12, 3, 1, 1, 1, 4}, {1, 9, 9, 16, 32, 3, 1, 1, 1, 2},
             {2, 10, 10, 12, 12, 3, 1, 1, 1, 12}, {1, 10, 10, 5, 5, 3, 2, 1, 1, 5},
             {1, 12, 9, 6, 12, 5, 1, 2, 4, 6}, {1, 1, 1, 32, 20, 1, 1, 1, 0, 1}})
        cases.push_back(convCase(c));
    cases.push_back(transposeCase(8, 12, 3, 2, 1, 1));
    cases.push_back(transposeCase(5, 3, 4, 2, 1, 0));
    cases.push_back(transposeCase(4, 4, 2, 3, 0, 1));
    return cases;
}

} // namespace

class TestGlProducts : public QObject {
    Q_OBJECT
private slots:
    void agrees_data();
    void agrees();

private:
    QOffscreenSurface surface_;
};

void TestGlProducts::agrees_data()
{
    QTest::addColumn<bool>("hardware");
    QTest::newRow("software kernels") << false;
    QTest::newRow("hardware kernels") << true;
}

void TestGlProducts::agrees()
{
    QFETCH(bool, hardware);
    surface_.create();
    GlEngineOptions options;
    options.forceHardwareKernels = hardware;
    Result<std::unique_ptr<Engine>> engine = makeGlEngine(surface_, options);
    QVERIFY2(engine.ok(), engine.ok() ? "" : engine.error().english().c_str());
    QStringList faults;
    for (const ProgramCase& test : allCases())
        if (const std::string fault = compareWithReference(**engine, test, 1e-5); !fault.empty())
            faults << QString::fromStdString(fault);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join("\n")));
}

QTEST_MAIN(TestGlProducts)
#include "tst_gl_products.moc"
