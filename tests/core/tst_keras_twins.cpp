// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/compare.h"
#include "core/keras/open_model.h"
#include "core/plan/weight_store.h"
#include "file_fixture.h"
#include "keras_fixture.h"

#include <QTest>
#include <map>
#include <set>

using namespace kerascope;
using namespace kerascope::test;

/// The same model in two files gives the same weights: Theano and TensorFlow kernels, plain and quantised,
/// HDF5 and .keras. And the report of what was loaded, where the halves do not agree.
class KerasTwinsTest : public QObject {
    Q_OBJECT
private slots:
    void kernelOrders();
    void formats_data();
    void formats();
    void quantised_data();
    void quantised();
    void reportOfAPair();
    void nothingFits();
    void leftovers();

private:
    QTemporaryDir folder_;
    const QString data_ = KERASCOPE_GOLDEN;
};

namespace {

/// keunwoochoi's music tagger as Keras 1 describes it; only its files' weights are in the corpus.
QByteArray musicTagger()
{
    QByteArray layers = R"({"class_name":"ZeroPadding2D","config":{"name":"zeropadding2d_1","padding":[0,37],
        "dim_ordering":"th","batch_input_shape":[null,1,96,1366]}},
        {"class_name":"BatchNormalization","config":{"name":"bn_0_freq","axis":3,"mode":0}})";
    const int filters[] = {64, 128, 128, 128};
    for (int i = 0; i < 4; ++i) {
        const QByteArray n = QByteArray::number(i + 1);
        const QByteArray pool = i < 1 ? "[2,2]" : i < 2 ? "[3,3]" : "[4,4]";
        layers += R"(,{"class_name":"Convolution2D","config":{"name":"conv)" + n + R"(","nb_filter":)"
            + QByteArray::number(filters[i])
            + R"(,"nb_row":3,"nb_col":3,"border_mode":"same","dim_ordering":"th"}},
            {"class_name":"BatchNormalization","config":{"name":"bn)"
            + n + R"(","axis":1,"mode":0}},{"class_name":"MaxPooling2D","config":{"name":"pool)" + n
            + R"(","pool_size":)" + pool + R"(,"strides":)" + pool + R"(,"dim_ordering":"th"}})";
    }
    layers += R"(,{"class_name":"Permute","config":{"name":"permute_1","dims":[3,1,2]}},
        {"class_name":"Reshape","config":{"name":"reshape_1","target_shape":[15,128]}},
        {"class_name":"GRU","config":{"name":"gru1","output_dim":32,"return_sequences":true,"activation":"tanh",
        "inner_activation":"hard_sigmoid"}},{"class_name":"GRU","config":{"name":"gru2","output_dim":32,
        "activation":"tanh","inner_activation":"hard_sigmoid"}},
        {"class_name":"Dense","config":{"name":"output","output_dim":50,"activation":"sigmoid"}})";
    return R"({"class_name":"Sequential","keras_version":"1.0.6","config":[)" + layers + "]}";
}

/// Weights by "layer role".
std::map<std::string, Tensor> weightsOfModel(const OpenedModel& opened)
{
    std::map<std::string, Tensor> out;
    WeightStore store(opened.model, opened.file, opened.tensors);
    for (const Layer& layer : opened.model->layers)
        for (int i = 0; i < int(layer.weights.size()); ++i)
            if (const auto tensor = store.weight({layer.id, i}, {}))
                out[layer.path + " " + layer.weights[size_t(i)].role] = **tensor;
    return out;
}

Result<OpenedModel> openAt(const std::vector<QString>& paths)
{
    std::vector<std::filesystem::path> files;
    for (const QString& path : paths)
        files.emplace_back(path.toStdString());
    return openModel(files, {});
}

void compareWeights(const OpenedModel& a, const OpenedModel& b, double limit)
{
    const auto first = weightsOfModel(a);
    const auto second = weightsOfModel(b);
    QVERIFY(!first.empty());
    QCOMPARE(first.size(), second.size());
    for (const auto& [name, tensor] : first) {
        const auto twin = second.find(name);
        QVERIFY2(twin != second.end(), name.c_str());
        QVERIFY2(maxError(tensor, twin->second) <= limit, name.c_str());
    }
}

} // namespace

void KerasTwinsTest::kernelOrders()
{
    if (corpus().isEmpty())
        QSKIP("KERASCOPE_CORPUS is not set");
    const QString json = write(folder_, "tagger.json", musicTagger());
    const QString start = corpus() + "/keunwoochoi-music-tagger/music_tagger_crnn_weights_";
    const auto theano = openAt({json, start + "theano.h5"});
    const auto tensorflow = openAt({json, start + "tensorflow.h5"});
    QVERIFY2(theano.ok(), theano.ok() ? "" : theano.error().english().c_str());
    QVERIFY2(tensorflow.ok(), tensorflow.ok() ? "" : tensorflow.error().english().c_str());
    QCOMPARE(weightsOfModel(*theano).size(), size_t(5 * 4 + 4 * 2 + 2 * 3 + 2));
    compareWeights(*theano, *tensorflow, 0);
}

