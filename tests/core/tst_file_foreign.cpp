// SPDX-License-Identifier: GPL-3.0-or-later
#include "file_fixture.h"

#include <QDir>
#include <QTest>

using namespace kerascope;
using namespace kerascope::test;

/// What is no Keras model gets one sentence that names it, whatever its name is.
class TstFileForeign : public QObject {
    Q_OBJECT
private slots:
    void contents_data();
    void contents();
    void archives_data();
    void archives();
    void corpusOddities_data();
    void corpusOddities();

private:
    QTemporaryDir folder_;
};

void TstFileForeign::contents_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const QByteArray& bytes, const char* part) {
        QTest::newRow(name) << bytes << QString(part);
    };
    row("empty", "", "the file is empty");
    row("zeros", QByteArray(5000, '\0'), "nothing but zeros");
    row("html", "\n <!DOCTYPE html><html><head>", "a web page");
    row("xml", "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code>", "a web page");
    row("lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n", "a Git LFS pointer");
    row("AppleDouble", QByteArray("\0\5\x16\7\0\2\0\0Mac OS X", 16), "stands beside the model");
    row("tflite", QByteArray("\x1c\0\0\0TFL3\x14\0\x20\0", 12), "a TensorFlow Lite model");
    row("gguf", QByteArray("GGUF\3\0\0\0", 8), "a GGUF file");
    row("npy", QByteArray("\x93NUMPY\1\0v\0{'descr'", 18), "a NumPy array");
    row("pickle", QByteArray("\x80\4\x95\5\0\0\0\0\0\0\0}", 12), "a Python pickle");
    row("pickle 0", "(dp0\nS'a'\np1\nI1\ns.", "a Python pickle");
    row("pickle of a class", "ccopy_reg\n_reconstructor\np0\n(c__main__\n", "a Python pickle");
    row("Core ML",
        QByteArray("\x08\x04\x12\x1b\x0a\x0f\x0a\x05image\x1a\x06\x22\x04\x08\x01\x10\x01\x52\x08"
                   "features",
            31),
        "a Core ML model");
    row("OpenVINO", "<?xml version=\"1.0\"?>\n<net name=\"m\" version=\"11\">", "an OpenVINO model");
    row("checkpoint", "model_checkpoint_path: \"cp-0004.ckpt\"\n", "a TensorFlow checkpoint");
    row("checkpoint index", "aaaaaaaaaaaaaaaa\x57\xfb\x80\x8b\x24\x75\x47\xdb", "a TensorFlow checkpoint");
    row("safetensors index",
        R"({"metadata": {}, "weight_map": {"a.weight": "model-00001-of-00002.safetensors"}})",
        "a safetensors file");
    row("torch index", R"({"metadata": {}, "weight_map": {"a.weight": "pytorch_model-00001-of-00002.bin"}})",
        "a PyTorch file");
    row("Keras 0.x", R"({"name": "Sequential", "layers": [], "loss": "mse"})",
        "an architecture of Keras 0.x");
    row("other format and layers", R"({"format": "mine", "layers": [{"size": 3}]})", "no Keras architecture");
    row("torch", QByteArray("\x80\2\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 15), "a PyTorch file");
    row("safetensors", QByteArray("\x0a\0\0\0\0\0\0\0{\"a\":{} }xxxx", 22), "a safetensors file");
    row("gzip", QByteArray("\x1f\x8b\x08\0\0\0", 6), "a packed archive");
    row("picture", QByteArray("\x89PNG\r\n\x1a\n", 8), "a picture");
    row("onnx",
        QByteArray("\x08\x07\x12\x07pytorch\x1a\x05"
                   "2.0.1",
            18),
        "an ONNX model");
    row("saved model", QByteArray("\x08\x01\x12\x86\x01\x0a\x05\x12\x03ser", 12), "a TensorFlow SavedModel");
    row("graph", QByteArray("\x0a\x14\x0a\x05input\x12\x0bPlaceholder", 22), "a TensorFlow graph");
    row("Keras.js",
        QByteArray("\x0a\x04"
                   "0123\x12\x05model\x1a\x05"
                   "2.0.9",
            20),
        "the Keras.js model holds no architecture");
    row("text", "just some words", "not a known model file");
    row("noise", QByteArray("\x17\xf3\x8a\x55\x90\xfe\x02\x61\x33", 9), "not a known model file");
    row("tfjs", R"({"modelTopology": {}, "weightsManifest": []})", "the architecture is no Keras model");
    row("tfjs graph", R"({"format": "graph-model", "modelTopology": {}})", "a TensorFlow.js graph model");
    row("shards", R"({"metadata": {}, "weight_map": {}})", "spread over several files, but none");
    row("other JSON", R"([1, 2, 3])", "a JSON file, but no Keras architecture");
    row("JSON cut", R"({"class_name": "Sequential", "config": [)", "not JSON: it stops making sense");
}

void TstFileForeign::contents()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, part);
    QDir(folder_.path()).removeRecursively();
    QDir().mkpath(folder_.path());
    const QString path = write(folder_, "model.h5", bytes); // the name says nothing
    const auto opened = open(path);
    QVERIFY(!opened.ok());
    QVERIFY2(sentence(opened).contains(part), qPrintable(sentence(opened)));
    QVERIFY2(!opened.error().hint.empty(), "it must say what to do");
    QCOMPARE(opened.error().where, path.toStdString());
}

