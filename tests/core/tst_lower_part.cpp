// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/part.h"
#include "tests/core/model_fixture.h"

#include <QtTest>
#include <chrono>

using namespace kerascope;
using namespace kerascope::test;

/// Parts, cut edges, blocked calls, open sizes and what is left in the program.
class TestLowerPart : public QObject {
    Q_OBJECT

private slots:
    void wholeModel();
    void partHasInputsAtItsCuts();
    void partSharesTheModelsInput();
    void sidewaysUseIsAnOutput();
    void maskAcrossTheCut();
    void blockedSpreads();
    void wrongWeightIsTheFilesFault();
    void partAfterUnsupportedLayer();
    void openSizesAreRaised();
    void givenShapes();
    void inferredShapesStayOpen();
    void onlyNeededConstants();
    void everyTensorOnRequest();
    void stopIsHeard();
    void thousandLayers();
};

namespace {

constexpr const char* dense4 = R"({"units":4})";
const std::vector<std::pair<std::string, Shape>> dense4Weights{{"kernel", {4, 4}}, {"bias", {4}}};

/// x → a → b → c, all Dense(4).
ModelFixture chain()
{
    ModelFixture f;
    TensorRef at = f.input("x", {unknownDim, 4});
    for (const char* name : {"a", "b", "c"})
        at = f.add(name, "Dense", dense4, {{at, {}}}, dense4Weights);
    f.output(at);
    return f;
}

std::string inputNames(const Program& program)
{
    std::string out;
    for (const ProgramInput& input : program.inputs)
        out += input.name + "=" + program.values[size_t(input.value)].shape.text() + " ";
    return out;
}

std::string outputNames(const Program& program)
{
    std::string out;
    for (const ProgramOutput& output : program.outputs)
        out += output.name + "=" + program.values[size_t(output.value)].shape.text() + " ";
    return out;
}

std::string blockedText(const Lowered& lowered)
{
    std::string out;
    for (const Blocked& blocked : lowered.blocked)
        out +=
            lowered.program.model->calls[size_t(blocked.call)].key + ": " + blocked.reason.english() + "\n";
    return out;
}

Lowered done(const LowerRequest& request)
{
    auto lowered = lower(request, {});
    if (!lowered)
        qFatal("%s", lowered.error().english().c_str());
    return std::move(*lowered);
}

} // namespace

void TestLowerPart::wholeModel()
{
    LowerRequest request = chain().request();
    request.batch = 3;
    const Lowered lowered = done(request);
    QCOMPARE(inputNames(lowered.program), "x=3x4 ");
    QCOMPARE(outputNames(lowered.program), "c=3x4 ");
    QCOMPARE(lowered.program.operations.size(), size_t(3));
    QVERIFY(lowered.blocked.empty() && lowered.chosenShapes.empty());
}

void TestLowerPart::partHasInputsAtItsCuts()
{
    const Lowered lowered = done(chain().part({"b"}));
    QCOMPARE(inputNames(lowered.program), "a=1x4 ");
    QCOMPARE(outputNames(lowered.program), "b=1x4 ");
    QCOMPARE(lowered.program.operations.size(), size_t(1));
    QCOMPARE(lowered.program.constants.size(), size_t(2));
}

void TestLowerPart::partSharesTheModelsInput()
{
    const ModelFixture f = chain();
    QCOMPARE(inputNames(done(f.part({"a"})).program), "x=1x4 ");
    QCOMPARE(inputNames(done(f.part({"x", "a"})).program), "x=1x4 ");
    QCOMPARE(outputNames(done(f.part({"x", "a"})).program), "a=1x4 ");
}

void TestLowerPart::sidewaysUseIsAnOutput()
{
    ModelFixture f;
    const TensorRef x = f.input("x", {unknownDim, 4});
    const TensorRef a = f.add("a", "Dense", dense4, {{x, {}}}, dense4Weights);
    const TensorRef b = f.add("b", "Dense", dense4, {{a, {}}}, dense4Weights);
    const TensorRef c = f.add("c", "Dense", dense4, {{b, {}}}, dense4Weights);
    const TensorRef sum = f.add("sum", "Add", "{}", {{a, {}}, {c, {}}});
    f.add("unused", "Dense", dense4, {{a, {}}}, dense4Weights);
    f.output(sum);
    QCOMPARE(outputNames(done(f.part({"a", "b"})).program), "a=1x4 b=1x4 ");
    QCOMPARE(outputNames(done(f.part({"a", "unused"})).program), "a=1x4 unused=1x4 ");
    QCOMPARE(inputNames(done(f.part({"sum"})).program), "a=1x4 c=1x4 ");
    QCOMPARE(outputNames(done(f.request()).program), "sum=1x4 ");
}

