// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engines.h"
#include "tests/engine_cases/primitive_cases.h"

#include <QtTest>

#include <cmath>

using namespace kerascope;
using namespace kerascope::cases;

namespace {

constexpr float infinity = __builtin_inff();

/// One operation on inputs with given numbers, on the reference engine.
std::vector<std::vector<float>> compute(OpKind kind,
    const std::vector<std::pair<Shape, std::vector<float>>>& inputs, Attributes attributes,
    const std::vector<Shape>& outputs, DType dtype = DType::Float32)
{
    ProgramBuilder build;
    std::vector<ValueId> values;
    for (const auto& [shape, numbers] : inputs)
        values.push_back(build.input(shape));
    build.output(build.op(kind, values, std::move(attributes), outputs[0], dtype));
    for (size_t i = 1; i < outputs.size(); ++i)
        build.output(build.alsoOutputs(outputs[i]));
    PrimitiveCase primitive{"one", build.take(), {}};
    for (const auto& [shape, numbers] : inputs)
        primitive.inputs.push_back({shape, DType::Float32, numbers});
    const auto engine = makeReferenceEngine();
    const auto got = runCase(*engine, primitive);
    std::vector<std::vector<float>> results;
    if (got)
        for (const Tensor& tensor : *got)
            results.push_back(tensor.data);
    return results;
}

std::vector<float> unary(const Activation& activation, const std::vector<float>& x)
{
    const Shape shape{int64_t(x.size())};
    return compute(OpKind::Unary, {{shape, x}}, UnaryAttributes{activation}, {shape}).at(0);
}

std::vector<float> binary(Binary function, const std::vector<float>& a, const std::vector<float>& b)
{
    const Shape shape{int64_t(a.size())};
    return compute(OpKind::Binary, {{shape, a}, {shape, b}}, BinaryAttributes{function, {}}, {shape}).at(0);
}

bool near(const std::vector<float>& a, const std::vector<float>& b)
{
    for (size_t i = 0; i < a.size(); ++i)
        if (i >= b.size() || std::abs(a[i] - b[i]) > 1e-6F * (1 + std::abs(b[i])))
            return false;
    return a.size() == b.size();
}

using Numbers = std::vector<float>;

} // namespace

/// The reference engine against numbers worked out by hand; against real Keras see tst_golden_layers.
class TestReference : public QObject {
    Q_OBJECT

private slots:
    void elementFunctions()
    {
        QCOMPARE(unary({Unary::Relu, 0.5F, 6, 1}, {-1, 0, 1, 2, 6, 9}), (Numbers{-1, -0.5F, 0, 2, 6, 6}));
        QCOMPARE(unary({Unary::Relu, 0, infinity, 0}, {-infinity, 3}), (Numbers{0, 3}));
        QVERIFY(std::isnan(unary({Unary::Relu, 0, infinity, 0}, {NAN}).at(0)));
        QCOMPARE(
            unary({Unary::Round, 0, 0, 0}, {0.5F, 1.5F, 2.5F, -0.5F, -1.5F}), (Numbers{0, 2, 2, -0.0F, -2}));
        QCOMPARE(unary({Unary::HardSigmoid, 0.2F, 0.5F, 0}, {-3, 0, 3}), (Numbers{0, 0.5F, 1}));
        QCOMPARE(unary({Unary::SoftShrink, 1, 0, 0}, {-3, 0.5F, 3}), (Numbers{-2, 0, 2}));
        QCOMPARE(unary({Unary::Threshold, 1, 9, 0}, {0, 1, 2}), (Numbers{9, 9, 2}));
        QCOMPARE(unary({Unary::SparsePlus, 0, 0, 0}, {-2, 0, 3}), (Numbers{0, 0.25F, 3}));
        QVERIFY(near(unary({Unary::GeluErf, 0, 0, 0}, {1}), {0.8413447F}));
        QVERIFY(near(unary({Unary::GeluTanh, 0, 0, 0}, {1}), {0.8411920F}));
        QVERIFY(near(unary({Unary::Softplus, 0, 0, 0}, {0, 100, -100}), {0.6931472F, 100, 0}));
    }

