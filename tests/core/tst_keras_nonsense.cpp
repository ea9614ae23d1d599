// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/summary.h"
#include "keras_fixture.h"

#include <QTest>

using namespace kerascope;

/// Options that make no sense are named; nothing is silently taken for a default. Classes that nobody knows
/// are drawn and marked.
class KerasNonsenseTest : public QObject {
    Q_OBJECT
private slots:
    void options_data();
    void options();
    void oldSpellings_data();
    void oldSpellings();
    void everyClassUnknown_data();
    void everyClassUnknown();
};

namespace {

/// A Sequential of one layer.
QByteArray oneLayer(const QByteArray& type, const QByteArray& options)
{
    return R"({"class_name":"Sequential","config":{"name":"s","layers":[{"class_name":")" + type
        + R"(","config":{"name":"l","batch_input_shape":[null,8,8,6])" + (options.isEmpty() ? "" : ",")
        + options + "}}]}}";
}

QString refusal(const QByteArray& json, const char* version = "2.9.0")
{
    const auto model = FileOf(version, json.toStdString()).import();
    if (!model)
        return "error: " + QString::fromStdString(model.error().english());
    const Layer* layer = layerAt(**model, "l");
    return layer && !layer->supported ? QString::fromStdString(layer->reason.english()) : QString("runs");
}

} // namespace

void KerasNonsenseTest::options_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QString>("wanted");
    const auto row = [](const char* type, const char* options, const char* wanted) {
        QTest::addRow("%s %s", type, options) << QByteArray(type) << QByteArray(options) << QString(wanted);
    };
    row("BatchNormalization", R"("axis":null)", "its axis makes no sense: null");
    row("BatchNormalization", R"("axis":{})", "its axis makes no sense: {}");
    row("BatchNormalization", R"("axis":"x")", "its axis makes no sense: \"x\"");
    row("BatchNormalization", R"("epsilon":"small")", "its epsilon makes no sense: \"small\"");
    row("BatchNormalization", R"("epsilon":NaN)", "its epsilon makes no sense: null");
    row("BatchNormalization", R"("center":"no")", "its center makes no sense: \"no\"");
    row("BatchNormalization", R"("scale":[])", "its scale makes no sense: []");
    row("LayerNormalization", R"("axis":null)", "its axis makes no sense: null");
    row("Softmax", R"("axis":null)", "its axis makes no sense: null");
    row("Concatenate", R"("axis":null)", "its axis makes no sense: null");
    row("Dense", R"("units":5,"dtype":"float99")", "its dtype makes no sense: \"float99\"");
    row("Dense", R"("units":5,"dtype":7)", "its dtype makes no sense: 7");
    row("Dense", R"("units":5,"dtype":{"class_name":"DTypePolicy","config":{"name":"float99"}})",
        "its dtype makes no sense: {\"class_name\":\"DTypePolicy\",\"config\":{\"name\":\"float99\"}}");
    row("Dense", R"("units":5,"use_bias":"yes")", "its use_bias makes no sense: \"yes\"");
    row("Dense", R"("units":5,"use_bias":2)", "its use_bias makes no sense: 2");
    row("Dense", R"("units":2.5)", "its units makes no sense: 2.5");
    row("Dense", R"("units":null)", "the file does not say its units");
    row("Dense", R"("units":5,"activation":5)", "its activation makes no sense: 5");
    row("Dense", R"("units":5,"activation":{})", "its activation makes no sense: {}");
    row("Dense", R"("units":5,"activation":[])", "its activation makes no sense: []");
    row("Dense", R"("units":5,"activation":true)", "its activation makes no sense: true");
    row("Dense", R"("units":5,"activation":{"class_name":7,"config":{}})",
        "its activation makes no sense: {\"class_name\":7,\"config\":{}}");
    row("Activation", R"("activation":5)", "its activation makes no sense: 5");
    row("Activation", R"("activation":"wobble")", "the activation function 'wobble' is not one of Keras");
    row("LSTM", R"("units":3,"recurrent_activation":5)", "its activation makes no sense: 5");
    row("LSTM", R"("units":3,"return_sequences":"all")", "its return_sequences makes no sense: \"all\"");
    row("ReLU", R"("max_value":"six")", "its max_value makes no sense: \"six\"");
    row("ReLU", R"("negative_slope":{})", "its negative_slope makes no sense: {}");
    row("LeakyReLU", R"("alpha":"a")", "its negative_slope makes no sense: \"a\"");
    row("Dropout", R"("rate":"half")", "its rate makes no sense: \"half\"");
    row("Conv2D", R"("filters":2,"kernel_size":3,"padding":"around")",
        "its padding makes no sense: \"around\"");
    row("Conv2D", R"("filters":2,"kernel_size":3,"strides":{})", "its strides makes no sense: {}");
    row("Conv2D", R"("filters":2,"kernel_size":[3,0])", "its kernel_size makes no sense: [3,0]");
}

