// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/open_model.h"
#include "core/plan/weight_store.h"
#include "file_fixture.h"

#include <QDir>
#include <QTest>

using namespace kerascope;
using namespace kerascope::test;

/// Keras.js: the protobuf of 1.x and the three files of 0.x. That the numbers are right, the golden tests
/// show (tests/golden/make_keras_js.py).
class TstFileKerasJs : public QObject {
    Q_OBJECT
private slots:
    void messages();
    void numberForms_data();
    void numberForms();
    void everyCutIsASentence();
    void refused_data();
    void refused();
    void triples();
    void brokenTriples_data();
    void brokenTriples();
    void corpusFiles_data();
    void corpusFiles();

private:
    QTemporaryDir folder_;
    const QString data_ = QString(KERASCOPE_GOLDEN) + "/keras_js/";
};

namespace {

constexpr const char* config = R"({"class_name":"Sequential","config":[{"class_name":"Dense","config":
  {"name":"d","units":2,"activation":"linear","use_bias":true,"batch_input_shape":[null,3]}}]})";

QByteArray varint(quint64 number)
{
    QByteArray out;
    for (; number > 127; number >>= 7)
        out.append(char((number & 127U) | 128U));
    return out.append(char(number));
}
QByteArray field(int number, const QByteArray& bytes)
{
    return varint(quint64(number) << 3 | 2U) + varint(quint64(bytes.size())) + bytes;
}
QByteArray fixed(int number, float value)
{
    return varint(quint64(number) << 3 | 5U) + QByteArray(reinterpret_cast<const char*>(&value), 4);
}
QByteArray floats(std::initializer_list<float> numbers)
{
    return {reinterpret_cast<const char*>(numbers.begin()), qsizetype(numbers.size() * 4)};
}
QByteArray head(const QByteArray& json = config)
{
    return field(1, "0123-4567") + field(2, "m") + field(3, "2.0.9") + field(4, "tensorflow")
        + field(5, json);
}
QByteArray packed(std::initializer_list<quint64> sizes)
{
    QByteArray out;
    for (const quint64 size : sizes)
        out += varint(size);
    return field(3, out);
}
QByteArray weight(const QByteArray& name, const QByteArray& shape, const QByteArray& type,
    const QByteArray& data, const QByteArray& more = {})
{
    return field(6, field(1, "d") + field(2, name) + shape + field(4, type) + field(5, data) + more);
}

std::vector<float> kernelOf(const QString& path)
{
    const auto opened = openModel({path.toStdString()}, {});
    if (!opened)
        return {};
    WeightStore store(opened->model, opened->file, opened->tensors);
    for (const Layer& layer : opened->model->layers)
        if (layer.name == "d")
            if (const auto tensor = store.weight({layer.id, 0}, {}))
                return (*tensor)->data;
    return {};
}

} // namespace

void TstFileKerasJs::messages()
{
    const auto opened = open(data_ + "picture_uint8.bin");
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    const ModelFile& file = opened->file;
    QCOMPARE(file.format, FileFormat::KerasJs);
    QCOMPARE(file.kerasVersion, std::string("2.15.0"));
    QCOMPARE(file.backend, std::string("tensorflow"));
    QCOMPARE(file.layout, WeightLayout::LayerGroups);
    QVERIFY(file.config.starts_with("{\"class_name\": \"Functional\""));
    QCOMPARE(file.groups[0].name, std::string("fire2/squeeze1x1"));
    QCOMPARE(file.tensors[0].dtype, DType::UInt8);
    QCOMPARE(file.tensors[0].shape, Shape({3, 3, 3, 4}));
    QCOMPARE(tensorBytes(*opened, file.tensors[0].name).size(), 108);
    QCOMPARE(file.files.size(), size_t(1));
}

