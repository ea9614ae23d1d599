// SPDX-License-Identifier: GPL-3.0-or-later
#include "file_fixture.h"

#include <QDir>
#include <QDirIterator>
#include <QTest>
#include <algorithm>

using namespace kerascope;
using namespace kerascope::test;

/// Files that real Keras wrote: alone, in pairs, in folders.
class TstFileOpen : public QObject {
    Q_OBJECT
private slots:
    void golden_data();
    void golden();
    void everyGoldenModel();
    void pairsInEitherOrder();
    void weightsBesideAnArchitecture();
    void kerasAsFolderAndArchive();
    void folders();
    void wrongSets();
    void corpusFiles_data();
    void corpusFiles();

private:
    QTemporaryDir folder_;
    const QString data_ = KERASCOPE_GOLDEN;
    const QString model_ = data_ + "/keras3_format/residual_blocks";
};

namespace {

uint64_t totalBytes(const ModelFile& file)
{
    uint64_t bytes = 0;
    for (const StoredTensor& tensor : file.tensors)
        bytes += tensor.bytes;
    return bytes;
}

/// Every tensor belongs to one group, and all can be read.
void checkWhole(const OpenedFile& opened)
{
    std::vector<int> uses(opened.file.tensors.size(), 0);
    for (const TensorGroup& group : opened.file.groups) {
        QCOMPARE(group.tensors.size(), group.weightNames.size());
        for (const int tensor : group.tensors)
            ++uses.at(size_t(tensor));
    }
    QVERIFY(std::all_of(uses.begin(), uses.end(), [](int count) { return count == 1; }));
    for (const StoredTensor& tensor : opened.file.tensors) {
        QCOMPARE(uint64_t(tensor.shape.elements().value_or(-1)) * dtypeBytes(tensor.dtype), tensor.bytes);
        QCOMPARE(uint64_t(tensorBytes(opened, tensor.name).size()), tensor.bytes);
    }
    QCOMPARE(opened.tensors->bytesRead(), totalBytes(opened.file));
}

void fileRow(
    const char* name, FileFormat format, const char* version, int groups, int tensors, int bytes, int config)
{
    QTest::newRow(name) << name << int(format) << version << groups << tensors << bytes << config;
}

void fileColumns()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("version");
    QTest::addColumn<int>("groups"); // this and the next three as h5py counts them
    QTest::addColumn<int>("tensors");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("config");
}

void checkRow(const QString& path)
{
    QFETCH(int, format);
    QFETCH(int, groups);
    QFETCH(int, tensors);
    QFETCH(int, bytes);
    QFETCH(int, config);
    const auto opened = open(path);
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    const ModelFile& file = opened->file;
    QCOMPARE(int(file.format), format);
    QTEST(QString::fromStdString(file.kerasVersion), "version");
    QCOMPARE(int(file.groups.size()), groups);
    QCOMPARE(int(file.tensors.size()), tensors);
    QCOMPARE(int(totalBytes(file)), bytes);
    QCOMPARE(int(file.config.size()), config);
    QVERIFY(std::any_of(file.files.begin(), file.files.end(),
        [&](const FileIdentity& one) { return one.size == uint64_t(QFileInfo(path).size()); }));
    checkWhole(*opened);
}

} // namespace

void TstFileOpen::golden_data()
{
    fileColumns();
    fileRow("keras3_format/frozen_nested.h5", FileFormat::Hdf5Model, "3.15.1", 3, 16, 520, 5725);
    fileRow("keras3_format/frozen_nested.weights.h5", FileFormat::JsonAndWeights, "", 9, 16, 520, 6642);
    fileRow("keras2_graph/frozen_nested.h5", FileFormat::Hdf5Model, "2.15.0", 3, 16, 520, 4363);
    fileRow("keras2_graph/frozen_nested_weights.h5", FileFormat::JsonAndWeights, "2.15.0", 3, 16, 520, 4649);
    fileRow("simplernn/mask_stacked_sequential.keras", FileFormat::KerasZip, "3.15.1", 6, 7, 468,
        3871); // deflated
    fileRow("../../../resources/sample/digits.keras", FileFormat::KerasZip, "3.15.1", 19, 19, 83880, 14833);
}

void TstFileOpen::golden()
{
    QFETCH(QString, name);
    checkRow(data_ + "/" + name);
}

