// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/open_model.h"
#include "file_fixture.h"

#include <QDir>
#include <QTest>

using namespace kerascope;
using namespace kerascope::test;

/// What belongs together is found: halves beside each other, shards, folders, several files at once.
class TstFileSets : public QObject {
    Q_OBJECT
private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void weightsFindTheirArchitecture();
    void unfitNeighboursAreLeft();
    void jsonInsideJson();
    void shards();
    void shardsInKerasFiles();
    void brokenShards_data();
    void brokenShards();
    void shardFindsItsManifest();
    void severalAtOnce();
    void folders_data();
    void folders();
    void corpusFolders_data();
    void corpusFolders();

private:
    QString put(const QString& name, const QByteArray& bytes) { return write(*folder_, name, bytes); }
    QString put(const QString& name, const QString& from) { return write(*folder_, name, bytesOf(from)); }
    std::unique_ptr<QTemporaryDir> folder_;
    const QString data_ = KERASCOPE_GOLDEN;
    const QString keras2_ = data_ + "/keras2_graph/frozen_nested";
    const QString keras3_ = data_ + "/keras3_format/residual_blocks";
    const QString sharded_ = data_ + "/shards/sharded";
};

namespace {

const char* const tfjs = R"({"modelTopology":{"class_name":"Sequential","config":{"name":"s","layers":[
  {"class_name":"Dense","config":{"name":"d","units":2,"use_bias":false,"batch_input_shape":[null,3]}}]}},
  "weightsManifest":[{"paths":["d1.bin","d2.bin"],"weights":[{"name":"d/kernel","shape":[3,2],"dtype":"float32"}]}]})";

QString noteOf(const Result<OpenedModel>& opened)
{
    return opened && !opened->file->notes.empty()
        ? QString::fromStdString(opened->file->notes.front().english())
        : QString();
}
Result<OpenedModel> openGraph(const QString& path) { return openModel({path.toStdString()}, {}); }
QString sentenceOf(const Result<OpenedModel>& opened)
{
    return opened ? QString() : QString::fromStdString(opened.error().english());
}

/// Every layer that wants weights has them.
bool complete(const OpenedModel& opened)
{
    size_t weights = 0;
    for (const Layer& layer : opened.model->layers)
        for (const Weight& weight : layer.weights) {
            if (weight.tensors.empty())
                return false;
            ++weights;
        }
    return weights > 0 && opened.tensors != nullptr;
}

} // namespace

void TstFileSets::weightsFindTheirArchitecture()
{
    for (const QString& weights :
        {keras2_ + "_weights.h5", keras3_ + ".weights.h5", sharded_ + ".weights.json"}) {
        const auto opened = openGraph(weights);
        QVERIFY2(opened.ok(), qPrintable(sentenceOf(opened)));
        QCOMPARE(opened->file->format, FileFormat::JsonAndWeights);
        QVERIFY(complete(*opened));
        QVERIFY2(noteOf(opened).contains("the architecture was found beside it"), qPrintable(noteOf(opened)));
    }
    const QString alone = put("x/trained.h5", keras2_ + "_weights.h5");
    put("x/other.json", keras2_ + ".json"); // another name: not taken
    const auto opened = openGraph(alone);
    QVERIFY2(opened.ok(), qPrintable(sentenceOf(opened)));
    QCOMPARE(opened->file->format, FileFormat::Hdf5Weights);
    QVERIFY(opened->model->calls.empty() && !opened->model->layers.empty());
}

/// A half is not refused for what only lies beside it.
void TstFileSets::unfitNeighboursAreLeft()
{
    const QString weights = put("a/m_weights.h5", keras2_ + "_weights.h5");
    const QString json =
        put("a/m.json", QByteArray(R"({"class_name":"Sequential","config":[{"class_name":"Dense",
        "config":{"name":"inner","units":2,"batch_input_shape":[null,3]}},{"class_name":"Dense",
        "config":{"name":"head","units":777}}]})"));
    for (const QString& given : {weights, json}) {
        const auto opened = openGraph(given);
        QVERIFY2(opened.ok(), qPrintable(sentenceOf(opened)));
        QCOMPARE(opened->file->config.empty(), given == weights);
        const QString last = QString::fromStdString(opened->file->notes.back().english());
        QVERIFY2(last.contains("stands beside it but does not fit: "), qPrintable(last));
    }
    const auto pair =
        openModel({json.toStdString(), weights.toStdString()}, {}); // asked for: says what is wrong
    QVERIFY(!pair.ok());
    QVERIFY2(sentenceOf(pair).contains("none of the weights belongs to this architecture"),
        qPrintable(sentenceOf(pair)));
    put("b/n.json", QByteArray("{ broken"));
    QVERIFY(openGraph(put("b/n_weights.h5", keras2_ + "_weights.h5")).ok());
}

