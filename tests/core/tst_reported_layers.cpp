// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/lower.h"
#include "file_fixture.h"
#include "tests/core/keras_fixture.h"

#include <QtTest>

using namespace kerascope;

/// What users of other programs reported: layers and arguments that stopped a file, and tensors that went to
/// the wrong layer. One function a symptom; those that another test shows already:
///   a layer that the runtime lacks                tst_golden_layers graph/custom_layer (the rest runs),
///                                                 tst_keras_nonsense everyClassUnknown, tst_lower_part
///                                                 blockedSpreads
///   Lambda of another Python                      tst_golden_layers graph/lambda_layer; the users' own
///   replacement of
///                                                 a Lambda is not built
///   two members of one name in a zip              tst_file_foreign archives "twice"
///   which layers were skipped; other shapes       tst_keras_twins reportOfAPair, leftovers
///   three levels of models                        tst_keras_corpus knownTotals, tst_golden_layers
///                                                 keras2_graph/nested_three_levels
///   Keras 2.13's numbers, Keras 3's places        tst_keras_weights keras213CountsTwice, keras3CountsByClass
///   optimizer state is no weight                  tst_file_hdf5 keras3Paths, slashesAndTopLevelWeights
///   a weight of Keras.js that cannot be read      tst_file_keras_js refused
class TstReportedLayers : public QObject {
    Q_OBJECT
private slots:
    void neutralUnknownArguments();
    void bidirectionalInBothNamings_data();
    void bidirectionalInBothNamings();
    void kerasJsOfANewerSequential();
    void layerOfTensorFlowHub();
    void lambdaIsShownNotRun();
    void quantisersOfOtherLibraries();
    void frozenNestedByName();
    void manyLayersInSplitLists();
    void otherNumberOfLayers();
};

namespace {

std::string sequential(const std::string& layers)
{
    return R"({"class_name":"Sequential","config":{"name":"s","layers":[{"class_name":"InputLayer","config":
        {"name":"x","batch_input_shape":[null,8,8,4]}},)"
        + layers + "]}}";
}

QString notesOf(const Model& model)
{
    QString out;
    for (const Text& note : model.notes)
        out += QString::fromStdString(note.english()) + "\n";
    return out;
}

} // namespace

/// "Unrecognized keyword arguments passed to DepthwiseConv2D: {'groups': 1}"
void TstReportedLayers::neutralUnknownArguments()
{
    FileOf file("2.4.0",
        sequential(R"({"class_name":"DepthwiseConv2D","config":{"name":"a","kernel_size":3,"groups":1}},
        {"class_name":"DepthwiseConv2D","config":{"name":"b","kernel_size":3,"groups":1,"kernel_initializer":"ones"}},
        {"class_name":"Dense","config":{"name":"c","units":2,"new_in_keras_9":{"a":[1,2]}}})"));
    const auto model = file.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    for (const char* name : {"a", "b", "c"})
        QVERIFY(layerAt(**model, name)->supported);
    const QString notes = notesOf(**model);
    QVERIFY2(notes.contains(
                 "2 layers of the class DepthwiseConv2D have the argument groups = 1, which is not known"),
        qPrintable(notes));
    QVERIFY2(notes.contains("the argument new_in_keras_9"), qPrintable(notes));
    QVERIFY2(!notes.contains("initializer"), qPrintable(notes));
}

void TstReportedLayers::bidirectionalInBothNamings_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<QStringList>(
        "names"); // of the forward kernel, recurrent kernel, bias, and the backward ones
    QTest::newRow("Keras 2.3") << "2.3.1"
                               << QStringList{"bidirectional_1/forward_lstm_1/kernel:0",
                                      "bidirectional_1/forward_lstm_1/recurrent_kernel:0",
                                      "bidirectional_1/forward_lstm_1/bias:0",
                                      "bidirectional_1/backward_lstm_1/kernel:0",
                                      "bidirectional_1/backward_lstm_1/recurrent_kernel:0",
                                      "bidirectional_1/backward_lstm_1/bias:0"};
    QTest::newRow("tf.keras") << "2.10.0"
                              << QStringList{"b/forward_l/lstm_cell_1/kernel:0",
                                     "b/forward_l/lstm_cell_1/recurrent_kernel:0",
                                     "b/forward_l/lstm_cell_1/bias:0", "b/backward_l/lstm_cell_2/kernel:0",
                                     "b/backward_l/lstm_cell_2/recurrent_kernel:0",
                                     "b/backward_l/lstm_cell_2/bias:0"};
    QTest::newRow("Keras 3 .h5") << "3.5.0"
                                 << QStringList{"b/forward_l/lstm_cell/kernel",
                                        "b/forward_l/lstm_cell/recurrent_kernel",
                                        "b/forward_l/lstm_cell/bias", "b/backward_l/lstm_cell/kernel",
                                        "b/backward_l/lstm_cell/recurrent_kernel",
                                        "b/backward_l/lstm_cell/bias"};
}

