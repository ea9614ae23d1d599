// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/open_model.h"
#include "core/plan/weight_store.h"
#include "file_fixture.h"

#include <QDir>
#include <QtTest>

using namespace kerascope;
using namespace kerascope::test;

/// What users of other programs reported: files that would not open. One function a symptom; those that
/// another test shows already:
///   two halves, either is opened                  tst_file_sets weightsFindTheirArchitecture, tst_file_open
///                                                 weightsBesideAnArchitecture
///   truncated files, both sizes named             tst_file_damage namesBothSizes, cutAnywhere; the old model
///   stays:
///                                                 tst_session badFileLeavesTheOldModel
///   0, 8 and 96 bytes                             tst_file_damage tinyFiles; never closed: notClosed
///   graph model given as layers model             tst_file_foreign contents, corpusOddities
///   libver earliest … latest                      tst_file_dress dresses, firstHeaders
///   HDF5 of other programs                        tst_file_foreign corpusOddities
///   texts as bytes, fixed, variable, padded       tst_file_hdf5 namesInAnyEncoding, tst_file_dress dresses
///   gzip, lzf, shuffle, fletcher32                tst_file_dress dresses, lzf, tst_file_hdf5
///   chunkedInAnyRange
class TstReportedOpen : public QObject {
    Q_OBJECT
private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void weightsOpenedAsModel_data();
    void weightsOpenedAsModel();
    void shardDidNotArrive();
    void shardOfOddSize();
    void quantisedWithoutScale();
    void inputShapeUnderAnyKey_data();
    void inputShapeUnderAnyKey();
    void sequentialIsListOrDict();
    void subclassInKerasZip();
    void enumAttribute();
    void pathsInAnyScript_data();
    void pathsInAnyScript();
    void slashesInLayerNames();

private:
    Result<OpenedModel> opened(const QString& path) { return openModel({path.toStdString()}, {}); }
    QString put(const QString& name, const QByteArray& bytes) { return write(*folder_, name, bytes); }
    QString putTfjs(const QByteArray& weights, const QByteArray& shard);

    std::unique_ptr<QTemporaryDir> folder_;
    const QString data_ = KERASCOPE_GOLDEN;
};

namespace {

QString why(const Result<OpenedModel>& opened)
{
    return opened ? QString() : QString::fromStdString(opened.error().english());
}
QString notesOf(const OpenedModel& opened)
{
    QString out;
    for (const Text& note : opened.model->notes)
        out += QString::fromStdString(note.english()) + "\n";
    return out;
}

QByteArray dense(const QByteArray& key, const QByteArray& shape)
{
    return R"({"class_name":"Dense","config":{"name":"d","units":2,"activation":"linear",")" + key
        + "\":" + shape + "}}";
}

} // namespace

QString TstReportedOpen::putTfjs(const QByteArray& weights, const QByteArray& shard)
{
    put("w.bin", shard);
    return put("model.json",
        R"({"format":"layers-model","modelTopology":{"class_name":"Sequential","config":{"layers":[)"
            + dense("batch_input_shape", "[null,3]")
            + R"(]}},"weightsManifest":[{"paths":["w.bin"],"weights":)" + weights + "}]}");
}

void TstReportedOpen::weightsOpenedAsModel_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("tensors");
    QTest::newRow("Keras 2") << data_ + "/keras2_graph/frozen_nested_weights.h5" << 16;
    QTest::newRow("Keras 3") << data_ + "/keras3_format/frozen_nested.weights.h5" << 16;
}

/// "HDF5 file has no 'model_config' data", "No model found in config file"
void TstReportedOpen::weightsOpenedAsModel()
{
    QFETCH(QString, name);
    QFETCH(int, tensors);
    const auto alone = opened(put("alone.h5", bytesOf(name)));
    QVERIFY2(alone.ok(), qPrintable(why(alone)));
    int found = 0;
    for (const Layer& layer : alone->model->layers)
        for (const Weight& weight : layer.weights) {
            QVERIFY(weight.shape.rank() > 0 && !weight.role.empty());
            ++found;
        }
    QCOMPARE(found, tensors);
    QVERIFY(alone->model->calls.empty());
    QVERIFY2(notesOf(*alone).contains("architecture"), qPrintable(notesOf(*alone)));
}

/// "provided shape [7,7,1,64] should have 3136 values but has 44"
void TstReportedOpen::shardDidNotArrive()
{
    const auto page = opened(putTfjs(R"([{"name":"d/kernel","shape":[3,2],"dtype":"float32"}])", "OK"));
    QVERIFY(!page.ok());
    QVERIFY2(
        why(page).contains("d/kernel") && why(page).contains("after 2 of 24 bytes"), qPrintable(why(page)));
    QFile::remove(folder_->filePath("w.bin"));
    const auto absent = opened(folder_->filePath("model.json"));
    QVERIFY2(why(absent).contains("\"w.bin\" is missing"), qPrintable(why(absent)));
}