void TestLowerPart::maskAcrossTheCut()
{
    ModelFixture f;
    const TensorRef x = f.input("x", {unknownDim, 5}, DType::Int32);
    const TensorRef e = f.add("embed", "Embedding", R"({"input_dim":7,"output_dim":3,"mask_zero":true})",
        {{x, {}}}, {{"embeddings", {7, 3}}}, 2, 1);
    const TensorRef r = f.add("rnn", "LSTM", R"({"units":2})", {{e, {}}, {{e.call, 1}, "mask"}},
        {{"kernel", {3, 8}}, {"recurrent_kernel", {2, 8}}, {"bias", {8}}});
    f.output(r);
    const Program after = done(f.part({"rnn"})).program;
    QCOMPARE(inputNames(after), "embed=1x5x3 embed:mask=1x5 ");
    QVERIFY(after.values[size_t(after.inputs[1].value)].dtype == DType::Bool);
    QCOMPARE(outputNames(done(f.part({"embed"})).program), "embed=1x5x3 embed:mask=1x5 ");
    const Program whole = done(f.request()).program;
    QCOMPARE(inputNames(whole), "x=1x5 ");
    QVERIFY(whole.operations.back().as<RecurrentAttributes>().hasMask);
}

void TestLowerPart::blockedSpreads()
{
    ModelFixture f;
    const TensorRef x = f.input("x", {unknownDim, 4});
    const TensorRef a = f.add("a", "Dense", dense4, {{x, {}}}, dense4Weights);
    const TensorRef odd = f.add("odd", "Lambda", "{}", {{a, {}}});
    f.layer("odd").supported = false;
    f.layer("odd").reason = Text("it holds Python code");
    const TensorRef c = f.add("c", "Dense", dense4, {{odd, {}}}, dense4Weights);
    const TensorRef d = f.add("d", "Dense", dense4, {{a, {}}}, dense4Weights);
    f.output(c);
    f.output(d);
    const Lowered lowered = done(f.request());
    QCOMPARE(blockedText(lowered), "odd: it holds Python code\nc: it needs \"odd\", which cannot run\n");
    QCOMPARE(outputNames(lowered.program), "d=1x4 a=1x4 ");
    QVERIFY(done(f.part({"a", "d"})).blocked.empty());
    const auto shapes = inferShapes(f.model(), {});
    QVERIFY(shapes.ok());
    QCOMPARE(shapes->unsupported.size(), size_t(1));
    QCOMPARE(shapes->unsupported.begin()->second.english(), "it holds Python code");
    QVERIFY(!shapes->shapes.contains(c));
}

void TestLowerPart::wrongWeightIsTheFilesFault()
{
    const auto codeOf = [](const char* type, std::vector<std::pair<std::string, Shape>> weights) {
        ModelFixture f;
        f.output(f.add("a", type, dense4, {{f.input("x", {unknownDim, 4}), {}}}, std::move(weights)));
        const Result<Lowered> lowered = lower(f.request(), {});
        return lowered && !lowered->blocked.empty() ? blockedError(*f.model(), lowered->blocked).code
                                                    : ErrorCode::Internal;
    };
    QCOMPARE(codeOf("Dense", {{"kernel", {3, 4}}, {"bias", {4}}}), ErrorCode::File);
    QCOMPARE(codeOf("Dense", {{"kernel", {4, 4}}, {"bias", {5}}}), ErrorCode::File);
    QCOMPARE(codeOf("Strange", dense4Weights), ErrorCode::Unsupported);
}

void TestLowerPart::partAfterUnsupportedLayer()
{
    ModelFixture f;
    const TensorRef x = f.input("x", {unknownDim, 4});
    const TensorRef odd = f.add("odd", "Lambda", "{}", {{x, {}}});
    f.layer("odd").supported = false;
    const TensorRef c = f.add("c", "Dense", dense4, {{odd, {}}}, dense4Weights);
    f.output(c);
    LowerRequest request = f.part({"c"});
    QCOMPARE(blockedText(done(request)), "c: the shape of its input \"odd\" is not known\n");
    request.inputShapes["odd"] = {5, 4};
    QCOMPARE(outputNames(done(request).program), "c=5x4 ");
    f.call(odd).declaredShapes = {Shape{unknownDim, 4}};
    QCOMPARE(inputNames(done(f.part({"c"})).program), "odd=1x4 ");
    const auto shapes = inferShapes(f.model(), {});
    QVERIFY(shapes.ok());
    QCOMPARE(shapes->shapes.at(c).text(), "?x4");
}

void TestLowerPart::openSizesAreRaised()
{
    ModelFixture f;
    const TensorRef x = f.input("x", {unknownDim, unknownDim, unknownDim, 3});
    const TensorRef p = f.add("pool", "MaxPooling2D", R"({"pool_size":100})", {{x, {}}});
    f.output(p);
    const Lowered lowered = done(f.request());
    QCOMPARE(lowered.chosenShapes.size(), size_t(1));
    QCOMPARE(lowered.chosenShapes[0], "x: 1x128x128x3");
    ModelFixture g;
    const TensorRef t = g.input("t", {unknownDim, unknownDim, 3});
    g.output(g.add("pool", "GlobalMaxPooling1D", "{}", {{t, {}}}));
    QCOMPARE(done(g.request()).chosenShapes[0], "t: 1x16x3");
}