void KerasNonsenseTest::options()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, options);
    QFETCH(QString, wanted);
    QCOMPARE(refusal(oneLayer(type, options)), wanted);
}

void KerasNonsenseTest::oldSpellings_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("options");
    const auto row = [](const char* type, const char* options) {
        QTest::addRow("%s %s", type, options) << QByteArray(type) << QByteArray(options);
    };
    row("BatchNormalization", R"("axis":[3])");
    row("BatchNormalization", R"("axis":3.0,"center":1,"scale":0)");
    row("LeakyReLU", R"("alpha":{"type":"ndarray","value":0.3})");
    row("ReLU", R"("max_value":null)");
    row("Dense", R"("units":5,"dtype":"mixed_float16")");
    row("Dense", R"("units":5,"dtype":{"class_name":"Policy","config":{"name":"infer"}})");
    row("Dense", R"("units":5,"dtype":null,"activation":null)");
    row("Dense", R"("units":5.0,"activation":{"class_name":"function","config":"relu","module":"builtins"})");
    row("Dense", R"("units":5,"activation":{"class_name":"ReLU","config":{"name":"r","max_value":6}})");
}

void KerasNonsenseTest::oldSpellings()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, options);
    QCOMPARE(refusal(oneLayer(type, options)), QString("runs"));
}

void KerasNonsenseTest::everyClassUnknown_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("version");
    QTest::newRow("Keras 2") << QByteArray(R"({"class_name":"Functional","config":{"name":"m","layers":[
        {"class_name":"MyInput","config":{"name":"a"},"name":"a","inbound_nodes":[]},
        {"class_name":"MyLayer","config":{"name":"l"},"name":"l","inbound_nodes":[[["a",0,0,{}]]]},
        {"class_name":"MyEnd","config":{"name":"z"},"name":"z","inbound_nodes":[[["l",0,0,{}],["a",0,0,{}]]]}],
        "input_layers":[["a",0,0]],"output_layers":[["z",0,0]]}})")
                             << QByteArray("2.9.0");
    QTest::newRow("Keras 3") << QByteArray(
        R"({"module":"my","class_name":"Mine","config":{"name":"m","layers":[
        {"module":"my","class_name":"MyInput","config":{"name":"a"},"registered_name":"my>MyInput","name":"a",
         "inbound_nodes":[]},
        {"module":"my","class_name":"MyLayer","config":{"name":"l","dtype":"float32"},
         "registered_name":"my>MyLayer","name":"l","inbound_nodes":[{"args":[{"class_name":"__keras_tensor__",
         "config":{"shape":[null,3],"dtype":"float32","keras_history":["a",0,0]}}],"kwargs":{}}]},
        {"module":"my","class_name":"MyEnd","config":{"name":"z","dtype":"float32"},
         "registered_name":"my>MyEnd","name":"z","inbound_nodes":[{"args":[{"class_name":"__keras_tensor__",
         "config":{"shape":[null,3],"dtype":"float32","keras_history":["l",0,0]}}],"kwargs":{}}]}],
        "input_layers":[["a",0,0]],"output_layers":[["z",0,0]]},"registered_name":"my>Mine"})")
                             << QByteArray("3.5.0");
    QTest::newRow("a list") << QByteArray(R"({"class_name":"Sequential","config":[
        {"class_name":"MyInput","config":{"name":"a"}},{"class_name":"MyLayer","config":{"name":"l"}},
        {"class_name":"MyEnd","config":{"name":"z"}}]})")
                            << QByteArray("2.1.0");
}

void KerasNonsenseTest::everyClassUnknown()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, version);
    const auto model = FileOf(version.toStdString(), json.toStdString()).import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    int marked = 0;
    for (const char* name : {"a", "l", "z"}) {
        const Layer* layer = layerAt(**model, name);
        QVERIFY2(layer && layer->calls.size() == 1, name);
        marked += layer->supported ? 0 : 1;
        QVERIFY(!layer->reason.empty());
    }
    QCOMPARE(marked, 3);
    QVERIFY(QString::fromStdString(inputsOf(**model, "z")).contains("l"));
    QCOMPARE((*model)->outputs.size(), size_t(1));
    const auto summary = summarize(*model, {});
    QVERIFY2(summary.ok(), summary.ok() ? "" : summary.error().english().c_str());
    QVERIFY(std::none_of(summary->runnable.begin(), summary->runnable.end(), [](bool runs) { return runs; })
        || version == "2.1.0"); // there the made-up input may run
}

QTEST_GUILESS_MAIN(KerasNonsenseTest)
#include "tst_keras_nonsense.moc"