void TstFileOpen::everyGoldenModel()
{
    int count = 0;
    QDirIterator files(data_, {"*.keras", "*.h5"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        const auto opened = open(path);
        QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
        checkWhole(*opened);
        ++count;
    }
    QVERIFY(count > 300);
}

void TstFileOpen::pairsInEitherOrder()
{
    const auto whole = open(model_ + ".h5");
    const auto pair = open(model_ + ".json", model_ + ".weights.h5");
    const auto turned = open(model_ + ".weights.h5", model_ + ".json");
    QVERIFY2(whole.ok() && pair.ok() && turned.ok(), qPrintable(sentence(pair)));
    for (const auto* opened : {&*pair, &*turned}) {
        QCOMPARE(opened->file.format, FileFormat::JsonAndWeights);
        QCOMPARE(opened->file.layout, WeightLayout::Keras3Paths);
        QCOMPARE(opened->file.files.size(), size_t(2));
        QVERIFY(opened->file.files[0].path.string().ends_with(".json"));
        QCOMPARE(totalBytes(opened->file), totalBytes(whole->file));
        QVERIFY(opened->file.notes.empty());
        checkWhole(*opened);
    }
    // A whole model's weights under another architecture.
    const auto other = open(model_ + ".json", model_ + ".h5");
    QVERIFY2(other.ok(), qPrintable(sentence(other)));
    QCOMPARE(other->file.layout, WeightLayout::LayerGroups);
    QCOMPARE(other->file.config.size(), pair->file.config.size());
}

void TstFileOpen::weightsBesideAnArchitecture()
{
    const auto beside = open(model_ + ".json");
    QVERIFY2(beside.ok(), qPrintable(sentence(beside)));
    QCOMPARE(beside->file.format, FileFormat::JsonAndWeights);
    QCOMPARE(beside->file.files[1].path.filename().string(), std::string("residual_blocks.weights.h5"));
    QCOMPARE(beside->file.notes.size(), size_t(1));

    const QByteArray json = bytesOf(model_ + ".json");
    const QByteArray weights = bytesOf(model_ + ".weights.h5");
    const auto alone = open(write(folder_, "alone/a.json", json));
    QVERIFY(alone.ok());
    QCOMPARE(alone->file.format, FileFormat::JsonArchitecture);
    QVERIFY(alone->tensors == nullptr);
    write(folder_, "only/trained", weights); // no name helps: the only weights of the folder
    QCOMPARE(open(write(folder_, "only/a.json", json))->file.format, FileFormat::JsonAndWeights);
    write(folder_, "two/b.h5", weights);
    write(folder_, "two/c.h5", weights);
    QCOMPARE(open(write(folder_, "two/a.json", json))->file.format, FileFormat::JsonArchitecture);
    write(folder_, "two/a_weights.h5", weights);
    QCOMPARE(open(folder_.filePath("two/a.json"))->file.format, FileFormat::JsonAndWeights);
}

void TstFileOpen::kerasAsFolderAndArchive()
{
    const QByteArray json = bytesOf(model_ + ".json");
    const QByteArray weights = bytesOf(model_ + ".weights.h5");
    const QByteArray metadata = R"({"keras_version": "3.9.0", "date_saved": "2025-01-01@00:00:00"})";
    write(folder_, "saved/config.json", json);
    write(folder_, "saved/metadata.json", metadata);
    write(folder_, "saved/model.weights.h5", weights);
    const QList<ZipPart> parts{{"metadata.json", metadata}, {"assets/", ""}, {"config.json", json},
        {"assets/vocabulary.txt", "a\nb\n"}, {"model.weights.h5", weights}};
    for (const QString& path : {folder_.filePath("saved"), write(folder_, "saved.keras", zipOf(parts))}) {
        const auto opened = open(path);
        QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
        QCOMPARE(opened->file.kerasVersion, std::string("3.9.0"));
        QCOMPARE(opened->file.config, json.toStdString());
        QCOMPARE(opened->file.tensors.size(), size_t(33));
        QVERIFY(!opened->file.files.empty());
        checkWhole(*opened);
    }
    const auto noWeights = open(write(folder_, "bare.keras", zipOf({{"config.json", json}})));
    QVERIFY2(noWeights.ok(), qPrintable(sentence(noWeights)));
    QVERIFY(noWeights->tensors == nullptr);
    QCOMPARE(noWeights->file.notes.size(), size_t(1));
}

void TstFileOpen::folders()
{
    const QByteArray model = bytesOf(data_ + "/keras2_graph/frozen_nested.h5");
    write(folder_, "one/weird name.bin", model);
    write(folder_, "one/labels.txt", "0\n1\n");
    write(folder_, "one/._weird name.bin", QByteArray("\0\5\x16\7", 4));
    const auto one = open(folder_.filePath("one"));
    QVERIFY2(one.ok(), qPrintable(sentence(one)));
    QCOMPARE(one->file.format, FileFormat::Hdf5Model);
    write(folder_, "one/second.h5", model);
    QVERIFY(sentence(open(folder_.filePath("one")))
                .contains("holds 2 models; open one of them: second.h5, weird name.bin"));
    write(folder_, "none/labels.txt", "0\n1\n");
    QVERIFY(sentence(open(folder_.filePath("none"))).contains("the folder holds no model"));
    write(folder_, "tf/saved_model.pb", "x");
    QVERIFY(sentence(open(folder_.filePath("tf"))).contains("TensorFlow SavedModel"));
}

void TstFileOpen::wrongSets()
{
    const auto none = openModelFile({}, {});
    QCOMPARE(none.error().code, ErrorCode::Usage);
    const auto two = open(model_ + ".h5", model_ + ".weights.h5");
    QVERIFY(!two.ok());
    QCOMPARE(two.error().code, ErrorCode::File);
    QVERIFY(sentence(two).contains("are not an architecture and its weights"));
    QVERIFY(sentence(open("/nowhere/model.h5")).contains("there is no such file"));
    QVERIFY(sentence(open("/dev/null")).contains("not a regular file"));
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = openModelFile({(model_ + ".h5").toStdString()}, stop.get_token());
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
}

void TstFileOpen::corpusFiles_data()
{
    fileColumns();
    const auto model = FileFormat::Hdf5Model;
    fileRow("faceai/simple_colorize.h5", model, "2.1.6", 13, 18, 128808, 5885);
    fileRow("fast-srgan/generator.h5", model, "2.2.4-tf", 65, 123, 669836, 32256);
    fileRow("keras2c/model.h5", model, "2.2.4", 5, 9, 19960, 2822);
    fileRow("mlcommons-tiny/pretrainedResnet.h5", model, "2.4.0", 30, 48, 314664, 13861);
    fileRow("mlcommons-tiny/str_ww_ref_model.h5", model, "2.14.0", 23, 26, 190828, 12438);
    fileRow("mlcommons-tiny/vww_96.h5", model, "2.4.0", 85, 164, 887176, 42719);
    fileRow("teachable-machine-keras/keras_model.h5", model, "2.4.0", 2, 263, 2154832, 85301);
    fileRow("oarriaga-face_classification/fer2013_mini_XCEPTION.102-0.66.hdf5", model, "2.0.5", 46, 80,
        233692, 24498);
    fileRow("keras-team/bugged_model.keras", FileFormat::KerasZip, "3.13.2", 2, 0, 0, 960);
    fileRow("keras-team/fixed_model.keras", FileFormat::KerasZip, "3.13.2", 5, 6, 18088, 961);
    fileRow("keras-team/pre_pr22362_nested_container.keras", FileFormat::KerasZip, "3.15.0", 5, 5, 232, 362);
    fileRow("keunwoochoi-music-tagger/music_tagger_crnn_weights_theano.h5", FileFormat::Hdf5Weights, "", 29,
        48, 1602248, 0);
    fileRow("hdf5-variants/keras3-nested.keras", FileFormat::KerasZip, "3.16.0", 20, 19, 2828, 15474);
    fileRow("hdf5-variants/keras3-nested.h5", model, "3.16.0", 12, 19, 2828, 13092);
    fileRow("hdf5-variants/split.h5", model, "", 2, 1, 128, 207);
    fileRow("hdf5-variants/vlen.h5", model, "2.11.0", 1, 1, 128, 207);
    fileRow("hdf5-variants/latest_many.h5", model, "", 40, 40, 2560, 2815);
    fileRow("hdf5-variants/f16.h5", model, "2.2.4", 1, 2, 72, 207);
    for (const char* same :
        {"plain", "gzip", "gzip_shuffle", "fletcher", "latest", "latest_chunk", "bigendian", "lzf"})
        fileRow(qPrintable(QString("hdf5-variants/%1.h5").arg(same)), model, "2.2.4", 1, 2, 144, 207);
}

void TstFileOpen::corpusFiles()
{
    if (corpus().isEmpty())
        QSKIP("KERASCOPE_CORPUS is not set");
    QFETCH(QString, name);
    checkRow(corpus() + "/" + name);
}

QTEST_GUILESS_MAIN(TstFileOpen)
#include "tst_file_open.moc"