void KerasTwinsTest::formats_data()
{
    QTest::addColumn<QStringList>("first");
    QTest::addColumn<QStringList>("second");
    const auto row = [](const char* name, const QStringList& first, const QStringList& second) {
        QTest::newRow(name) << first << second;
    };
    row("whole and pair, Keras 2", {"keras2_graph/frozen_nested.h5"},
        {"keras2_graph/frozen_nested.json", "keras2_graph/frozen_nested_weights.h5"});
    row("three levels", {"keras2_graph/nested_three_levels.h5"},
        {"keras2_graph/nested_three_levels.json", "keras2_graph/nested_three_levels_weights.h5"});
    row("frozen, Keras 3", {"keras3_format/frozen_nested.h5"},
        {"keras3_format/frozen_nested.json", "keras3_format/frozen_nested.weights.h5"});
    row("three levels, Keras 3", {"keras3_format/nested_three_levels.h5"},
        {"keras3_format/nested_three_levels.json", "keras3_format/nested_three_levels.weights.h5"});
    row("legacy HDF5 and .keras", {"keras3_format/residual_blocks.h5"}, {"graph/residual_blocks.keras"});
    row("frozen in .keras", {"keras3_format/frozen_nested.h5"}, {"graph/frozen_nested.keras"});
    row("corpus: nested", {"corpus:hdf5-variants/keras3-nested.h5"},
        {"corpus:hdf5-variants/keras3-nested.keras"});
    row("corpus: gzip", {"corpus:hdf5-variants/plain.h5"}, {"corpus:hdf5-variants/gzip_shuffle.h5"});
    row("corpus: big-endian", {"corpus:hdf5-variants/plain.h5"}, {"corpus:hdf5-variants/bigendian.h5"});
    row("corpus: float64", {"corpus:hdf5-variants/plain.h5"}, {"corpus:hdf5-variants/f64.h5"});
    row("corpus: dl4j", {"corpus:dl4j-test-resources/keras/simple/cnn_tf_model.h5"},
        {"corpus:dl4j-test-resources/keras/simple/cnn_tf_config.json",
            "corpus:dl4j-test-resources/keras/simple/cnn_tf_weights.h5"});
}

void KerasTwinsTest::formats()
{
    QFETCH(QStringList, first);
    QFETCH(QStringList, second);
    std::vector<QString> paths[2];
    for (const int i : {0, 1})
        for (const QString& name : i == 0 ? first : second) {
            if (name.startsWith("corpus:") && corpus().isEmpty())
                QSKIP("KERASCOPE_CORPUS is not set");
            paths[i].push_back(
                name.startsWith("corpus:") ? corpus() + "/" + name.mid(7) : data_ + "/" + name);
        }
    const auto a = openAt(paths[0]);
    const auto b = openAt(paths[1]);
    QVERIFY2(a.ok(), a.ok() ? "" : a.error().english().c_str());
    QVERIFY2(b.ok(), b.ok() ? "" : b.error().english().c_str());
    compareWeights(*a, *b, 0);
}

void KerasTwinsTest::quantised_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("picture") << "picture";
    QTest::newRow("text") << "text";
}

/// Both are of the same architecture; the quantised one holds 256 levels of its own numbers at most.
void KerasTwinsTest::quantised()
{
    QFETCH(QString, name);
    const auto plain = openAt({data_ + "/keras_js/" + name + "_float.bin"});
    const auto small = openAt({data_ + "/keras_js/" + name + "_uint8.bin"});
    QVERIFY(plain.ok() && small.ok());
    const auto a = weightsOfModel(*plain);
    const auto b = weightsOfModel(*small);
    QCOMPARE(a.size(), b.size());
    for (const auto& [key, tensor] : b) {
        QCOMPARE(a.at(key).shape, tensor.shape);
        const std::set<float> levels(tensor.data.begin(), tensor.data.end());
        QVERIFY(levels.size() <= 256);
    }
    QCOMPARE(plain->file->tensors.size(), small->file->tensors.size());
    uint64_t bytes[2] = {};
    for (size_t i = 0; i < plain->file->tensors.size(); ++i) {
        bytes[0] += plain->file->tensors[i].bytes;
        bytes[1] += small->file->tensors[i].bytes;
    }
    QCOMPARE(bytes[0], bytes[1] * 4);
}

namespace {

constexpr const char* twoDense = R"({"class_name":"Sequential","config":{"name":"s","layers":[
  {"class_name":"Dense","config":{"name":"a_fc","trainable":true,"units":4,"batch_input_shape":[null,3]}},
  {"class_name":"Dense","config":{"name":"fc","trainable":true,"units":5}},
  {"class_name":"Dense","config":{"name":"end","trainable":true,"units":2}}]}})";

FileOf pairOf()
{
    FileOf file("2.9.0", twoDense);
    file.file.format = FileFormat::JsonAndWeights;
    return file;
}

QString notesOf(const Model& model)
{
    QString out;
    for (const Text& note : model.notes)
        out += QString::fromStdString(note.english()) + "\n";
    return out;
}

} // namespace