void TstFileKerasJs::numberForms_data()
{
    QTest::addColumn<QByteArray>("weight");
    QTest::addColumn<QList<float>>("wanted");
    const QByteArray numbers = floats({1, 2, 3, 4, 5, 6});
    const QList<float> counting{1, 2, 3, 4, 5, 6};
    QTest::newRow("packed sizes") << weight("d/kernel:0", packed({3, 2}), "float32", numbers) << counting;
    QTest::newRow("sizes one by one")
        << weight("d/kernel:0", QByteArray("\x18\x03\x18\x02"), "float32", numbers) << counting;
    QTest::newRow("name scope") << weight("scope/d_1/kernel:0", packed({3, 2}), "float32", numbers)
                                << counting;
    QTest::newRow("unknown fields") << weight("d/kernel:0", packed({3, 2}), "float32", numbers,
        field(9, "x") + QByteArray("\x50\x07", 2) + fixed(11, 1))
                                    << counting;
    const QByteArray bytes("\x00\xff\x33\x66\x99\xcc", 6); // 51 is a fifth of 255
    QTest::newRow("uint8") << weight("d/kernel:0", packed({3, 2}), "uint8", bytes, fixed(6, -1) + fixed(7, 4))
                           << QList<float>{-1, 4, 0, 1, 2, 3};
    QTest::newRow("uint8 from zero") // proto3 leaves a zero out
        << weight("d/kernel:0", packed({3, 2}), "uint8", bytes, fixed(7, 5))
        << QList<float>{0, 5, 1, 2, 3, 4};
    QTest::newRow("uint8 of one number") << weight("d/kernel:0", packed({3, 2}), "uint8", QByteArray(6, '\0'),
        fixed(6, 2.5F) + fixed(7, 2.5F)) << QList<float>{2.5F, 2.5F, 2.5F, 2.5F, 2.5F, 2.5F};
}

void TstFileKerasJs::numberForms()
{
    QFETCH(QByteArray, weight);
    QFETCH(QList<float>, wanted);
    const QString path = write(folder_, "forms.bin", head() + weight);
    const std::vector<float> got = kernelOf(path);
    QCOMPARE(QList<float>(got.begin(), got.end()), wanted);
}

/// No cut of a file crashes, and all but those between two weights are seen.
void TstFileKerasJs::everyCutIsASentence()
{
    const QByteArray whole = bytesOf(data_ + "text_uint8.bin");
    int opened = 0;
    for (qsizetype size = 0; size < whole.size(); size += 7) {
        const auto cut = open(write(folder_, "cut.bin", whole.left(size)));
        opened += cut.ok() ? 1 : 0;
        QVERIFY(cut.ok() || (!sentence(cut).isEmpty() && !cut.error().hint.empty()));
    }
    QVERIFY(opened <= 12); // the file has 12 tensors
    QVERIFY(sentence(open(write(folder_, "cut.bin", whole.left(whole.size() - 1))))
                .contains("the file ends after"));
}

void TstFileKerasJs::refused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("part");
    const QByteArray numbers = floats({1, 2, 3, 4, 5, 6});
    const auto row = [](const char* name, const QByteArray& bytes, const char* part) {
        QTest::newRow(name) << bytes << QString(part);
    };
    row("no architecture", field(1, "0123") + field(2, "m") + field(3, "2.0.9"), "holds no architecture");
    row("type", head() + weight("d/kernel:0", packed({3, 2}), "float16", numbers),
        "\"d/kernel:0\" holds values of the type \"float16\"");
    row("size", head() + weight("d/kernel:0", packed({3, 3}), "float32", numbers), "shape 3x3 but 24 bytes");
    row("absurd size",
        head() + weight("d/kernel:0", packed({4294967295, 4294967295, 4294967295}), "float32", numbers),
        "but 24 bytes");
    row("size beyond 32 bits", head() + weight("d/kernel:0", packed({4294967296}), "float32", numbers),
        "stops making sense");
    row("rank", head() + weight("d/kernel:0", field(3, QByteArray(200, '\1')), "float32", numbers),
        "stops making sense");
    row("a size without an end", head() + weight("d/kernel:0", field(3, "\xff\xff"), "float32", numbers),
        "stops making sense");
    row("inner length", head() + field(6, QByteArray("\x0a\x7f", 2)) + field(9, QByteArray(300, 'x')),
        "stops making sense");
    row("outer length", head() + QByteArray("\x32\xff\xff\xff\xff\x7f", 6), "the file ends after");
    row("length of 2^64", head() + QByteArray("\x32\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11),
        "the file ends after");
    row("a group", head() + QByteArray("\x33", 1), "stops making sense");
    row("a number without an end", head() + QByteArray(12, '\xff'), "stops making sense");
    row("weight that is a number", head() + QByteArray("\x30\x05", 2), "stops making sense");
    row("shape that does not fit", head() + weight("d/kernel:0", packed({2, 3}), "float32", numbers), "");
}

void TstFileKerasJs::refused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, part);
    const auto opened = openModel({write(folder_, "bad.bin", bytes).toStdString()}, {});
    QVERIFY(!opened.ok());
    const QString text = QString::fromStdString(opened.error().english());
    QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY(!opened.error().hint.empty());
}

