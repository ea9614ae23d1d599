// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/keras_fixture.h"

#include <QTest>

using namespace kerascope;

namespace {

std::string sequential(const std::string& layers)
{
    return R"({"class_name":"Sequential","config":{"name":"s","layers":[)" + layers + "]}}";
}

std::string functional(const std::string& layers, const std::string& inputs, const std::string& outputs)
{
    return R"({"class_name":"Functional","config":{"name":"m","layers":[)" + layers + R"(],"input_layers":)"
        + inputs + R"(,"output_layers":)" + outputs + "}}";
}

std::string layer(
    const std::string& type, const std::string& name, const std::string& config, const std::string& nodes)
{
    return R"({"class_name":")" + type + R"(","name":")" + name + R"(","config":{"name":")" + name + "\""
        + (config.empty() ? "" : ",") + config + R"(},"inbound_nodes":)" + nodes + "}";
}

std::string input(const std::string& name)
{
    return layer("InputLayer", name, R"("batch_input_shape":[null,4])", "[]");
}

std::string tensor(const std::string& name, int node = 0, int index = 0)
{
    return R"({"class_name":"__keras_tensor__","config":{"shape":[null,4],"dtype":"float32","keras_history":[")"
        + name + "\"," + std::to_string(node) + "," + std::to_string(index) + "]}}";
}

Result<std::shared_ptr<const Model>> import(const std::string& version, const std::string& config)
{
    FileOf file(version, config);
    file.file.layout = WeightLayout::None;
    return file.import();
}

} // namespace

class KerasGraphTest : public QObject {
    Q_OBJECT
private slots:
    void nestedModelCountedFromOne();
    void tensorsInKeywords();
    void operationsApartFromLayers();
    void dictionariesAndTriples();
    void mergeAsFirstLayer();
    void activations();
    void implicitMasks();
    void masksDieAtRecurrentFrom316();
    void masksOfMerges();
    void neverBuilt();
    void invalidGraphs_data();
    void invalidGraphs();
    void unfoldingIsBounded();
};

#define VERIFY_OK(result) QVERIFY2((result).ok(), (result).ok() ? "" : (result).error().english().c_str())

/// Keras 2 counts calls of a nested model from 1; its inner layers get a call in each of them.
void KerasGraphTest::nestedModelCountedFromOne()
{
    const std::string inner =
        functional(input("i") + "," + layer("Dense", "d", R"("units":4)", R"([[["i",0,0,{}]]])"),
            R"([["i",0,0]])", R"([["d",0,0]])");
    const std::string config =
        inner.substr(inner.find("\"config\":") + 9, inner.size() - inner.find("\"config\":") - 10);
    const auto model = import("2.9.0",
        functional(input("a") + "," + input("b") + R"(,{"class_name":"Functional","name":"sub","config":)"
                + config + R"(,"inbound_nodes":[[["a",0,0,{}]],[["b",0,0,{}]]]},)"
                + layer("Add", "sum", "", R"([[["sub",1,0,{}],["sub",2,0,{}]]])"),
            R"([["a",0,0],["b",0,0]])", R"([["sum",0,0],["sub",2,0]])"));
    VERIFY_OK(model);
    QCOMPARE(inputsOf(**model, "sub/i"), std::string("a"));
    QCOMPARE(inputsOf(**model, "sub@1/i"), std::string("b"));
    QCOMPARE(inputsOf(**model, "sum"), std::string("sub/d, sub@1/d"));
    QCOMPARE((*model)->outputs[1].name, std::string("sub"));
    QCOMPARE(layerAt(**model, "sub/d")->calls.size(), size_t(2));
    QCOMPARE(layerAt(**model, "sub/d")->parent, layerAt(**model, "sub")->id);
}