void TstFileForeign::archives_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const QList<ZipPart>& parts, const char* part) {
        QTest::newRow(name) << zipOf(parts) << QString(part);
    };
    const QByteArray config = R"({"class_name": "Sequential", "config": {"layers": []}})";
    row("empty", {}, "a zip archive without a Keras model");
    row("torch", {{"archive/data.pkl", "x"}}, "a PyTorch file");
    row("npz", {{"a.npy", "x"}}, "a file of NumPy arrays");
    row("saved model", {{"m/saved_model.pb", "x"}}, "a zip archive of a TensorFlow SavedModel");
    row("packed h5", {{"keras_model.h5", "x"}, {"labels.txt", "y"}}, "holds \"keras_model.h5\"");
    row("folder inside", {{"m/config.json", config}, {"m/metadata.json", "{}"}}, "inside a folder");
    row("pickled weights", {{"config.json", config}, {"model.weights.npz", "x"}}, "Python pickles");
    row("twice", {{"config.json", config}, {"config.json", config}}, "holds \"config.json\" twice");
    row("encrypted", {{"config.json", config, {}, 1}}, "\"config.json\" in the zip archive is encrypted");
    row("two names", {{"config.json", config, "config.josn"}}, "disagrees with its table of contents");
    row("size", {{"config.json", config, {}, 0, 1'000'000'000}}, "an impossible size");
    row("config no JSON", {{"config.json", "model"}}, "config.json: the text is not JSON");
    row("weights no HDF5", {{"config.json", config}, {"model.weights.h5", "xx"}},
        "model.weights.h5: this is not an HDF5 file");
}

void TstFileForeign::archives()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, part);
    const auto opened = open(write(folder_, "model.keras", bytes));
    QVERIFY(!opened.ok());
    QVERIFY2(sentence(opened).contains(part), qPrintable(sentence(opened)));
    QVERIFY(!opened.error().hint.empty());
}

void TstFileForeign::corpusOddities_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const char* part) {
        QTest::newRow(name) << QString(name) << QString(part);
    };
    row("odd/git-lfs-pointer/unet.keras", "a Git LFS pointer");
    row("odd/hdf5-not-keras/test.h5", "an HDF5 file without a Keras model");
    row("odd/tfjs-graph-model/basic-pitch/model.json", "a TensorFlow.js graph model");
    row("dl4j-test-resources/modelimport/keras/examples/simple_rnn/"
        "simple_rnn_tf_keras_2_inputs_and_outputs.h5",
        "an HDF5 file without a Keras model");
}

void TstFileForeign::corpusOddities()
{
    if (corpus().isEmpty())
        QSKIP("KERASCOPE_CORPUS is not set");
    QFETCH(QString, name);
    QFETCH(QString, part);
    const auto opened = open(corpus() + "/" + name);
    QVERIFY(!opened.ok());
    QVERIFY2(sentence(opened).contains(part), qPrintable(sentence(opened)));
}

QTEST_GUILESS_MAIN(TstFileForeign)
#include "tst_file_foreign.moc"