void TstFileSets::jsonInsideJson()
{
    QByteArray inner = bytesOf(keras2_ + ".json");
    for (int depth = 0; depth < 2; ++depth) {
        QByteArray quoted = "\"";
        for (const char c : inner)
            quoted += c == '"' || c == '\\' ? QByteArray("\\") + c : QByteArray(1, c);
        inner = quoted + "\"";
        const QString json = put("m.json", inner);
        put("m_weights.h5", keras2_ + "_weights.h5");
        const auto opened = openGraph(json);
        QVERIFY2(opened.ok(), qPrintable(sentenceOf(opened)));
        QVERIFY(complete(*opened));
        QCOMPARE(QByteArray::fromStdString(opened->file->config), bytesOf(keras2_ + ".json"));
    }
}

void TstFileSets::shards()
{
    const auto index = openGraph(sharded_ + ".weights.json");
    QVERIFY2(index.ok(), qPrintable(sentenceOf(index)));
    QCOMPARE(index->file->files.size(), size_t(4)); // architecture, list, two shards of the model
    QCOMPARE(index->file->tensors.size(), size_t(12)); // nothing of the optimizer
    QVERIFY(complete(*index));
    for (const TensorGroup& group : index->file->groups)
        if (group.name == "layers/conv2d") { // its kernel and its bias lie in two shards
            QCOMPARE(group.weightNames, (std::vector<std::string>{"0", "1"}));
            QCOMPARE(index->file->tensors[size_t(group.tensors[0])].shape.rank(), 4);
        }
    for (const char* end : {".json", "_00000.weights.h5", "_00001.weights.h5"}) {
        const auto opened = openGraph(sharded_ + end);
        QVERIFY2(opened.ok(), qPrintable(sentenceOf(opened)));
        QVERIFY2(complete(*opened), end);
    }
    // without the architecture: the tensors alone
    put("s.weights.json", sharded_ + ".weights.json");
    for (int i = 0; i < 6; ++i)
        put(QString("sharded_%1.weights.h5").arg(i, 5, 10, QChar('0')),
            sharded_ + QString("_%1.weights.h5").arg(i, 5, 10, QChar('0')));
    const auto alone = openGraph(folder_->filePath("s.weights.json"));
    QVERIFY2(alone.ok(), qPrintable(sentenceOf(alone)));
    QCOMPARE(alone->file->format, FileFormat::Keras3Weights);
    QVERIFY(alone->model->calls.empty());
    QFile::remove(folder_->filePath("sharded_00001.weights.h5"));
    QVERIFY(sentenceOf(openGraph(folder_->filePath("s.weights.json")))
                .contains("its weights file \"sharded_00001.weights.h5\" is missing"));
}

void TstFileSets::shardsInKerasFiles()
{
    QList<ZipPart> parts{{"metadata.json", R"({"keras_version": "3.15.1"})"},
        {"config.json", bytesOf(sharded_ + ".json")},
        {"model.weights.json", bytesOf(sharded_ + ".weights.json")}};
    for (int i = 0; i < 2; ++i)
        parts.push_back({"sharded_0000" + QByteArray::number(i) + ".weights.h5",
            bytesOf(sharded_ + QString("_0000%1.weights.h5").arg(i))});
    for (const ZipPart& part : parts)
        put("folder/" + QString::fromUtf8(part.name), part.bytes);
    for (const QString& path : {put("m.keras", zipOf(parts)), folder_->filePath("folder"),
             folder_->filePath("folder/config.json"), folder_->filePath("folder/model.weights.json")}) {
        const auto opened = openGraph(path);
        QVERIFY2(opened.ok(), qPrintable(sentenceOf(opened)));
        QVERIFY2(complete(*opened), qPrintable(path));
        QCOMPARE(opened->file->kerasVersion, std::string("3.15.1"));
    }
    parts.removeLast();
    QVERIFY(sentence(open(put("m.keras", zipOf(parts))))
                .contains("\"sharded_00001.weights.h5\" is missing in the zip archive"));
}