void KerasGraphTest::tensorsInKeywords()
{
    const auto model = import("2.9.0",
        functional(input("a") + "," + input("b") + ","
                + layer("TFOpLambda", "plus", R"("function":"__operators__.add")",
                    R"([["a",0,0,{"y":["b",0,0],"name":null}]])")
                + ","
                + layer("TFOpLambda", "minus", R"("function":"math.subtract")",
                    R"([["_CONSTANT_VALUE",-1,2.5,{"y":["plus",0,0]}]])")
                + "," + layer("Dropout", "drop", R"("rate":0.1)", R"([[["minus",0,0,{"training":true}]]])"),
            R"([["a",0,0],["b",0,0]])", R"([["drop",0,0]])"));
    VERIFY_OK(model);
    QCOMPARE(inputsOf(**model, "plus"), std::string("a, b[y]"));
    QCOMPARE(inputsOf(**model, "minus"), std::string("plus[y]"));
    const Call& minus = (*model)->calls[size_t(*(*model)->findCall("minus"))];
    QCOMPARE(minus.arguments["args"][0]["constant"].get<double>(), 2.5);
    QVERIFY(layerAt(**model, "plus")->supported && layerAt(**model, "plus")->operation);
    QCOMPARE(layerAt(**model, "plus")->type, std::string("Add"));
    QCOMPARE((*model)->calls[size_t(*(*model)->findCall("drop"))].arguments["training"].get<bool>(), true);
}

/// Keras 3's .h5 names no module: an Add layer has a dtype, the operation + has none.
void KerasGraphTest::operationsApartFromLayers()
{
    const std::string a =
        R"({"class_name":"InputLayer","name":"a","config":{"name":"a","batch_shape":[null,4],"dtype":"float32"},"inbound_nodes":[]})";
    const auto model = import("3.15.1",
        functional(a + "," + layer("Add", "op", "", R"([{"args":[)" + tensor("a") + R"(,2.0],"kwargs":{}}])")
                + ","
                + layer("Add", "add", R"("trainable":true,"dtype":"float32")",
                    R"([{"args":[[)" + tensor("a") + "," + tensor("op") + R"(]],"kwargs":{}}])"),
            R"(["a",0,0])", R"(["add",0,0])"));
    VERIFY_OK(model);
    QVERIFY(layerAt(**model, "op")->operation);
    QVERIFY(!layerAt(**model, "add")->operation);
    QCOMPARE((*model)->calls[1].arguments.dump(), std::string(R"({"args":[{"tensor":0},2.0],"kwargs":{}})"));
    QCOMPARE(inputsOf(**model, "add"), std::string("a, op"));
    QCOMPARE((*model)->inputs.size(), size_t(1));
}

void KerasGraphTest::dictionariesAndTriples()
{
    const auto model = import("3.15.1",
        functional(input("x") + "," + input("y") + ","
                + layer("Add", "s", R"("dtype":"float32","trainable":true)",
                    R"([{"args":[[)" + tensor("x") + "," + tensor("y") + R"(]],"kwargs":{}}])"),
            R"({"q":["y",0,0],"p":["x",0,0]})", R"({"first":["s",0,0]})"));
    VERIFY_OK(model);
    QCOMPARE((*model)->inputs[0].name, std::string("x"));
    QCOMPARE((*model)->inputs[1].name, std::string("y"));
    QCOMPARE((*model)->outputs[0].name, std::string("s"));
}

void KerasGraphTest::mergeAsFirstLayer()
{
    const auto branch = [](const std::string& name) {
        return R"({"class_name":"Sequential","config":[{"class_name":"Dense","config":{"name":")" + name
            + R"(","output_dim":3,"batch_input_shape":[null,4]}}]})";
    };
    const auto model = import("1.2.0",
        R"({"class_name":"Sequential","config":[{"class_name":"Merge","config":{"name":"m","mode":"concat","concat_axis":-1,"layers":[)"
            + branch("l") + "," + branch("r")
            + R"(]}},{"class_name":"Dense","config":{"name":"top","output_dim":1,"activation":"sigmoid"}}]})");
    VERIFY_OK(model);
    QCOMPARE((*model)->inputs.size(), size_t(2));
    QCOMPARE((*model)->inputs[1].name, std::string("r_input"));
    QCOMPARE(layerAt(**model, "m")->type, std::string("Concatenate"));
    QCOMPARE(layerAt(**model, "top")->config["units"].get<int>(), 1);
}

