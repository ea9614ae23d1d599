// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engines.h"
#include "tests/engine_cases/random_programs.h"

#include <QtTest>

using namespace kerascope;
using namespace kerascope::cases;

/// Each primitive on the CPU engine against the reference engine.
class TestCpuEngine : public QObject {
    Q_OBJECT

private:
    void compareAll(const std::vector<PrimitiveCase>& all, int threads, double limit = 1e-4)
    {
        const auto reference = makeReferenceEngine();
        const auto cpu = makeCpuEngine(threads);
        Ledger ledger;
        QVERIFY(all.size() > 10);
        QStringList wrong;
        for (const PrimitiveCase& primitive : all) {
            const auto want = runCase(*reference, primitive);
            const auto got = runCase(*cpu, primitive, &ledger, PassOptions::none(), 2);
            QVERIFY2(want.ok(), primitive.name.c_str());
            QVERIFY2(got.ok(), got.ok() ? "" : (primitive.name + ": " + got.error().english()).c_str());
            QCOMPARE(got->size(), want->size());
            if (!primitive.program.states.empty())
                continue; // a second run goes on from the first's state: statefulRunsGoOn()
            for (size_t i = 0; i < want->size(); ++i) {
                const double error = relativeError((*got)[i], (*want)[i]);
                if (!(error < limit))
                    wrong << QString("%1 output %2: %3").arg(primitive.name.c_str()).arg(i).arg(error);
            }
            QCOMPARE(ledger.total(), uint64_t(0));
        }
        QVERIFY2(wrong.isEmpty(), wrong.join("\n").toUtf8());
    }

private slots:
    void conv() { compareAll(convCases(), 2); }
    void convTranspose() { compareAll(convTransposeCases(), 2); }
    void matMul() { compareAll(matMulCases(), 2); }
    void pool() { compareAll(poolCases(), 2); }
    void elementwise() { compareAll(elementwiseCases(), 2); }
    void reduction() { compareAll(reductionCases(), 2); }
    void layout() { compareAll(layoutCases(), 2); }
    void recurrent() { compareAll(recurrentCases(), 2); }
    void oneThread() { compareAll(convCases(), 1); }
    void moreThreadsThanCores() { compareAll(matMulCases(), 5); }

    void statefulRunsGoOn()
    {
        const auto reference = makeReferenceEngine();
        const auto cpu = makeCpuEngine(2);
        int seen = 0;
        for (const PrimitiveCase& primitive : recurrentCases()) {
            if (primitive.program.states.empty())
                continue;
            ++seen;
            const auto first = runCase(*reference, primitive);
            const auto want = runCase(*reference, primitive, nullptr, PassOptions::none(), 3);
            const auto got = runCase(*cpu, primitive, nullptr, PassOptions::none(), 3);
            QVERIFY(first.ok() && want.ok() && got.ok());
            QVERIFY(relativeError((*first)[0], (*want)[0]) > 1e-6);
            for (size_t i = 0; i < want->size(); ++i)
                QVERIFY2(relativeError((*got)[i], (*want)[i]) < 1e-4, primitive.name.c_str());
        }
        QVERIFY(seen > 2);
    }

    void networksWithAllPasses()
    {
        const auto reference = makeReferenceEngine();
        const auto cpu = makeCpuEngine(2);
        for (uint32_t seed = 0; seed < 150; ++seed) {
            const PrimitiveCase network = randomNetwork(seed);
            const auto want = runCase(*reference, network);
            const auto got = runCase(*cpu, network, nullptr, PassOptions{}, 3);
            QVERIFY(want.ok() && got.ok());
            for (size_t i = 0; i < want->size(); ++i)
                QVERIFY2(relativeError((*got)[i], (*want)[i]) < 1e-4,
                    (network.name + " output " + std::to_string(i)).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestCpuEngine)
#include "tst_engine_cpu.moc"