/// A layer of another shape is left out with both shapes named; one whose name the file does not have, too.
void KerasTwinsTest::reportOfAPair()
{
    FileOf pair = pairOf();
    pair.group("a_fc", {{"a_fc/kernel:0", {3, 4}}, {"a_fc/bias:0", {4}}})
        .group("fc", {{"fc/kernel:0", {4, 7}}, {"fc/bias:0", {7}}})
        .group("other", {{"other/kernel:0", {9, 9}}});
    const auto model = pair.import();
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().english().c_str());
    const Layer* first = layerAt(**model, "a_fc");
    const Layer* wrong = layerAt(**model, "fc");
    const Layer* absent = layerAt(**model, "end");
    QVERIFY(first->notLoaded.empty() && first->weights[0].tensors.size() == 1);
    const QString why = QString::fromStdString(wrong->notLoaded.english());
    QVERIFY2(why.contains("has shape 4x7") && why.contains("needs ?x5"), qPrintable(why));
    QVERIFY(
        wrong->weights.size() == 2 && wrong->weights[0].tensors.empty() && wrong->weights[1].tensors.empty());
    QVERIFY(QString::fromStdString(absent->notLoaded.english()).contains("holds no kernel"));
    const QString notes = notesOf(**model);
    QVERIFY2(notes.contains("the weights of layer 'fc' are left out"), qPrintable(notes));
    QVERIFY2(notes.contains("the weights of 'other' belong to no layer"), qPrintable(notes));
    QVERIFY2(notes.contains("1 layers got their weights, 1 did not"), qPrintable(notes));
    // in a whole file the same is damage
    pair.file.format = FileFormat::Hdf5Model;
    QVERIFY(!pair.import().ok());
}

void KerasTwinsTest::nothingFits()
{
    FileOf pair = pairOf();
    pair.group("a_fc", {{"a_fc/kernel:0", {8, 8}}, {"a_fc/bias:0", {8}}})
        .group("fc", {{"fc/kernel:0", {8, 8}}, {"fc/bias:0", {8}}})
        .group("end", {{"end/kernel:0", {8, 8}}, {"end/bias:0", {8}}});
    const auto model = pair.import();
    QVERIFY(!model.ok());
    QVERIFY2(QString::fromStdString(model.error().english()).contains("layer 'a_fc' needs"),
        model.error().english().c_str());
}

/// Candidates of different shapes are not mixed up by their place, and other names are taken only if all fit.
void KerasTwinsTest::leftovers()
{
    FileOf swapped = pairOf();
    swapped.group("a_fc", {{"a_fc/kernel:0", {3, 4}}, {"a_fc/bias:0", {4}}})
        .group("x1", {{"x1/kernel:0", {4, 5}}, {"x1/bias:0", {5}}})
        .group("x2", {{"x2/kernel:0", {3, 5}}, {"x2/bias:0", {5}}});
    const auto mixed = swapped.import();
    QVERIFY2(mixed.ok(), mixed.ok() ? "" : mixed.error().english().c_str());
    QVERIFY(layerAt(**mixed, "a_fc")->notLoaded.empty());
    for (const char* name : {"fc", "end"})
        QVERIFY2(!layerAt(**mixed, name)->notLoaded.empty(), name);
    FileOf renamed = pairOf();
    renamed.group("x1", {{"x1/kernel:0", {3, 4}}, {"x1/bias:0", {4}}})
        .group("x2", {{"x2/kernel:0", {4, 5}}, {"x2/bias:0", {5}}})
        .group("x3", {{"x3/kernel:0", {5, 2}}, {"x3/bias:0", {2}}});
    const auto taken = renamed.import();
    QVERIFY(taken.ok());
    QCOMPARE(weightsOf(**taken, renamed.file, "fc"),
        std::string("kernel 4x5 <x2/x2/kernel:0>; bias 5 <x2/x2/bias:0>"));
    QVERIFY(notesOf(**taken).contains("3 layers have other names in the weights"));
    // Keras 3's store
    FileOf paths("3.5.0", twoDense);
    paths.file.format = FileFormat::JsonAndWeights;
    paths.paths()
        .group("layers/dense", {{"0", {3, 4}}, {"1", {4}}}, "a_fc")
        .group("layers/dense_1", {{"0", {4, 6}}, {"1", {6}}}, "fc")
        .group("layers/dense_2", {{"0", {5, 2}}, {"1", {2}}}, "end")
        .group("layers/dense_3", {{"0", {1, 1}}}, "more");
    const auto keras3 = paths.import();
    QVERIFY2(keras3.ok(), keras3.ok() ? "" : keras3.error().english().c_str());
    QVERIFY2(!layerAt(**keras3, "fc")->notLoaded.empty() && layerAt(**keras3, "end")->notLoaded.empty(),
        qPrintable(notesOf(**keras3)));
    QVERIFY2(notesOf(**keras3).contains("the weights of 'layers/dense_3' belong to no layer"),
        qPrintable(notesOf(**keras3)));
}

QTEST_GUILESS_MAIN(KerasTwinsTest)
#include "tst_keras_twins.moc"