void TestLowerPart::givenShapes()
{
    ModelFixture f;
    const TensorRef x = f.input("x", {unknownDim, unknownDim, 3});
    const TensorRef p = f.add("pool", "MaxPooling1D", R"({"pool_size":4})", {{x, {}}});
    f.output(p);
    LowerRequest request = f.request();
    request.inputShapes["x"] = {2, 8, 3};
    QCOMPARE(outputNames(done(request).program), "pool=2x2x3 ");
    request.inputShapes["x"] = {2, 3, 3};
    const auto tooShort = lower(request, {});
    QVERIFY(!tooShort);
    QVERIFY(tooShort.error().code == ErrorCode::Usage);
    QCOMPARE(tooShort.error().english(),
        "pool: a window of 4 does not fit into an axis of 3; give other input shapes");
    request.inputShapes["x"] = {2, 8, 4};
    QCOMPARE(lower(request, {}).error().english(),
        "x: the input has the shape ?x?x3, not 2x8x4; give it the model's shape, batch axis included");
}

void TestLowerPart::inferredShapesStayOpen()
{
    ModelFixture f;
    const TensorRef x = f.input("x", {unknownDim, unknownDim, unknownDim, 3});
    const TensorRef p = f.add("pool", "MaxPooling2D", "{}", {{x, {}}});
    const TensorRef g = f.add("mean", "GlobalAveragePooling2D", "{}", {{p, {}}});
    const TensorRef d = f.add("dense", "Dense", R"({"units":5})", {{g, {}}}); // weights may be missing
    f.output(d);
    const auto shapes = inferShapes(f.model(), {});
    QVERIFY(shapes.ok());
    QCOMPARE(shapes->shapes.at(p).text(), "?x?x?x3");
    QCOMPARE(shapes->shapes.at(d).text(), "?x5");
    QVERIFY(shapes->unsupported.empty());
    QVERIFY(shapes->dtypes.at(d) == DType::Float32);
}

void TestLowerPart::onlyNeededConstants()
{
    ModelFixture f;
    const TensorRef x = f.input("x", {unknownDim, 4});
    const std::vector<std::pair<std::string, Shape>> weights{
        {"gamma", {4}}, {"beta", {4}}, {"moving_mean", {4}}, {"moving_variance", {4}}};
    const TensorRef n = f.add("norm", "BatchNormalization", "{}", {{x, {}}}, weights);
    f.output(n);
    const Program program = done(f.request()).program;
    QCOMPARE(program.constants.size(), size_t(6)); // four weights, scale and shift
    QCOMPARE(program.constants[0].key, "w/norm/moving_variance");
    QCOMPARE(program.values.size(), size_t(4)); // input, scale, shift, output
    std::set<std::string> keys;
    for (const Constant& constant : program.constants) {
        keys.insert(constant.key);
        QCOMPARE(constant.owner, n.call);
    }
    QCOMPARE(keys.size(), size_t(6));
}

void TestLowerPart::everyTensorOnRequest()
{
    ModelFixture f;
    const TensorRef x = f.input("x", {unknownDim, 4});
    const TensorRef a = f.add("a", "Dense", dense4, {{x, {}}}, dense4Weights);
    const TensorRef side = f.add("side", "Dense", dense4, {{a, {}}}, dense4Weights);
    f.output(a);
    LowerRequest request = f.request();
    QVERIFY(!done(request).program.tensorValues.contains(side));
    request.captured = {side};
    QVERIFY(done(request).program.tensorValues.contains(side));
    request.captured.clear();
    request.allTensors = true;
    const Program program = done(request).program;
    QVERIFY(program.tensorValues.contains(side) && program.tensorValues.contains(a));
    QCOMPARE(program.outputs.size(), size_t(1));
}

void TestLowerPart::stopIsHeard()
{
    std::stop_source stop;
    stop.request_stop();
    const auto lowered = lower(chain().request(), stop.get_token());
    QVERIFY(!lowered && lowered.error().code == ErrorCode::Cancelled);
}

void TestLowerPart::thousandLayers()
{
    ModelFixture f;
    TensorRef at = f.input("x", {unknownDim, unknownDim, unknownDim, 4});
    for (int i = 0; i < 500; ++i) {
        const std::string number = std::to_string(i);
        at = f.add("conv" + number, "Conv2D", R"({"filters":4,"kernel_size":3,"padding":"same"})", {{at, {}}},
            {{"kernel", {3, 3, 4, 4}}, {"bias", {4}}});
        at = f.add("norm" + number, "BatchNormalization", "{}", {{at, {}}},
            {{"gamma", {4}}, {"beta", {4}}, {"moving_mean", {4}}, {"moving_variance", {4}}});
    }
    f.output(at);
    const auto start = std::chrono::steady_clock::now();
    const auto shapes = inferShapes(f.model(), {});
    const auto spent = std::chrono::steady_clock::now() - start;
    QVERIFY(shapes.ok());
    QCOMPARE(shapes->shapes.at(at).text(), "?x?x?x4");
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(spent).count();
    qInfo("1,001 layers in %lld ms", static_cast<long long>(ms));
    QVERIFY(ms < 10000); // 100 on a quiet machine without sanitizers; only quadratic work is caught
}

QTEST_GUILESS_MAIN(TestLowerPart)
#include "tst_lower_part.moc"
