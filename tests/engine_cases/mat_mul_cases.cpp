// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine_cases/primitive_cases.h"

#include <array>
#include <utility>

namespace kerascope::cases {
namespace {

struct MatMulChoice {
    Shape batchA, batchB, batchOut;
    int64_t rows = 1, inner = 1, columns = 1;
    bool transposeA = false, transposeB = false, constantB = true, bias = true, residual = false;
    Activation activation;
};

Shape matrix(const Shape& batch, int64_t rows, int64_t columns, bool transposed)
{
    Shape shape = batch;
    shape.dims.push_back(transposed ? columns : rows);
    shape.dims.push_back(transposed ? rows : columns);
    return shape;
}

PrimitiveCase make(const MatMulChoice& c, Random& random, const std::string& name)
{
    ProgramBuilder build;
    const ValueId a = build.input(matrix(c.batchA, c.rows, c.inner, c.transposeA));
    const Shape shapeB = matrix(c.batchB, c.inner, c.columns, c.transposeB);
    std::vector<ValueId> inputs{
        a, c.constantB ? build.constant(shapeB, random.numbers(shapeB)) : build.input(shapeB)};
    const Shape out = matrix(c.batchOut, c.rows, c.columns, false);
    if (c.bias || c.residual)
        inputs.push_back(c.bias ? build.constant({c.columns}, random.numbers({c.columns})) : -1);
    if (c.residual)
        inputs.push_back(build.input(out));
    build.output(
        build.op(OpKind::MatMul, inputs, MatMulAttributes{c.transposeA, c.transposeB, c.activation}, out));
    PrimitiveCase made{name, build.take(), {}};
    made.inputs = randomInputs(made.program, random);
    return made;
}

} // namespace

std::vector<PrimitiveCase> matMulCases()
{
    const std::vector<Activation> activations{{}, {Unary::Relu, 0, __builtin_inff(), 0},
        {Unary::Tanh, 0, 0, 0}, {Unary::Softsign, 0, 0, 0}, {Unary::GeluTanh, 0, 0, 0},
        {Unary::Selu, 0, 0, 0}};
    std::vector<PrimitiveCase> all;
    Random random(21);
    for (int64_t rows : {1, 3, 13, 129})
        for (int64_t inner : {1, 5, 127, 128})
            for (int64_t columns : {1, 13, 128, 129}) {
                MatMulChoice c;
                c.rows = rows;
                c.inner = inner;
                c.columns = columns;
                c.bias = random.coin();
                c.residual = random.below(4) == 0;
                c.activation = random.pick(activations);
                all.push_back(make(c, random,
                    "matmul " + std::to_string(rows) + "x" + std::to_string(inner) + "x"
                        + std::to_string(columns)));
            }
    for (const auto& [rows, inner, columns] : std::vector<std::array<int64_t, 3>>{
             {1, 1280, 100}, {1, 512, 1000}, {2, 1280, 10}, {130, 600, 1}, {33, 700, 65}}) {
        MatMulChoice c;
        c.rows = rows;
        c.inner = inner;
        c.columns = columns;
        c.activation = activations[1];
        all.push_back(make(c, random, "matmul long " + std::to_string(rows) + "x" + std::to_string(columns)));
    }
    for (int i = 0; i < 24; ++i) {
        MatMulChoice c;
        const Shape batch = i % 3 == 0 ? Shape{3} : i % 3 == 1 ? Shape{2, 3} : Shape{1, 5};
        c.batchA = c.batchOut = batch;
        c.batchB = i % 2 == 0 ? batch : Shape{};
        if (i % 6 == 5)
            c.batchA = Shape{1, 1};
        if (c.batchA != batch)
            c.batchB = batch;
        c.rows = random.pick<int64_t>({1, 3, 13, 17});
        c.inner = random.pick<int64_t>({1, 5, 13, 64});
        c.columns = random.pick<int64_t>({1, 3, 13, 33});
        c.transposeA = random.coin();
        c.transposeB = random.coin();
        c.constantB = c.batchB.rank() == 0 && random.coin();
        c.bias = random.coin();
        c.residual = random.below(3) == 0;
        c.activation = random.pick(activations);
        all.push_back(make(c, random, "matmul batched " + std::to_string(i)));
    }
    return all;
}

} // namespace kerascope::cases
