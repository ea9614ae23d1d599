// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engines.h"
#include "core/plan/lifetimes.h"
#include "core/plan/memory_planner.h"
#include "tests/engine_cases/random_programs.h"

#include <QtTest>

using namespace kerascope;
using namespace kerascope::cases;

namespace {

bool aliveTogether(const Placement& a, const Placement& b)
{
    return a.firstStep <= b.lastStep && b.firstStep <= a.lastStep;
}
bool overlap(const Placement& a, const Placement& b)
{
    return a.bytes > 0 && b.bytes > 0 && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

/// A chain of `steps` operations on values of `elements` numbers.
Program chain(int steps, int64_t elements)
{
    ProgramBuilder build;
    ValueId x = build.input({elements});
    for (int i = 0; i < steps; ++i)
        x = build.op(OpKind::Unary, {x}, UnaryAttributes{{Unary::Tanh, 0, 0, 0}}, {elements});
    build.output(x);
    return build.take();
}

StorageNeeds plainNeeds(const Program& program)
{
    StorageNeeds needs;
    for (const Value& value : program.values)
        needs.values.push_back(value.constant >= 0 ? 0 : uint64_t(*value.shape.elements()) * 4);
    return needs;
}

} // namespace

class TestPlanner : public QObject {
    Q_OBJECT

private:
    void checkNothingOverlaps(const Plan& plan, const char* name)
    {
        const std::vector<Placement>& values = plan.placements();
        const std::vector<ValueId> roots = aliasRoots(plan.needs().alias);
        for (size_t a = 0; a < values.size(); ++a) {
            QCOMPARE(values[a].offset % plan.needs().alignment, uint64_t(0));
            QVERIFY(values[a].bytes == 0 || values[a].offset + values[a].bytes <= plan.memory().arenaBytes);
            if (plan.program().values[a].constant < 0 && values[a].bytes > 0)
                QCOMPARE(values[a].offset, values[size_t(roots[a])].offset);
            for (size_t b = 0; b < a; ++b)
                if (roots[a] != roots[b] && aliveTogether(values[a], values[b]))
                    QVERIFY2(!overlap(values[a], values[b]), name);
        }
        for (const Placement& workspace : plan.workspaces())
            for (const Placement& value : values)
                QVERIFY2(!aliveTogether(workspace, value) || !overlap(workspace, value), name);
    }

private slots:
    void liveValuesNeverOverlap()
    {
        const auto reference = makeReferenceEngine();
        const auto cpu = makeCpuEngine(2);
        for (uint32_t seed = 0; seed < 80; ++seed)
            for (Engine* engine : {reference.get(), cpu.get()}) {
                const PrimitiveCase network = randomNetwork(seed);
                Program program = network.program;
                runPasses(program, seed % 2 ? PassOptions{} : PassOptions::none(), {});
                StorageNeeds needs = engine->storage(program);
                Random random(seed);
                for (uint64_t& bytes : needs.workspace)
                    bytes += uint64_t(random.below(3000));
                const auto plan = makePlan(program, needs);
                checkNothingOverlaps(*plan, network.name.c_str());
                QVERIFY(plan->memory().arenaBytes <= plan->memory().withoutReuseBytes
                        + 64 * (program.values.size() + program.operations.size()));
            }
    }

    void everyStepSeesItsOperands()
    {
        for (uint32_t seed = 0; seed < 40; ++seed) {
            const Program program = randomNetwork(seed).program;
            const auto plan = makePlan(program, plainNeeds(program));
            for (size_t step = 0; step < program.operations.size(); ++step)
                for (const auto* list : {&program.operations[step].inputs, &program.operations[step].outputs})
                    for (ValueId value : *list) {
                        if (value < 0 || program.values[size_t(value)].constant >= 0)
                            continue;
                        const Placement& place = plan->placements()[size_t(value)];
                        QVERIFY(place.firstStep <= int(step) && place.lastStep >= int(step));
                    }
        }
    }

    void chainReusesTwoBuffers()
    {
        const Program program = chain(50, 1000);
        const auto plan = makePlan(program, plainNeeds(program));
        QCOMPARE(plan->memory().withoutReuseBytes, uint64_t(51 * 4000));
        // The input stays for the next run; two more buffers change places.
        QVERIFY(plan->memory().arenaBytes <= 3 * 4032);
    }

    void aliasesShareAndKeepTheirSource()
    {
        ProgramBuilder build;
        const ValueId x = build.input({4, 5});
        const ValueId a = build.op(OpKind::Unary, {x}, UnaryAttributes{{Unary::Tanh, 0, 0, 0}}, {4, 5});
        const ValueId view = build.op(OpKind::Reshape, {a}, NoAttributes{}, {20});
        ValueId other = build.op(OpKind::Unary, {x}, UnaryAttributes{{Unary::Exp, 0, 0, 0}}, {4, 5});
        other = build.op(OpKind::Unary, {other}, UnaryAttributes{{Unary::Tanh, 0, 0, 0}}, {4, 5});
        const ValueId flat = build.op(OpKind::Reshape, {other}, NoAttributes{}, {20});
        build.output(build.op(OpKind::Binary, {view, flat}, BinaryAttributes{}, {20}));
        const Program program = build.take();
        StorageNeeds needs = plainNeeds(program);
        needs.alias.assign(program.values.size(), -1);
        needs.alias[size_t(view)] = a;
        const auto plan = makePlan(program, needs);
        QCOMPARE(plan->placements()[size_t(view)].offset, plan->placements()[size_t(a)].offset);
        QCOMPARE(plan->placements()[size_t(a)].lastStep, 5);
        checkNothingOverlaps(*plan, "aliases");
    }

    void emptyProgramNeedsNothing()
    {
        const auto plan = makePlan(Program{}, StorageNeeds{});
        QCOMPARE(plan->memory().arenaBytes, uint64_t(0));
        QCOMPARE(plan->memory().predictedPeakBytes, uint64_t(0));
    }

    void statesAndConstantsCount()
    {
        ProgramBuilder build;
        build.state({2, 8});
        build.output(build.input({3}));
        Program program = build.take();
        const auto plan = makePlan(program, plainNeeds(program));
        QCOMPARE(plan->memory().predictedPeakBytes, uint64_t(12 + 64));
    }

    void blocksOfOneStepStandSideBySide()
    {
        std::vector<Placement> blocks{{0, 100, 0, 3}, {0, 200, 1, 1}, {0, 50, 2, 3}, {0, 128, 1, 2}};
        packIntervals(blocks, 64);
        for (size_t a = 0; a < blocks.size(); ++a)
            for (size_t b = 0; b < a; ++b)
                QVERIFY(!aliveTogether(blocks[a], blocks[b]) || !overlap(blocks[a], blocks[b]));
    }
};

QTEST_GUILESS_MAIN(TestPlanner)
#include "tst_planner.moc"