void TstReportedLayers::bidirectionalInBothNamings()
{
    QFETCH(QString, version);
    QFETCH(QStringList, names);
    FileOf file(version.toStdString(), R"({"class_name":"Sequential","config":{"name":"s","layers":[
        {"class_name":"Bidirectional","config":{"name":"b","trainable":true,"dtype":"float32","batch_input_shape":[null,5,3],
        "merge_mode":"concat","layer":{"class_name":"LSTM","config":{"name":"l","units":2,"activation":"tanh",
        "recurrent_activation":"sigmoid","use_bias":true}}}}]}})");
    std::vector<std::pair<std::string, Shape>> tensors;
    const Shape shapes[] = {{3, 8}, {2, 8}, {8}};
    for (int i = 0; i < 6; ++i)
        tensors.push_back({names[i].toStdString(), shapes[i % 3]});
    file.group("b", tensors);
    const auto model = file.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    const Layer* layer = layerAt(**model, "b");
    QVERIFY(layer && layer->supported);
    QCOMPARE(layer->weights.size(), size_t(6));
    for (int i = 0; i < 6; ++i) {
        const Weight& weight = layer->weights[size_t(i)];
        QVERIFY2(weight.role.starts_with(i < 3 ? "forward/" : "backward/"), weight.role.c_str());
        QCOMPARE(weight.tensors, std::vector<int>{i});
    }
}

/// "Model configuration does not contain any layers": a dict in the place of Keras.js's list
void TstReportedLayers::kerasJsOfANewerSequential()
{
    FileOf file(
        "2.2.4", R"({"class_name":"Sequential","config":{"name":"s","layers":[{"class_name":"Dense","config":
        {"name":"d","units":2,"batch_input_shape":[null,3]}}]}})");
    file.file.format = FileFormat::KerasJs;
    file.group("d", {{"d/kernel:0", {3, 2}}, {"d/bias:0", {2}}});
    const auto model = file.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    QCOMPARE(layerAt(**model, "d")->params, int64_t(8));
}

/// "Unknown layer: KerasLayer"
void TstReportedLayers::layerOfTensorFlowHub()
{
    FileOf file("2.4.0",
        sequential(R"({"class_name":"KerasLayer","config":{"name":"hub","handle":"https://example.org/m",
        "trainable":false}},{"class_name":"Dense","config":{"name":"end","units":2}})"));
    file.group("hub", {{"a/b:0", {3, 3}}, {"c:0", {7}}})
        .group("end", {{"end/kernel:0", {5, 2}}, {"end/bias:0", {2}}});
    const auto model = file.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    const Layer* hub = layerAt(**model, "hub");
    QVERIFY(hub && !hub->supported && !hub->reason.empty());
    QCOMPARE(hub->params, int64_t(16));
    QVERIFY(layerAt(**model, "end")->supported);
    LowerRequest request;
    request.model = *model;
    const auto lowered = lower(request, {});
    QVERIFY(lowered.ok() && !lowered->blocked.empty());
}