/// "byte length of Float32Array should be a multiple of 4"
void TstReportedOpen::shardOfOddSize()
{
    const QByteArray weights = R"([{"name":"d/kernel","shape":[3,2],"dtype":"float32"},
        {"name":"d/bias","shape":[2],"dtype":"float32"}])";
    const auto odd = opened(putTfjs(weights, QByteArray(31, '\0')));
    QVERIFY(!odd.ok());
    QVERIFY2(why(odd).contains("after 31 of 32 bytes"), qPrintable(why(odd)));
    const auto more = opened(putTfjs(weights, QByteArray(33, '\0'))); // nothing of the model is missing
    QVERIFY2(more.ok(), qPrintable(why(more)));
}

void TstReportedOpen::quantisedWithoutScale()
{
    for (const char* type : {"uint8", "uint16"}) {
        const auto no =
            opened(putTfjs(R"([{"name":"d/kernel","shape":[3,2],"dtype":"float32","quantization":{"dtype":")"
                    + QByteArray(type) + R"("}},{"name":"d/bias","shape":[2],"dtype":"float32"}])",
                QByteArray(20, '\0')));
        QVERIFY(!no.ok());
        QVERIFY2(why(no).contains("does not say the scale"), qPrintable(why(no)));
    }
}

void TstReportedOpen::inputShapeUnderAnyKey_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("shape");
    QTest::newRow("Keras 3") << QByteArray("batch_shape") << QByteArray("[null,3]");
    QTest::newRow("Keras 2") << QByteArray("batch_input_shape") << QByteArray("[null,3]");
    QTest::newRow("without batch") << QByteArray("input_shape") << QByteArray("[3]");
    QTest::newRow("TensorFlow.js") << QByteArray("batchInputShape") << QByteArray("[null,3]");
    QTest::newRow("TensorFlow.js without batch") << QByteArray("inputShape") << QByteArray("[3]");
}

/// "InputLayer should be passed batchInputShape or inputShape"
void TstReportedOpen::inputShapeUnderAnyKey()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, shape);
    const QByteArray input =
        R"({"class_name":"InputLayer","config":{"name":"x",")" + key + "\":" + shape + "}},";
    for (const QByteArray& layers : {dense(key, shape), input + dense("units2", "1")}) {
        const auto model = opened(
            put("m.json", R"({"class_name":"Sequential","config":{"name":"s","layers":[)" + layers + "]}}"));
        QVERIFY2(model.ok(), qPrintable(why(model)));
        QCOMPARE(model->model->inputs.at(0).shape, (Shape{unknownDim, 3}));
    }
}

/// "config.forEach is not a function"
void TstReportedOpen::sequentialIsListOrDict()
{
    const QByteArray list = "[" + dense("batch_input_shape", "[null,3]") + "]";
    for (const QByteArray& config : {list, R"({"name":"s","layers":)" + list + "}"}) {
        const auto model = opened(put("m.json", R"({"class_name":"Sequential","config":)" + config + "}"));
        QVERIFY2(model.ok(), qPrintable(why(model)));
        QCOMPARE(model->model->layers.size(), size_t(2));
        QCOMPARE(model->model->outputs.at(0).name, std::string("d"));
    }
    const QByteArray inner = R"({"class_name":"Sequential","config":)" + list + "}"; // a list in a list
    const auto nested = opened(put("m.json", R"({"class_name":"Sequential","config":[)" + inner + "]}"));
    QVERIFY2(nested.ok(), qPrintable(why(nested)));
}

/// "custom type is not supported"
void TstReportedOpen::subclassInKerasZip()
{
    const QByteArray config =
        R"({"module":"mine","class_name":"MyModel","config":{},"registered_name":"Custom>MyModel"})";
    const QList<ZipPart> parts{{"metadata.json", R"({"keras_version": "3.9.0"})"}, {"config.json", config},
        {"model.weights.h5", bytesOf(data_ + "/keras3_format/frozen_nested.weights.h5")}};
    const auto model = opened(put("m.keras", zipOf(parts)));
    QVERIFY2(model.ok(), qPrintable(why(model)));
    QVERIFY(model->model->calls.empty() && model->model->layers.size() > 5);
    QVERIFY2(notesOf(*model).contains("the class MyModel, whose graph is Python code and not in the file"),
        qPrintable(notesOf(*model)));
    if (corpus().isEmpty())
        return;
    for (const char* name : {"bugged_model", "fixed_model", "pre_pr22362_nested_container"})
        QVERIFY(opened(corpus() + "/keras-team/" + name + ".keras").ok());
}