void TstFileSets::brokenShards_data()
{
    QTest::addColumn<QByteArray>("map");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const char* map, const char* part) {
        QTest::newRow(name) << QByteArray(map) << QString(part);
    };
    row("out of the folder", R"({"/layers/dense/vars": "../w.h5"})", "is not in its folder");
    row("absolute", R"({"/layers/dense/vars": ["/etc/passwd"]})", "is not in its folder");
    row("no name", R"({"/layers/dense/vars": 7})", "makes no sense");
    row("no map", "[1]", "makes no sense");
    row("only the optimizer", R"({"/optimizer/vars": "w.h5"})", "but none");
    row("no HDF5", R"({"/layers/dense/vars": "text.h5"})", "text.h5: this is not a known model file");
    row("not in it", R"({"/layers/dense_99/vars": "w.h5"})",
        "none of its files holds the weights of \"layers/dense_99\"");
    row("twice", R"({"/layers/conv2d/vars": ["w.h5", "copy.h5"]})", "stands in two of its files");
}

void TstFileSets::brokenShards()
{
    QFETCH(QByteArray, map);
    QFETCH(QString, part);
    put("w.h5", sharded_ + "_00001.weights.h5");
    put("copy.h5", sharded_ + "_00001.weights.h5");
    put("text.h5", QByteArray("text"));
    const auto opened = open(put("m.weights.json", "{\"metadata\": {}, \"weight_map\": " + map + "}"));
    QVERIFY(!opened.ok());
    QVERIFY2(sentence(opened).contains(part), qPrintable(sentence(opened)));
    QVERIFY(!opened.error().hint.empty());
}

void TstFileSets::shardFindsItsManifest()
{
    put("model.json", QByteArray(tfjs));
    put("other.json", QByteArray("{}"));
    put("d1.bin", QByteArray(10, '\1'));
    const QString shard = put("d2.bin", QByteArray(14, '\1'));
    const auto opened = openGraph(shard);
    QVERIFY2(opened.ok(), qPrintable(sentenceOf(opened)));
    QCOMPARE(opened->file->format, FileFormat::TensorFlowJs);
    QVERIFY(sentence(open(put("d3.bin", QByteArray(14, '\1')))).contains("not a known model file"));
}

void TstFileSets::severalAtOnce()
{
    const std::string manifest = put("a/model.json", QByteArray(tfjs)).toStdString();
    const std::string one = put("b/d1.bin", QByteArray(10, '\1')).toStdString();
    const std::string two = put("c/d2.bin", QByteArray(14, '\1')).toStdString();
    const auto together = openModel({two, manifest, one}, {});
    QVERIFY2(together.ok(), qPrintable(sentenceOf(together)));
    QCOMPARE(together->file->format, FileFormat::TensorFlowJs);
    QCOMPARE(together->file->files.size(), size_t(3));
    const std::string json = (keras2_ + ".json").toStdString();
    const std::string weights = (keras2_ + "_weights.h5").toStdString();
    const auto three = openModel({json, weights, manifest}, {});
    QVERIFY(!three.ok());
    QVERIFY2(sentenceOf(three).contains("is missing"), qPrintable(sentenceOf(three)));
    const auto models = openModel({(keras2_ + ".h5").toStdString(), json, weights}, {});
    QVERIFY(sentenceOf(models).contains("3 files were given; a model is one file"));
    // a folder that holds the architecture, and weights from elsewhere
    put("d/m.json", keras2_ + ".json");
    const auto mixed = openModel({folder_->filePath("d").toStdString(), weights}, {});
    QVERIFY2(mixed.ok(), qPrintable(sentenceOf(mixed)));
    QVERIFY(complete(*mixed));
}

