// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engines.h"
#include "tests/engine_cases/random_programs.h"

#include <QtTest>

using namespace kerascope;
using namespace kerascope::cases;

namespace {

PassOptions only(bool PassOptions::*pass)
{
    PassOptions options = PassOptions::none();
    options.*pass = true;
    return options;
}

size_t count(const Program& program, OpKind kind)
{
    size_t found = 0;
    for (const Operation& operation : program.operations)
        found += operation.kind == kind ? 1 : 0;
    return found;
}

} // namespace

class TestPasses : public QObject {
    Q_OBJECT

private slots:
    void samePerPass_data()
    {
        QTest::addColumn<int>("pass");
        const char* names[] = {"batch norm", "padding", "activation", "residual", "transposes", "all"};
        for (int i = 0; i < 6; ++i)
            QTest::newRow(names[i]) << i;
    }
    void samePerPass()
    {
        QFETCH(int, pass);
        const PassOptions options[] = {only(&PassOptions::foldBatchNorm), only(&PassOptions::foldPadding),
            only(&PassOptions::fuseActivation), only(&PassOptions::fuseResidual),
            only(&PassOptions::cancelTransposes), PassOptions{}};
        const auto engine = makeReferenceEngine();
        size_t changedNetworks = 0;
        for (uint32_t seed = 0; seed < 120; ++seed) {
            const PrimitiveCase network = randomNetwork(seed);
            Program plain = network.program, changed = network.program;
            runPasses(plain, PassOptions::none(), {});
            runPasses(changed, options[pass], {});
            changedNetworks += changed.operations.size() < plain.operations.size() ? 1 : 0;
            const auto want = runCase(*engine, network);
            const auto got = runCase(*engine, network, nullptr, options[pass]);
            QVERIFY2(want.ok() && got.ok(), network.name.c_str());
            for (size_t i = 0; i < want->size(); ++i)
                QVERIFY2(relativeError((*got)[i], (*want)[i]) < 1e-4, network.name.c_str());
        }
        QVERIFY(changedNetworks > 20);
    }

    /// Captured tensors stay as values, with the numbers of the unchanged program.
    void keptValuesSurvive()
    {
        const auto engine = makeReferenceEngine();
        for (uint32_t seed = 0; seed < 60; ++seed) {
            const PrimitiveCase network = randomNetwork(seed);
            std::vector<ValueId> all;
            for (const Operation& operation : network.program.operations)
                all.push_back(operation.outputs[0]);
            PrimitiveCase plain = network, passed = network;
            runPasses(passed.program, {}, all);
            for (PrimitiveCase* one : {&plain, &passed}) {
                one->program.outputs.clear();
                for (ValueId value : all)
                    one->program.outputs.push_back({std::to_string(value), {}, value});
            }
            const auto want = runCase(*engine, plain);
            const auto got = runCase(*engine, passed);
            QVERIFY(want.ok() && got.ok());
            for (size_t i = 0; i < all.size(); ++i)
                QCOMPARE((*got)[i].data, (*want)[i].data);
        }
    }

    /// The last call of each operation is the one whose output it makes.
    void callsEndTheirFusion()
    {
        for (uint32_t seed = 0; seed < 120; ++seed) {
            const PrimitiveCase network = randomNetwork(seed);
            std::map<ValueId, CallId> maker;
            for (const Operation& operation : network.program.operations)
                maker[operation.outputs[0]] = operation.calls.back();
            Program changed = network.program;
            runPasses(changed, {}, {});
            std::set<ValueId> made;
            for (const Operation& operation : changed.operations) {
                QVERIFY(!operation.calls.empty());
                made.insert(operation.outputs[0]);
                const auto known = maker.find(operation.outputs[0]);
                if (known != maker.end())
                    QCOMPARE(operation.calls.back(), known->second);
            }
            for (const ProgramInput& input : changed.inputs)
                made.insert(input.value);
            for (const auto& [tensor, value] : changed.tensorValues)
                QVERIFY(made.count(value) == 1);
        }
    }

    /// pad → conv → affine → add → relu becomes one operation that keeps all five calls.
    void residualBlockBecomesOne()
    {
        ProgramBuilder build;
        Random random(1);
        const Shape shape{1, 4, 4, 3};
        const ValueId x = build.input(shape);
        PadAttributes pad;
        pad.before = pad.after = {0, 1, 1, 0};
        const ValueId padded = build.op(OpKind::Pad, {x}, pad, {1, 6, 6, 3});
        const ValueId kernel = build.constant({3, 3, 3, 3}, random.numbers({3, 3, 3, 3}));
        const ValueId conv = build.op(OpKind::Conv, {padded, kernel}, ConvAttributes{}, shape);
        const ValueId scale = build.constant({3}, random.numbers({3}));
        const ValueId shift = build.constant({3}, random.numbers({3}));
        const ValueId norm = build.op(OpKind::Affine, {conv, scale, shift}, AffineAttributes{}, shape);
        const ValueId sum = build.op(OpKind::Binary, {x, norm}, BinaryAttributes{}, shape);
        const UnaryAttributes relu{{Unary::Relu, 0, __builtin_inff(), 0}};
        build.output(build.op(OpKind::Unary, {sum}, relu, shape));
        Program program = build.take();
        Program kept = program;
        runPasses(program, {}, {});
        QCOMPARE(program.operations.size(), size_t(1));
        QCOMPARE(program.operations[0].calls.size(), size_t(5));
        QCOMPARE(program.operations[0].as<ConvAttributes>().padBefore[0], int64_t(1));
        QCOMPARE(program.operations[0].input(3), x);
        QCOMPARE(program.operations[0].as<ConvAttributes>().activation.function, Unary::Relu);
        runPasses(kept, {}, {norm});
        QCOMPARE(kept.operations.size(), size_t(2));
        QCOMPARE(count(kept, OpKind::Binary), size_t(1));
    }

    void channelsFirstNetLosesItsTransposes()
    {
        ProgramBuilder build;
        Random random(2);
        const Shape first{1, 3, 6, 6}, last{1, 6, 6, 3};
        ValueId x = build.input(first);
        for (int layer = 0; layer < 3; ++layer) {
            x = build.op(OpKind::Transpose, {x}, TransposeAttributes{{0, 2, 3, 1}}, last);
            const ValueId kernel = build.constant({1, 1, 3, 3}, random.numbers({1, 1, 3, 3}));
            x = build.op(OpKind::Conv, {x, kernel}, ConvAttributes{}, last);
            x = build.op(OpKind::Transpose, {x}, TransposeAttributes{{0, 3, 1, 2}}, first);
            x = build.op(OpKind::Unary, {x}, UnaryAttributes{{Unary::Tanh, 0, 0, 0}}, first);
        }
        build.output(x);
        Program program = build.take();
        runPasses(program, {}, {});
        QCOMPARE(count(program, OpKind::Transpose), size_t(2));
        QCOMPARE(count(program, OpKind::Unary), size_t(0));
    }

    void unneededOperationsGo()
    {
        ProgramBuilder build;
        const ValueId x = build.input({3});
        const ValueId unread = build.op(OpKind::Unary, {x}, UnaryAttributes{{Unary::Exp, 0, 0, 0}}, {3});
        build.op(OpKind::Unary, {unread}, UnaryAttributes{{Unary::Exp, 0, 0, 0}}, {3});
        build.output(build.op(OpKind::Unary, {x}, UnaryAttributes{{Unary::Tanh, 0, 0, 0}}, {3}));
        Program program = build.take();
        runPasses(program, PassOptions::none(), {});
        QCOMPARE(program.operations.size(), size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestPasses)
#include "tst_passes.moc"