void KerasGraphTest::activations()
{
    const auto activationOf = [](const char* version, const std::string& written) {
        const auto model = import(version,
            sequential(layer("Dense", "d",
                R"("units":2,"dtype":"float32","batch_input_shape":[null,4],"activation":)" + written,
                "[]")));
        const Layer* dense = layerAt(**model, "d");
        return dense->supported ? dense->config["activation"].dump() : dense->reason.english();
    };
    QCOMPARE(activationOf("2.9.0", R"("hard_sigmoid")"), std::string(R"("hard_sigmoid_keras2")"));
    QCOMPARE(activationOf("3.1.0", R"("hard_sigmoid")"), std::string(R"("hard_sigmoid")"));
    QCOMPARE(activationOf("2.9.0", R"("swish")"), std::string(R"("silu")"));
    QCOMPARE(activationOf("2.9.0", "null"), std::string(R"("linear")"));
    QCOMPARE(
        activationOf("3.1.0",
            R"({"module":"builtins","class_name":"function","config":"relu6","registered_name":"function"})"),
        std::string(R"("relu6")"));
    QCOMPARE(activationOf("2.9.0", R"({"class_name":"LeakyReLU","config":{"alpha":0.5}})"),
        std::string(R"({"layer":{"class_name":"LeakyReLU","config":{"negative_slope":0.5}}})"));
    QCOMPARE(activationOf("2.9.0", R"("my_act")"),
        std::string("the activation function 'my_act' is not one of Keras"));
}

void KerasGraphTest::implicitMasks()
{
    const auto model = import("2.9.0",
        sequential(layer("Embedding", "e",
                       R"("input_dim":9,"output_dim":3,"mask_zero":true,"batch_input_shape":[null,5])", "[]")
            + "," + layer("Dropout", "d", R"("rate":0.5)", "[]") + ","
            + layer("LSTM", "l", R"("units":2,"return_sequences":true)", "[]") + ","
            + layer("GRU", "g", R"("units":2)", "[]") + "," + layer("Dense", "o", R"("units":1)", "[]")));
    VERIFY_OK(model);
    QCOMPARE(inputsOf(**model, "d"), std::string("e"));
    QCOMPARE(inputsOf(**model, "l"), std::string("d, e:mask[mask]"));
    QCOMPARE(inputsOf(**model, "g"), std::string("l, e:mask[mask]"));
    QCOMPARE(inputsOf(**model, "o"), std::string("g"));
    QCOMPARE(layerAt(**model, "g")->config["reset_after"].get<bool>(), false);
}

void KerasGraphTest::masksDieAtRecurrentFrom316()
{
    const std::string config =
        sequential(layer("Masking", "m", R"("dtype":"float32","batch_shape":[null,5,3])", "[]") + ","
            + layer("LSTM", "l", R"("dtype":"float32","units":2,"return_sequences":true)", "[]") + ","
            + layer("LSTM", "g", R"("dtype":"float32","units":2)", "[]"));
    const auto old = import("3.15.0", config);
    const auto recent = import("3.16.0", config);
    VERIFY_OK(old);
    VERIFY_OK(recent);
    QCOMPARE(inputsOf(**old, "g"), std::string("l, m:mask[mask]"));
    QCOMPARE(inputsOf(**recent, "l"), std::string("m, m:mask[mask]"));
    QCOMPARE(inputsOf(**recent, "g"), std::string("l"));
}