void TstFileSets::folders_data()
{
    QTest::addColumn<QStringList>("files"); // "name in the folder<file of the golden data"
    QTest::addColumn<QString>("wanted"); // the first file that is opened, or the sentence
    const QString k2 = "keras2_graph/frozen_nested";
    const QString json = "<" + k2 + ".json";
    const QString weights = "<" + k2 + "_weights.h5";
    const QString whole = "<" + k2 + ".h5";
    const auto row = [](const char* name, const QStringList& files, const QString& wanted) {
        QTest::newRow(name) << files << wanted;
    };
    row("pair of one name", {"m.json" + json, "m_weights.h5" + weights, "x_weights.h5" + weights}, "m.json");
    row("pair of other names", {"net.json" + json, "epoch_12.h5" + weights}, "net.json");
    row("one whole model and its halves", {"m.h5" + whole, "m.json" + json, "m_weights.h5" + weights},
        "m.h5");
    row("JSON of other kinds",
        {"m.h5" + whole, "config.json<text:{\"a\": 1}", "package.json<text:{\"name\": \"x\"}"}, "m.h5");
    row("a name without an end",
        {"model" + whole, "README<text:read me", "logo.png<text:\u0089PNG\r\n\x1a\n"}, "model");
    row("weights alone", {"w.h5" + weights, "notes.txt<text:a"}, "w.h5");
    row("several weights", {"a.h5" + weights, "b.h5" + weights, "net.json" + json},
        "holds an architecture, \"net.json\", and 2 files of weights; open it together with one of them: "
        "a.h5, b.h5");
    row("several models", {"a.h5" + whole, "b.h5" + whole},
        "the folder holds 2 models; open one of them: a.h5, b.h5");
    row("in a folder below", {"dist/js/m.h5" + whole, "package.json<text:{\"name\": \"x\"}"}, "m.h5");
    row("in two folders below", {"a/m.h5" + whole, "b/m.h5" + whole}, "the folder holds 2 models");
    row("too far below", {"a/b/c/d/e/m.h5" + whole}, "the folder holds no model");
    row("hidden", {".git/m.h5" + whole, "._m.h5<text:x"}, "the folder holds no model");
    row("another kind", {"m.onnx<text:\x08\x07\x12\x07pytorch\x1a\x05", "README<text:x"},
        "this is an ONNX model");
    row("another kind in several files",
        {"a.onnx<text:\x08\x07\x12\x07pytorch\x1a\x05", "b.onnx<text:\x08\x07\x12\x07pytorch"},
        "this is an ONNX model");
    row("Core ML package",
        {"Manifest.json<text:{\"fileFormatVersion\": \"1.0.0\"}",
            "Data/com.apple.CoreML/model.mlmodel<text:x"},
        "this is a Core ML model");
    row("a broken model", {"m.h5<text:\u0089HDF\r\n\x1a\n"}, "inside its first header");
    row("triple",
        {"t.json<keras_js/text_triple.json", "t_weights.buf<keras_js/text_triple_weights.buf",
            "t_metadata.json<keras_js/text_triple_metadata.json"},
        "t.json");
    row("sharded",
        {"m.json<shards/sharded.json", "m.weights.json<shards/sharded.weights.json",
            "sharded_00000.weights.h5<shards/sharded_00000.weights.h5",
            "sharded_00001.weights.h5<shards/sharded_00001.weights.h5"},
        "m.json");
}

void TstFileSets::folders()
{
    QFETCH(QStringList, files);
    QFETCH(QString, wanted);
    for (const QString& file : files) {
        const QString from = file.section('<', 1);
        if (from.startsWith("text:"))
            put("f/" + file.section('<', 0, 0), from.mid(5).toLatin1());
        else
            put("f/" + file.section('<', 0, 0), data_ + "/" + from);
    }
    const auto opened = openGraph(folder_->filePath("f"));
    if (wanted.contains(' ')) {
        QVERIFY2(sentenceOf(opened).contains(wanted), qPrintable(sentenceOf(opened)));
        return;
    }
    QVERIFY2(opened.ok(), qPrintable(sentenceOf(opened)));
    QCOMPARE(QString::fromStdString(opened->file->files[0].path.filename().string()), wanted);
    QVERIFY(complete(*opened));
}

void TstFileSets::corpusFolders_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("format");
    const auto row = [](const char* name, const char* format) {
        QTest::newRow(name) << QString(name) << QString(format);
    };
    row("npm/upscalerjs-pixelator", "TensorFlow.js");
    row("npm/upscalerjs-default-model-1.0.0", "TensorFlow.js");
    row("nsfwjs", "TensorFlow.js");
    row("keras-js/v0/hintbot", "Keras.js");
    row("keras2c", "HDF5");
    row("dl4j-test-resources/modelimport/keras/fullconfigs/lstm", "JSON and weights");
}

void TstFileSets::corpusFolders()
{
    if (corpus().isEmpty())
        QSKIP("KERASCOPE_CORPUS is not set");
    QFETCH(QString, name);
    const auto opened = openGraph(corpus() + "/" + name);
    QVERIFY2(opened.ok(), qPrintable(sentenceOf(opened)));
    QTEST(QString::fromStdString(opened->model->format), "format");
    QVERIFY(!opened->model->calls.empty());
}

QTEST_GUILESS_MAIN(TstFileSets)
#include "tst_file_sets.moc"