    void twoArguments()
    {
        QCOMPARE(binary(Binary::Modulo, {7, -7, 7, -7}, {3, 3, -3, -3}), (Numbers{1, 2, -2, -1}));
        QCOMPARE(binary(Binary::FloorDivide, {7, -7}, {2, 2}), (Numbers{3, -4}));
        QCOMPARE(binary(Binary::Prelu, {2, -2}, {0.25F, 0.25F}), (Numbers{2, -0.5F}));
        QCOMPARE(binary(Binary::And, {2, 0}, {3, 3}), (Numbers{1, 0}));
    }

    void sparsemaxAsKeras()
    {
        // The support holds both first logits: cumulative sums 1 and 1.5, threshold (2.5 − 1) / 2.
        const Shape shape{1, 3};
        const auto got = compute(
            OpKind::Softmax, {{shape, {1, 0.5F, -3}}}, SoftmaxAttributes{SoftmaxKind::Sparsemax}, {shape});
        QVERIFY(near(got.at(0), {0.25F, 0, 0}));
    }

    void convPadsOnBothSides()
    {
        ConvAttributes a;
        a.spatialRank = 1;
        a.padBefore[0] = a.padAfter[0] = 1;
        const auto got =
            compute(OpKind::Conv, {{{1, 3, 1}, {1, 2, 3}}, {{3, 1, 1}, {1, 10, 100}}}, a, {{1, 3, 1}});
        QCOMPARE(got.at(0), (Numbers{210, 321, 32}));
    }

    void groupsKeepToThemselves()
    {
        ConvAttributes a;
        a.spatialRank = 1;
        a.groups = 2;
        const auto got =
            compute(OpKind::Conv, {{{1, 1, 4}, {1, 2, 3, 4}}, {{1, 2, 2}, {1, 10, 1, 10}}}, a, {{1, 1, 2}});
        QCOMPARE(got.at(0), (Numbers{3, 70}));
    }

    void transposedConvIsZeroBeyondItsEnd()
    {
        ConvTransposeAttributes a;
        a.spatialRank = 1;
        a.stride[0] = 2;
        const auto got = compute(
            OpKind::ConvTranspose, {{{1, 2, 1}, {1, 2}}, {{1, 1, 1}, {5}}, {{1}, {1}}}, a, {{1, 5, 1}});
        QCOMPARE(got.at(0), (Numbers{6, 1, 11, 1, 1}));
    }

    void averagePoolLeavesPaddingOut()
    {
        PoolAttributes a;
        a.maximum = false;
        a.spatialRank = 1;
        a.window[0] = 3;
        a.padBefore[0] = a.padAfter[0] = 1;
        const auto got = compute(OpKind::Pool, {{{1, 3, 1}, {1, 2, 6}}}, a, {{1, 3, 1}});
        QCOMPARE(got.at(0), (Numbers{1.5F, 3, 4}));
    }

    void nearestResizeUsesPixelCentres()
    {
        Numbers ramp(11);
        for (size_t i = 0; i < ramp.size(); ++i)
            ramp[i] = float(i);
        const auto got = compute(
            OpKind::Resize, {{{1, 1, 11, 1}, ramp}}, ResizeAttributes{ResizeKind::Nearest}, {{1, 1, 4, 1}});
        QCOMPARE(got.at(0), (Numbers{1, 4, 6, 9}));
        const auto linear = compute(
            OpKind::Resize, {{{1, 1, 2, 1}, {0, 4}}}, ResizeAttributes{ResizeKind::Bilinear}, {{1, 1, 4, 1}});
        QVERIFY(near(linear.at(0), {0, 1, 3, 4}));
    }

    void gatherStaysInsideItsTable()
    {
        const auto got = compute(
            OpKind::Gather, {{{2, 2}, {1, 2, 3, 4}}, {{5}, {-1, 0, 1.9F, 7, NAN}}}, NoAttributes{}, {{5, 2}});
        QCOMPARE(got.at(0), (Numbers{1, 2, 1, 2, 3, 4, 3, 4, 1, 2}));
    }

    void castTruncates()
    {
        QCOMPARE(compute(OpKind::Cast, {{{3}, {-1.7F, 0, 2.9F}}}, NoAttributes{}, {{3}}, DType::Int32).at(0),
            (Numbers{-1, 0, 2}));
        QCOMPARE(compute(OpKind::Cast, {{{3}, {-1.7F, 0, 2.9F}}}, NoAttributes{}, {{3}}, DType::Bool).at(0),
            (Numbers{1, 0, 1}));
    }