/// "bad marshal data (unknown type code)": nothing is unmarshalled, in whatever form the code is written.
void TstReportedLayers::lambdaIsShownNotRun()
{
    for (const char* function : {R"(["4wEAAAAAAAAA",null,null])", R"("my_function")",
             R"({"class_name":"__lambda__","config":{"code":"4wEAAAAAAAAA","defaults":null,"closure":null}})",
             "7"}) {
        FileOf file("2.4.0",
            sequential(R"({"class_name":"Lambda","config":{"name":"l","function":)" + std::string(function)
                + R"(,"function_type":"lambda","arguments":{}}},
            {"class_name":"Dense","config":{"name":"end","units":2}})"));
        const auto model = file.import();
        QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
        QCOMPARE(layerAt(**model, "l")->reason.english(),
            std::string("Lambda holds Python code, which is never run"));
    }
    FileOf code("3.5.0", R"({"module":"keras","class_name":"Sequential","config":{"name":"s","layers":[
        {"module":"keras.layers","class_name":"InputLayer","config":{"name":"x","batch_shape":[null,4]}},
        {"module":"keras.layers","class_name":"Activation","config":{"name":"a","activation":{"class_name":"__lambda__",
        "config":{"code":"4wEAAAAAAAAA"}}}}]}})");
    const auto model = code.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    QVERIFY(!layerAt(**model, "a")->supported);
}

/// QKeras, hls4ml: classes of their own with quantisers for activations.
void TstReportedLayers::quantisersOfOtherLibraries()
{
    FileOf file(
        "2.4.0", sequential(R"json({"class_name":"QDense","config":{"name":"q","units":2,"kernel_quantizer":
        {"class_name":"quantized_bits","config":{"bits":6}},"activation":"quantized_relu(4)"}},
        {"class_name":"Activation","config":{"name":"a","activation":"quantized_relu(4,0)"}})json"));
    file.group("q", {{"q/kernel:0", {4, 2}}, {"q/bias:0", {2}}});
    const auto model = file.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    const Layer* dense = layerAt(**model, "q");
    QVERIFY(!dense->supported);
    QCOMPARE(dense->params, int64_t(10));
    QCOMPARE(dense->fileConfig["kernel_quantizer"]["config"]["bits"].get<int>(), 6);
    const std::string reason = layerAt(**model, "a")->reason.english();
    QVERIFY2(reason.find("quantized_relu(4,0)") != std::string::npos, reason.c_str());
}

/// Trainable weights are saved first: a frozen normalisation inside a nested model moves all others.
void TstReportedLayers::frozenNestedByName()
{
    const std::string config = sequential(R"({"class_name":"Sequential","config":{"name":"inner","layers":[
        {"class_name":"Dense","config":{"name":"d","units":4}},
        {"class_name":"BatchNormalization","config":{"name":"n","axis":[3],"trainable":false}},
        {"class_name":"Dense","config":{"name":"e","units":4}}]}})");
    FileOf file("2.4.0", config);
    file.group("inner",
        {{"d/kernel:0", {4, 4}}, {"d/bias:0", {4}}, {"e/kernel:0", {4, 4}}, {"e/bias:0", {4}},
            {"n/gamma:0", {4}}, {"n/beta:0", {4}}, {"n/moving_mean:0", {4}}, {"n/moving_variance:0", {4}}});
    const auto model = file.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    QCOMPARE(weightsOf(**model, file.file, "inner/e"),
        std::string("kernel 4x4 <inner/e/kernel:0>; bias 4 <inner/e/bias:0>"));
    QCOMPARE(weightsOf(**model, file.file, "inner/n"),
        std::string(
            "gamma 4 <inner/n/gamma:0>; beta 4 <inner/n/beta:0>; moving_mean 4 <inner/n/moving_mean:0>; "
            "moving_variance 4 <inner/n/moving_variance:0>"));
}