/// "Unsupported datatype class '8'"
void TstReportedOpen::enumAttribute()
{
    const QString path = folder_->filePath("enum.h5");
    {
        Hdf5Writer writer(path);
        const Hdf5Id layer = writer.oneLayer();
        const Hdf5Id boolean(H5Tenum_create(H5T_STD_I8LE));
        const signed char values[] = {0, 1};
        H5Tenum_insert(boolean.get(), "FALSE", &values[0]);
        H5Tenum_insert(boolean.get(), "TRUE", &values[1]);
        const Hdf5Id space(H5Screate(H5S_SCALAR));
        for (const hid_t object : {writer.root(), layer.get()}) {
            const Hdf5Id attribute(
                H5Acreate2(object, "initialized", boolean.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT));
            H5Awrite(attribute.get(), boolean.get(), &values[1]);
        }
        writer.dataset(layer.get(), "kernel:0", boolean.get(), {2}, values);
    }
    const auto file = open(path);
    QVERIFY2(file.ok(), qPrintable(sentence(file)));
    QCOMPARE(tensorBytes(*file, "model_weights/dense/kernel:0"), QByteArray("\0\1", 2));
}

void TstReportedOpen::pathsInAnyScript_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("scripts") << QString::fromUtf8("模型/ü Año/모델 мой/モデル");
    QTest::newRow("spaces") << QString("SR Weights 2X/a model (1)");
    QTest::newRow("long") << QString("d").repeated(140) + "/" + QString("e").repeated(150) + "/m";
    QTest::newRow("signs") << QString("a#b%20c/100% & more;'\"$x");
}

/// "Unable to open file" in the folder "Año"
void TstReportedOpen::pathsInAnyScript()
{
    QFETCH(QString, name);
    const QString folder = "of " + name.section('/', 0, -2);
    const auto complete = [&](const QString& path) {
        const auto model = opened(path);
        std::array<std::byte, 4> first{};
        return model && model->tensors && model->tensors->read(0, 0, first, {}).ok();
    };
    QVERIFY(complete(put(name + ".h5", bytesOf(data_ + "/keras2_graph/frozen_nested.h5"))));
    QVERIFY(complete(put(name + ".keras", bytesOf(data_ + "/graph/frozen_nested.keras"))));
    QVERIFY(complete(put(name + ".bin", bytesOf(data_ + "/keras_js/text_float.bin"))));
    const QString json = put("pair " + name + ".json", bytesOf(data_ + "/keras2_graph/frozen_nested.json"));
    put("pair " + name + "_weights.h5", bytesOf(data_ + "/keras2_graph/frozen_nested_weights.h5"));
    QVERIFY(complete(json));
    put(folder + "/w.bin", QByteArray(24, '\0'));
    const QByteArray manifest = R"({"modelTopology":{"class_name":"Sequential","config":{"layers":[)"
        + dense("batch_input_shape", "[null,3]").replace("linear\"", "linear\",\"use_bias\":false")
        + R"(]}},"weightsManifest":[{"paths":["w.bin"],"weights":[{"name":"d/kernel","shape":[3,2],"dtype":"float32"}]}]})";
    QVERIFY(complete(put(folder + "/model.json", manifest)));
}

/// Keras 2 never validated names.
void TstReportedOpen::slashesInLayerNames()
{
    const QString path = folder_->filePath("names.h5");
    const std::vector<std::string> names{"block/conv", "/dense_1", "block/conv/more"};
    {
        Hdf5Writer writer(path);
        QByteArray layers = R"({"class_name":"Sequential","config":{"name":"s","layers":[)";
        for (size_t i = 0; i < names.size(); ++i)
            layers += QByteArray(i == 0 ? "" : ",") + R"({"class_name":"Dense","config":{"name":")"
                + QByteArray::fromStdString(names[i])
                + R"(","units":3,"use_bias":false,"batch_input_shape":[null,3]}})";
        writer.text(writer.root(), "model_config", (layers + "]}}").toStdString());
        writer.text(writer.root(), "keras_version", "2.2.4");
        const Hdf5Id weights = writer.group(writer.root(), "model_weights");
        writer.texts(weights.get(), "layer_names", names);
        for (size_t i = 0; i < names.size(); ++i) {
            // a leading slash names the root, as h5py's create_group("/dense_1") does
            const std::vector<float> values(9, float(i + 1));
            const bool root = names[i].starts_with("/");
            const std::string group = root ? names[i].substr(1) : names[i];
            writer.dataset(root ? writer.root() : weights.get(), (group + "/k:0").c_str(), H5T_IEEE_F32LE,
                {3, 3}, values.data());
            const Hdf5Id layer(H5Gopen2(root ? writer.root() : weights.get(), group.c_str(), H5P_DEFAULT));
            writer.texts(layer.get(), "weight_names", {"k:0"});
        }
    }
    const auto model = opened(path);
    QVERIFY2(model.ok(), qPrintable(why(model)));
    WeightStore store(model->model, model->file, model->tensors);
    for (size_t i = 0; i < names.size(); ++i) {
        const auto layer = model->model->findLayer(names[i]);
        QVERIFY2(layer.has_value(), names[i].c_str());
        const auto tensor = store.weight({*layer, 0}, {});
        QVERIFY2(tensor.ok(), names[i].c_str());
        QCOMPARE((*tensor)->data, std::vector<float>(9, float(i + 1)));
    }
}

QTEST_GUILESS_MAIN(TstReportedOpen)
#include "tst_reported_open.moc"