    void normalizeKinds()
    {
        const auto run = [](NormalizeKind kind, float epsilon) {
            return compute(
                OpKind::Normalize, {{{1, 2}, {3, 4}}}, NormalizeAttributes{kind, 1, epsilon}, {{1, 2}})
                .at(0);
        };
        QVERIFY(near(run(NormalizeKind::MeanVariance, 0), {-1, 1}));
        QVERIFY(near(run(NormalizeKind::UnitLength, 1e-12F), {0.6F, 0.8F}));
        QVERIFY(near(run(NormalizeKind::VarianceOnly, 0), {6, 8}));
        QVERIFY(near(run(NormalizeKind::RootMeanSquare, 0), {3 / std::sqrt(12.5F), 4 / std::sqrt(12.5F)}));
    }

    /// h = x + h₋₁ with unit weights: a masked step keeps the state and repeats the output or gives zero.
    void maskedStepsOfARecurrentLayer()
    {
        for (const bool zero : {false, true}) {
            RecurrentAttributes a;
            a.cell = CellKind::Simple;
            a.units = 1;
            a.hasBias = false;
            a.hasMask = true;
            a.returnSequences = true;
            a.zeroOutputForMask = zero;
            ProgramBuilder build;
            const ValueId x = build.input({1, 5, 1}), mask = build.input({1, 5}, DType::Bool);
            const ValueId one = build.constant({1, 1}, {1});
            build.output(build.op(OpKind::Recurrent, {x, one, one, -1, mask}, a, {1, 5, 1}));
            build.output(build.alsoOutputs({1, 1}));
            PrimitiveCase primitive{"masked", build.take(), {}};
            primitive.inputs = {
                {{1, 5, 1}, DType::Float32, {1, 2, 3, 4, 5}}, {{1, 5}, DType::Bool, {0, 1, 0, 1, 0}}};
            for (const auto& engine : {makeReferenceEngine(), makeCpuEngine(1)}) {
                const auto got = runCase(*engine, primitive);
                QVERIFY(got.ok());
                QCOMPARE((*got)[0].data, zero ? (Numbers{0, 2, 0, 6, 0}) : (Numbers{0, 2, 2, 6, 6}));
                QCOMPARE((*got)[1].data, Numbers{6});
            }
        }
    }

    void wrongInputShapeIsRefused()
    {
        const PrimitiveCase primitive = [] {
            ProgramBuilder build;
            build.output(build.op(OpKind::Cast, {build.input({3})}, NoAttributes{}, {3}));
            return PrimitiveCase{"shape", build.take(), {{{4}, DType::Float32, {1, 2, 3, 4}}}};
        }();
        const auto engine = makeReferenceEngine();
        const auto got = runCase(*engine, primitive);
        QVERIFY(!got.ok());
        QCOMPARE(got.error().code, ErrorCode::Usage);
    }

    void stopEndsBetweenSteps()
    {
        ProgramBuilder build;
        build.output(build.op(OpKind::Cast, {build.input({3})}, NoAttributes{}, {3}));
        Program program = build.take();
        for (const auto& engine : {makeReferenceEngine(), makeCpuEngine(1)}) {
            Ledger ledger;
            auto store = std::make_shared<WeightStore>(program.model, nullptr, nullptr);
            const auto plan = makePlan(program, engine->storage(program));
            auto preparation = engine->prepare(plan, store, ledger);
            QVERIFY(preparation.ok());
            while (!*(*preparation)->advance(std::chrono::microseconds(0), {})) { }
            const auto executable = (*preparation)->take();
            std::stop_source stop;
            const auto times = executable->run({true}, stop.get_token());
            QVERIFY(times.ok());
            QCOMPARE(times->steps.size(), size_t(1));
            stop.request_stop();
            const auto stopped = executable->run({}, stop.get_token());
            QVERIFY(!stopped.ok());
            QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
            QCOMPARE(ledger.total(), executable->memory().activations);
        }
    }
};

QTEST_GUILESS_MAIN(TestReference)
#include "tst_reference.moc"
