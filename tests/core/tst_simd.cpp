// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/simd/simd_kernels.h"
#include "core/engine/element_functions.h"
#include "tests/engine_cases/program_builder.h"

#include <QtTest>

#include <cmath>

using namespace kerascope;
using namespace kerascope::cases;

namespace {

std::vector<float> aligned(size_t count) { return std::vector<float>(count + 16, 0.0F); }
float* start(std::vector<float>& numbers)
{
    const auto address = reinterpret_cast<uintptr_t>(numbers.data());
    return numbers.data() + (64 - address % 64) % 64 / sizeof(float);
}

} // namespace

/// Every instruction set's inner loops that this machine can run, not only the best one, against double.
class TestSimd : public QObject {
    Q_OBJECT

private slots:
    void variantsAreThere()
    {
        QVERIFY(!simdVariants().empty());
        QCOMPARE(simdVariants().front(), &simdKernels());
        QCOMPARE(std::string(simdVariants().back()->name), std::string("base"));
    }

    void unary()
    {
        Random random(1);
        const std::vector<float> parameters{0, 0.3F, 1, 6};
        for (const SimdKernels* simd : simdVariants())
            for (int function = 0; function <= int(Unary::Not); ++function)
                for (int64_t n : {1, 3, 15, 16, 17, 129}) {
                    const Activation activation{
                        Unary(function), function == int(Unary::Celu) ? 0.7F : 0.3F, 6, 0.1F};
                    std::vector<float> x = random.numbers({n}, 0.1F, 5), y(x.size());
                    if (function != int(Unary::Log) && function != int(Unary::Sqrt)
                        && function != int(Unary::Rsqrt))
                        for (size_t i = 0; i < x.size(); i += 2)
                            x[i] = -x[i];
                    simd->unary(activation, x.data(), y.data(), n);
                    for (size_t i = 0; i < x.size(); ++i) {
                        const double want = applyUnary(activation, double(x[i]));
                        QVERIFY2(std::abs(double(y[i]) - want) <= 2e-6 * (1 + std::abs(want)),
                            qPrintable(QString("%1 function %2 of %3")
                                           .arg(simd->name)
                                           .arg(function)
                                           .arg(double(x[i]))));
                    }
                    simd->unary(activation, x.data(), x.data(), n);
                    QCOMPARE(x, y);
                }
    }

    void farAndNotNumbers()
    {
        for (const SimdKernels* simd : simdVariants()) {
            std::vector<float> x{-200, -88, 89, 200, NAN, -INFINITY, INFINITY, 0}, y(x.size());
            simd->unary({Unary::Exp, 0, 0, 0}, x.data(), y.data(), int64_t(x.size()));
            QVERIFY(y[0] == 0 && y[1] < 1e-37F && std::isinf(y[2]) && std::isinf(y[3]) && std::isnan(y[4]));
            QVERIFY(y[5] == 0 && std::isinf(y[6]) && y[7] == 1);
            simd->unary({Unary::Tanh, 0, 0, 0}, x.data(), y.data(), int64_t(x.size()));
            QVERIFY(std::isnan(y[4]) && std::abs(y[5] + 1) < 1e-6F && std::abs(y[6] - 1) < 1e-6F);
            simd->unary({Unary::Sigmoid, 0, 0, 0}, x.data(), y.data(), int64_t(x.size()));
            QVERIFY(y[0] == 0 && y[3] == 1 && std::isnan(y[4]));
            simd->unary({Unary::Relu, 0, INFINITY, 0}, x.data(), y.data(), int64_t(x.size()));
            QVERIFY(y[0] == 0 && y[5] == 0 && std::isnan(y[4]));
        }
    }

    void binary()
    {
        Random random(2);
        for (const SimdKernels* simd : simdVariants())
            for (int function = 0; function <= int(Binary::Or); ++function)
                for (int64_t aStep : {0, 1})
                    for (int64_t bStep : {0, 1}) {
                        const int64_t n = 37;
                        const std::vector<float> a = random.numbers({n}, 0.5F, 3),
                                                 b = random.numbers({n}, 0.5F, 3);
                        std::vector<float> y(a.size());
                        simd->binary(Binary(function), a.data(), aStep, b.data(), bStep, y.data(), n);
                        for (int64_t i = 0; i < n; ++i) {
                            const double want = applyBinary(
                                Binary(function), double(a[size_t(i * aStep)]), double(b[size_t(i * bStep)]));
                            QVERIFY(std::abs(double(y[size_t(i)]) - want) < 1e-5 * (1 + std::abs(want)));
                        }
                    }
    }

    void panels()
    {
        Random random(3);
        for (const SimdKernels* simd : simdVariants())
            for (int64_t rows : {1, 2, 3, 4, 7})
                for (int64_t k : {1, 5, 64})
                    for (int64_t n : {1, 64, 65, 200}) {
                        const std::vector<float> x = random.numbers({rows, k}), w = random.numbers({k, n});
                        std::vector<float> memory = aligned(size_t(packedPanelSize(k, n)));
                        packPanels(w.data(), k, n, n, 1, start(memory));
                        std::vector<float> y(size_t(rows * n), 1.0F);
                        simd->panels(x.data(), k, start(memory), y.data(), n, rows, k, n, 0, (n + 63) / 64);
                        for (int64_t row = 0; row < rows; ++row)
                            for (int64_t j = 0; j < n; ++j) {
                                double want = 1;
                                for (int64_t i = 0; i < k; ++i)
                                    want += double(x[size_t(row * k + i)]) * double(w[size_t(i * n + j)]);
                                QVERIFY(std::abs(double(y[size_t(row * n + j)]) - want) < 1e-4);
                            }
                    }
    }

    void rows()
    {
        Random random(4);
        for (const SimdKernels* simd : simdVariants())
            for (int64_t n : {1, 7, 64, 5000}) {
                const std::vector<float> x = random.numbers({n});
                double sum = 0, largest = -2, smallest = 2, squares = 0;
                for (float number : x) {
                    sum += double(number);
                    largest = std::max(largest, double(number));
                    smallest = std::min(smallest, double(number));
                    squares += (double(number) - 0.5) * (double(number) - 0.5);
                }
                QVERIFY(std::abs(simd->reduce(ReduceKind::Sum, x.data(), n) - sum) < 1e-3);
                QCOMPARE(simd->reduce(ReduceKind::Maximum, x.data(), n), largest);
                QCOMPARE(simd->reduce(ReduceKind::Minimum, x.data(), n), smallest);
                QVERIFY(std::abs(simd->squares(x.data(), 0.5F, n) - squares) < 1e-3 * (1 + squares));
            }
    }
};

QTEST_GUILESS_MAIN(TestSimd)
#include "tst_simd.moc"
