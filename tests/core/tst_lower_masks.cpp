// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engines.h"
#include "core/engine/input_spec.h"
#include "tests/core/model_fixture.h"
#include "tests/engine_cases/primitive_cases.h"

#include <QtTest>

using namespace kerascope;
using namespace kerascope::test;

/// Masks that golden files cannot show: those that merge layers join for the layers after them.
class TestLowerMasks : public QObject {
    Q_OBJECT

private slots:
    void concatenatedFeatures();
    void concatenatedSteps();
    void added();
    void stepsOfTimeDistributed();
};

namespace {

const Tensor mask{{2, 3}, DType::Bool, {1, 0, 1, 0, 0, 1}};

/// The mask of a merge of x [2, 3, 2] with `mask` and y, which has none.
std::vector<float> joined(const char* config, const Shape& other)
{
    ModelFixture f;
    const TensorRef x = f.input("x", {2, 3, 2}), m = f.input("m", {2, 3}, DType::Bool),
                    y = f.input("y", other);
    const TensorRef made = f.add("layer", "Concatenate", config, {{x, {}}, {y, {}}, {m, "mask"}}, {}, 2, 1);
    f.call(made).arguments["masked"] = {0};
    f.output({made.call, 1});
    const auto lowered = lower(f.request(), {});
    if (!lowered || !lowered->blocked.empty())
        return {};
    const auto engine = makeReferenceEngine();
    std::vector<Tensor> inputs;
    for (const ProgramInput& input : lowered->program.inputs)
        inputs.push_back(input.name == "m"
                ? mask
                : constantTensor(input.name == "x" ? Shape{2, 3, 2} : other, DType::Float32, 1));
    const auto got = cases::runCase(*engine, {"mask", lowered->program, inputs});
    return got ? (*got)[0].data : std::vector<float>{};
}

} // namespace

void TestLowerMasks::concatenatedFeatures() { QCOMPARE(joined(R"({"axis":-1})", {2, 3, 4}), mask.data); }

void TestLowerMasks::concatenatedSteps()
{
    QCOMPARE(joined(R"({"axis":1})", {2, 1, 2}), (std::vector<float>{1, 0, 1, 1, 0, 0, 1, 1}));
}

void TestLowerMasks::added()
{
    ModelFixture f;
    const TensorRef x = f.input("x", {2, 3, 2}), y = f.input("y", {2, 3, 2});
    const TensorRef a = f.input("a", {2, 3}, DType::Bool), b = f.input("b", {2, 3}, DType::Bool);
    const TensorRef sum = f.add("sum", "Add", "{}", {{x, {}}, {y, {}}, {a, "mask"}, {b, "mask"}}, {}, 2, 1);
    f.output({sum.call, 1});
    const auto lowered = lower(f.request(), {});
    QVERIFY(lowered.ok() && lowered->blocked.empty());
    const auto engine = makeReferenceEngine();
    const Tensor other{{2, 3}, DType::Bool, {1, 1, 0, 0, 1, 1}};
    QCOMPARE(lowered->program.inputs.size(), size_t(2)); // the sum itself is not needed
    const auto got = cases::runCase(*engine, {"mask", lowered->program, {mask, other}});
    QVERIFY(got.ok());
    QCOMPARE((*got)[0].data, (std::vector<float>{1, 0, 0, 0, 0, 1}));
}

void TestLowerMasks::stepsOfTimeDistributed()
{
    ModelFixture f;
    const TensorRef x = f.input("x", {2, 4, 3, 5}), m = f.input("m", {2, 4, 3}, DType::Bool);
    constexpr const char* config =
        R"({"layer":{"class_name":"SimpleRNN","config":{"units":2,"use_bias":false}}})";
    f.output(f.add("layer", "TimeDistributed", config, {{x, {}}, {m, "mask"}},
        {{"layer/kernel", {5, 2}}, {"layer/recurrent_kernel", {2, 2}}}));
    const auto lowered = lower(f.request(), {});
    QVERIFY(lowered.ok() && lowered->blocked.empty());
    const Program& program = lowered->program;
    QCOMPARE(program.values[size_t(program.outputs[0].value)].shape.text(), "2x4x2");
    bool found = false;
    for (const Operation& operation : program.operations)
        if (operation.kind == OpKind::Recurrent) {
            found = operation.as<RecurrentAttributes>().hasMask;
            QCOMPARE(program.values[size_t(operation.input(4))].shape.text(), "8x3");
        }
    QVERIFY(found);
}

QTEST_GUILESS_MAIN(TestLowerMasks)
#include "tst_lower_masks.moc"