void KerasGraphTest::masksOfMerges()
{
    const auto embedding = [](const std::string& name, const std::string& from, bool mask) {
        return layer("Embedding", name,
            std::string(R"("input_dim":9,"output_dim":3,"mask_zero":)") + (mask ? "true" : "false"),
            R"([[[")" + from + R"(",0,0,{}]]])");
    };
    const auto model = import("2.9.0",
        functional(input("a") + "," + input("b") + "," + embedding("p", "a", true) + ","
                + embedding("q", "b", true) + "," + embedding("r", "b", false) + ","
                + layer("Add", "sum", "", R"([[["p",0,0,{}],["r",0,0,{}],["q",0,0,{}]]])") + ","
                + layer("LSTM", "l", R"("units":2)", R"([[["sum",0,0,{}]]])") + ","
                + layer("Add", "one", "", R"([[["p",0,0,{}],["r",0,0,{}]]])") + ","
                + layer("LSTM", "k", R"("units":2)", R"([[["one",0,0,{}]]])"),
            R"([["a",0,0],["b",0,0]])", R"([["l",0,0],["k",0,0]])"));
    VERIFY_OK(model);
    QCOMPARE(inputsOf(**model, "sum"), std::string("p, r, q, p:mask[mask], q:mask[mask]"));
    QCOMPARE(
        (*model)->calls[size_t(*(*model)->findCall("sum"))].arguments["masked"].dump(), std::string("[0,2]"));
    QCOMPARE(inputsOf(**model, "l"), std::string("sum, sum:mask[mask]"));
    QCOMPARE(inputsOf(**model, "k"), std::string("one, p:mask[mask]"));
}

void KerasGraphTest::neverBuilt()
{
    FileOf file("3.5.0",
        sequential(
            layer("Conv2D", "c", R"("dtype":"float32","filters":2,"kernel_size":3,"groups":2)", "[]")));
    file.paths().group("layers/conv2d", {{"0", {3, 3, 2, 2}}, {"1", {2}}});
    const auto model = file.import();
    VERIFY_OK(model);
    QCOMPARE((*model)->inputs[0].shape, (Shape{-1, -1, -1, 4}));
    QCOMPARE((*model)->inputs[0].name, std::string("c_input"));
    QVERIFY(!(*model)->notes.empty());
}

void KerasGraphTest::invalidGraphs_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const std::string& config, const char* part) {
        QTest::newRow(name) << QString::fromStdString(config) << QString(part);
    };
    const std::string in = R"([["a",0,0]])";
    row("cycle",
        functional(input("a") + "," + layer("Add", "x", "", R"([[["a",0,0,{}],["y",0,0,{}]]])") + ","
                + layer("ReLU", "y", "", R"([[["x",0,0,{}]]])"),
            in, R"([["y",0,0]])"),
        "cycle");
    row("dangling",
        functional(input("a") + "," + layer("ReLU", "y", "", R"([[["z",0,0,{}]]])"), in, R"([["y",0,0]])"),
        "'z'");
    row("node",
        functional(input("a") + "," + layer("ReLU", "y", "", R"([[["a",7,0,{}]]])"), in, R"([["y",0,0]])"),
        "call 7");
    row("twice", functional(input("a") + "," + input("a"), in, in), "two layers");
    row("no layer", functional(R"({"config":{}})", in, in), "no layer");
    row("not JSON", "{\"class_name\":", "JSON");
    row("not a model", "[1,2]", "no Keras model");
}

void KerasGraphTest::invalidGraphs()
{
    QFETCH(QString, config);
    QFETCH(QString, part);
    const auto model = import("2.9.0", config.toStdString());
    QVERIFY(!model.ok());
    QCOMPARE(model.error().code, ErrorCode::File);
    const QString text = QString::fromStdString(model.error().english());
    QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY2(text.contains("; "), qPrintable(text));
}

/// Each level calls the next one twice: 2^30 calls must be refused, not made.
void KerasGraphTest::unfoldingIsBounded()
{
    std::string config = functional(input("i"), R"([["i",0,0]])", R"([["i",0,0]])");
    for (int level = 0; level < 30; ++level) {
        std::string named = config;
        named.insert(named.size() - 1, R"(,"name":"n","inbound_nodes":[[["i",0,0,{}]],[["i",0,0,{}]]])");
        config = functional(input("i") + "," + named, R"([["i",0,0]])", R"([["n",1,0]])");
    }
    const auto model = import("2.9.0", config);
    QVERIFY(!model.ok());
    QCOMPARE(model.error().code, ErrorCode::File);
    QVERIFY(model.error().english().find("calls") != std::string::npos);
}

QTEST_GUILESS_MAIN(KerasGraphTest)
#include "tst_keras_graph.moc"