void TstFileKerasJs::triples()
{
    // any of the three, or all in any order
    for (const char* end : {"_metadata.json", ".json", "_weights.buf"}) {
        const auto opened = open(data_ + "text_triple" + end);
        QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
        QCOMPARE(opened->file.format, FileFormat::KerasJs);
        QCOMPARE(opened->file.files.size(), size_t(3));
        QCOMPARE(opened->file.tensors.size(), size_t(13));
        QCOMPARE(opened->file.groups[0].name, std::string("embed"));
    }
    // from three folders
    const QString json = write(folder_, "a/t.json", bytesOf(data_ + "text_triple.json"));
    const QString buffer = write(folder_, "b/t_weights.buf", bytesOf(data_ + "text_triple_weights.buf"));
    const QString list = write(folder_, "c/t_metadata.json", bytesOf(data_ + "text_triple_metadata.json"));
    const auto together = openModelFile({buffer.toStdString(), json.toStdString(), list.toStdString()}, {});
    QVERIFY2(together.ok(), qPrintable(sentence(together)));
    QCOMPARE(together->file.tensors.size(), size_t(13));
    QVERIFY(sentence(open(list)).contains("its weights file \"t_weights.buf\" is missing"));
    QVERIFY(sentence(open(buffer)).contains("not a known model file"));
    write(folder_, "c/t_weights.buf", bytesOf(buffer));
    QVERIFY(sentence(open(list)).contains("its architecture \"t.json\" is missing"));
    // the folder
    write(folder_, "c/t.json", bytesOf(json));
    const auto whole = open(folder_.filePath("c"));
    QVERIFY2(whole.ok(), qPrintable(sentence(whole)));
    QCOMPARE(whole->file.format, FileFormat::KerasJs);
}

void TstFileKerasJs::brokenTriples_data()
{
    QTest::addColumn<QByteArray>("metadata");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const char* entry, const char* part) {
        QTest::newRow(name) << QByteArray(R"([{"layer_name":"d","weight_name":"d_W",)") + entry + "}]"
                            << QString(part);
    };
    row("beyond the end", R"("offset":8,"length":6,"shape":[3,2],"type":"float32")",
        "the file ends after 24");
    row("far beyond", R"("offset":18446744073709551615,"length":6,"shape":[3,2],"type":"float32")",
        "the file ends after 24");
    row("negative", R"("offset":-8,"length":6,"shape":[3,2],"type":"float32")", "makes no sense at \"d_W\"");
    row("shape", R"("offset":0,"length":6,"shape":[3,3],"type":"float32")", "makes no sense at \"d_W\"");
    row("no shape", R"("offset":0,"length":6,"type":"float32")", "makes no sense at \"d_W\"");
    row("half a number", R"("offset":0,"length":5.5,"shape":[3,2],"type":"float32")", "makes no sense");
    row("type", R"("offset":0,"length":6,"shape":[3,2],"type":"float64")", "of the type \"float64\"");
}

void TstFileKerasJs::brokenTriples()
{
    QFETCH(QByteArray, metadata);
    QFETCH(QString, part);
    write(folder_, "broken/m.json", config);
    write(folder_, "broken/m_weights.buf", floats({1, 2, 3, 4, 5, 6}));
    const auto opened = open(write(folder_, "broken/m_metadata.json", metadata));
    QVERIFY(!opened.ok());
    QVERIFY2(sentence(opened).contains(part), qPrintable(sentence(opened)));
}

void TstFileKerasJs::corpusFiles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("version");
    QTest::addColumn<int>("tensors");
    QTest::addColumn<bool>("quantised");
    QTest::newRow("cnn") << "v1/mnist_cnn.bin"
                         << "2.0.9" << 8 << true;
    QTest::newRow("sr") << "v1/sr.bin"
                        << "2.1.2" << 6 << false;
    QTest::newRow("hintbot") << "v0/hintbot/hintbot_metadata.json"
                             << "1.2.1" << 12 << false;
}

void TstFileKerasJs::corpusFiles()
{
    if (corpus().isEmpty())
        QSKIP("KERASCOPE_CORPUS is not set");
    QFETCH(QString, name);
    QFETCH(int, tensors);
    QFETCH(bool, quantised);
    const auto opened = open(corpus() + "/keras-js/" + name);
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    QTEST(QString::fromStdString(opened->file.kerasVersion), "version");
    QCOMPARE(int(opened->file.tensors.size()), tensors);
    QCOMPARE(opened->file.tensors[0].dtype, quantised ? DType::UInt8 : DType::Float32);
}

QTEST_GUILESS_MAIN(TstFileKerasJs)
#include "tst_file_keras_js.moc"