/// "object header message is too large": Keras splits its lists of names over several attributes.
void TstReportedLayers::manyLayersInSplitLists()
{
    constexpr int count = 3000;
    const QTemporaryDir folder;
    const QString path = folder.filePath("many.h5");
    {
        test::Hdf5Writer writer(path);
        const Hdf5Id weights = writer.group(writer.root(), "model_weights");
        std::string layers;
        std::vector<std::string> names;
        const float value = 7;
        for (int i = 0; i < count; ++i) {
            const std::string name = "a_rather_long_name_of_a_layer_" + std::to_string(i);
            names.push_back(name);
            layers += (i == 0 ? "" : ",") + std::string(R"({"class_name":"Dense","config":{"name":")") + name
                + R"(","units":1,"use_bias":false)" + (i == 0 ? R"(,"batch_input_shape":[null,1])" : "")
                + "}}";
            const Hdf5Id layer = writer.group(weights.get(), name.c_str());
            writer.texts(layer.get(), i % 2 == 0 ? "weight_names" : "weight_names0", {"k:0"}, 3);
            writer.dataset(layer.get(), "k:0", H5T_IEEE_F32LE, {1, 1}, &value);
        }
        for (int part = 0; part < 3; ++part)
            writer.texts(weights.get(), ("layer_names" + std::to_string(part)).c_str(),
                {names.begin() + part * 1000, names.begin() + (part + 1) * 1000}, 64);
        const std::string config =
            R"({"class_name":"Sequential","config":{"name":"s","layers":[)" + layers + "]}}";
        QVERIFY(config.size() > 65536);
        writer.text(writer.root(), "model_config", config);
        writer.text(writer.root(), "keras_version", "2.2.4");
    }
    const auto opened = openModel({path.toStdString()}, {});
    QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().english().c_str());
    QCOMPARE(opened->file->groups.size(), size_t(count));
    for (const Layer& layer : opened->model->layers)
        QVERIFY(layer.type == "InputLayer" || (layer.params == 1 && layer.weights[0].tensors.size() == 1));
}

/// "You are trying to load a weight file containing 3 layers into a model with 1 layers": both sides are
/// named.
void TstReportedLayers::otherNumberOfLayers()
{
    FileOf file("2.4.0", sequential(R"({"class_name":"Dense","config":{"name":"only","units":2}})"));
    file.file.format = FileFormat::JsonAndWeights;
    file.group("only", {{"only/kernel:0", {4, 2}}, {"only/bias:0", {2}}})
        .group("second", {{"second/kernel:0", {2, 2}}, {"second/bias:0", {2}}})
        .group("third", {{"third/kernel:0", {2, 2}}, {"third/bias:0", {2}}});
    const auto model = file.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    QVERIFY(layerAt(**model, "only")->notLoaded.empty());
    const QString notes = notesOf(**model);
    QVERIFY2(notes.contains("the weights of 'second' belong to no layer")
            && notes.contains("the weights of 'third' belong to no layer"),
        qPrintable(notes));
    FileOf fewer("2.4.0", sequential(R"({"class_name":"Dense","config":{"name":"a","units":2}},
        {"class_name":"Dense","config":{"name":"b","units":2}},{"class_name":"Dense","config":{"name":"c","units":2}})"));
    fewer.file.format = FileFormat::JsonAndWeights;
    fewer.group("a", {{"a/kernel:0", {4, 2}}, {"a/bias:0", {2}}});
    const auto part = fewer.import();
    QVERIFY2(part.ok(), part.ok() ? "" : part.error().english().c_str());
    for (const char* name : {"b", "c"}) {
        QVERIFY(!layerAt(**part, name)->notLoaded.empty());
        QVERIFY2(
            notesOf(**part).contains(QString("the file holds no kernel for layer '%1'").arg(name)), name);
    }
}

QTEST_GUILESS_MAIN(TstReportedLayers)
#include "tst_reported_layers.moc"
