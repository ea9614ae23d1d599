// SPDX-License-Identifier: GPL-3.0-or-later
#include "file_fixture.h"

#include <QTest>
#include <cstring>
#include <numeric>

using namespace kerascope;
using namespace kerascope::test;

/// HDF5 files written here with libhdf5 itself: what Keras writes, and what hostile or foreign writers do.
class TstFileHdf5 : public QObject {
    Q_OBJECT
private slots:
    void numberTypes_data();
    void numberTypes();
    void bfloat16AndBool();
    void chunkedInAnyRange();
    void namesInAnyEncoding();
    void slashesAndTopLevelWeights();
    void userBlock();
    void keras3Paths();
    void ringOfGroups();
    void refuses_data();
    void refuses();

private:
    QTemporaryDir folder_;
};

namespace {

const std::string kernel = "model_weights/dense/kernel:0";

std::vector<float> counting(size_t count)
{
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 0.F);
    return values;
}

Hdf5Id typeOf(const QByteArray& name)
{
    static const std::pair<const char*, hid_t> types[] = {{"i1", H5T_STD_I8LE}, {"u1", H5T_STD_U8LE},
        {"i2be", H5T_STD_I16BE}, {"u4", H5T_STD_U32LE}, {"i8be", H5T_STD_I64BE}, {"f4", H5T_IEEE_F32LE},
        {"f4be", H5T_IEEE_F32BE}, {"f8be", H5T_IEEE_F64BE}};
    for (const auto& [key, type] : types)
        if (name == key)
            return Hdf5Id(H5Tcopy(type));
    Hdf5Id half(H5Tcopy(name == "f2be" ? H5T_IEEE_F32BE : H5T_IEEE_F32LE));
    H5Tset_fields(half.get(), 15, 10, 5, 0, 10);
    H5Tset_size(half.get(), 2);
    H5Tset_ebias(half.get(), 15);
    return half;
}

} // namespace

void TstFileHdf5::numberTypes_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<QByteArray>("stored"); // two elements as the file has them
    QTest::addColumn<QByteArray>("read");
    QTest::newRow("int8") << QByteArray("i1") << "int8" << QByteArray("\x01\xfe") << QByteArray("\x01\xfe");
    QTest::newRow("uint8") << QByteArray("u1") << "uint8" << QByteArray("\x01\xfe") << QByteArray("\x01\xfe");
    QTest::newRow("int16 big") << QByteArray("i2be") << "int16" << QByteArray("\1\2\3\4")
                               << QByteArray("\2\1\4\3");
    QTest::newRow("uint32") << QByteArray("u4") << "uint32" << QByteArray("\1\2\3\4\5\6\7\x8")
                            << QByteArray("\1\2\3\4\5\6\7\x8");
    QTest::newRow("int64 big") << QByteArray("i8be") << "int64" << QByteArray("ABCDEFGHIJKLMNOP")
                               << QByteArray("HGFEDCBAPONMLKJI");
    QTest::newRow("float32") << QByteArray("f4") << "float32" << QByteArray("ABCDEFGH")
                             << QByteArray("ABCDEFGH");
    QTest::newRow("float32 big") << QByteArray("f4be") << "float32" << QByteArray("ABCDEFGH")
                                 << QByteArray("DCBAHGFE");
    QTest::newRow("float64 big") << QByteArray("f8be") << "float64" << QByteArray("ABCDEFGHIJKLMNOP")
                                 << QByteArray("HGFEDCBAPONMLKJI");
    QTest::newRow("float16") << QByteArray("f2") << "float16" << QByteArray("ABCD") << QByteArray("ABCD");
    QTest::newRow("float16 big") << QByteArray("f2be") << "float16" << QByteArray("ABCD")
                                 << QByteArray("BADC");
}

void TstFileHdf5::numberTypes()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, stored);
    for (const bool chunked : {false, true}) {
        const QString path = folder_.filePath("types.h5");
        {
            Hdf5Writer writer(path);
            const Hdf5Id layer = writer.oneLayer();
            const Hdf5Id number = typeOf(type);
            const Hdf5Id creation(H5Pcreate(H5P_DATASET_CREATE));
            const hsize_t chunk = 1;
            if (chunked)
                H5Pset_chunk(creation.get(), 1, &chunk);
            writer.dataset(layer.get(), "kernel:0", number.get(), {2}, stored.constData(), creation.get());
        }
        const auto opened = open(path);
        QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
        QCOMPARE(opened->file.tensors.size(), size_t(1));
        const StoredTensor& tensor = opened->file.tensors[0];
        QTEST(QString(dtypeName(tensor.dtype)), "dtype");
        QCOMPARE(tensor.shape, Shape({2}));
        QCOMPARE(tensor.bytes, uint64_t(stored.size()));
        QTEST(tensorBytes(*opened, kernel), "read");
        QCOMPARE(opened->tensors->bytesRead(), tensor.bytes);
    }
}

void TstFileHdf5::bfloat16AndBool()
{
    const QString path = folder_.filePath("bf16.weights.h5");
    {
        Hdf5Writer writer(path);
        const Hdf5Id opaque(H5Tcreate(H5T_OPAQUE, 2));
        const Hdf5Id boolean(H5Tenum_create(H5T_STD_I8LE));
        const signed char values[] = {0, 1};
        H5Tenum_insert(boolean.get(), "FALSE", &values[0]);
        H5Tenum_insert(boolean.get(), "TRUE", &values[1]);
        const Hdf5Id data =
            writer.dataset(writer.root(), "layers/dense/vars/0", opaque.get(), {2}, "\x80\x3f\x00\x40");
        writer.text(data.get(), "dtype", "bfloat16");
        writer.dataset(writer.root(), "layers/dense/vars/1", boolean.get(), {2}, values);
    }
    const auto opened = open(path);
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    QCOMPARE(opened->file.tensors[0].dtype, DType::BFloat16);
    QCOMPARE(opened->file.tensors[1].dtype, DType::Bool);
    QCOMPARE(tensorBytes(*opened, "layers/dense/vars/0"), QByteArray("\x80\x3f\x00\x40", 4));
    QCOMPARE(tensorBytes(*opened, "layers/dense/vars/1"), QByteArray("\x00\x01", 2));
}

void TstFileHdf5::chunkedInAnyRange()
{
    // Rows of 6 MB, so that a piece is less than one index of the first axis, and chunks that fit no edge.
    const std::vector<hsize_t> dims{3, 5, 307, 1000};
    const std::vector<hsize_t> chunk{2, 2, 100, 333};
    const std::vector<float> values = counting(3 * 5 * 307 * 1000);
    const QString path = folder_.filePath("chunked.h5");
    {
        Hdf5Writer writer(path);
        const Hdf5Id layer = writer.oneLayer();
        const Hdf5Id creation(H5Pcreate(H5P_DATASET_CREATE));
        H5Pset_chunk(creation.get(), 4, chunk.data());
        H5Pset_shuffle(creation.get());
        H5Pset_deflate(creation.get(), 1);
        H5Pset_fletcher32(creation.get());
        writer.dataset(layer.get(), "kernel:0", H5T_IEEE_F32LE, dims, values.data(), creation.get());
    }
    const auto opened = open(path);
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    const uint64_t all = values.size();
    uint64_t total = 0;
    const std::pair<uint64_t, uint64_t> ranges[] = {
        {0, all}, {0, 1}, {all - 1, 1}, {999, 2}, {306'999, 1'500'000}, {1'535'001, 1'535'000}, {all, 0}};
    for (const auto& [first, count] : ranges) {
        std::vector<float> got(count, -1.F);
        QVERIFY(opened->tensors->read(0, first, std::as_writable_bytes(std::span(got)), {}).ok());
        QVERIFY2(std::equal(got.begin(), got.end(), values.begin() + std::ptrdiff_t(first)),
            qPrintable(QString("from %1").arg(first)));
        total += count * 4;
    }
    QCOMPARE(opened->tensors->bytesRead(), total);
    std::vector<float> tooFar(2);
    QVERIFY(!opened->tensors->read(0, all - 1, std::as_writable_bytes(std::span(tooFar)), {}).ok());
    QVERIFY(!opened->tensors->read(1, 0, std::as_writable_bytes(std::span(tooFar)), {}).ok());
    std::stop_source stop;
    stop.request_stop();
    const auto stopped =
        opened->tensors->read(0, 0, std::as_writable_bytes(std::span(tooFar)), stop.get_token());
    QVERIFY(!stopped.ok());
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
}

void TstFileHdf5::namesInAnyEncoding()
{
    const QString path = folder_.filePath("names.h5");
    {
        Hdf5Writer writer(path);
        const Hdf5Id a = writer.group(writer.root(), "первый");
        const Hdf5Id b = writer.group(writer.root(), "b");
        const Hdf5Id c = writer.group(writer.root(), "c");
        writer.texts(writer.root(), "layer_names0", {"первый", "b"}, 20);
        writer.texts(writer.root(), "layer_names1", {"c"}, 4, H5T_STR_SPACEPAD);
        writer.texts(a.get(), "weight_names", {"k", "long name"}, 9, H5T_STR_NULLTERM);
        const float one = 1;
        writer.dataset(a.get(), "k", H5T_IEEE_F32LE, {1}, &one);
        writer.dataset(a.get(), "long name", H5T_IEEE_F32LE, {}, &one);
        const hsize_t none = 0;
        const Hdf5Id empty(H5Screate_simple(1, &none, nullptr));
        const Hdf5Id number(
            H5Acreate2(b.get(), "weight_names", H5T_IEEE_F64LE, empty.get(), H5P_DEFAULT, H5P_DEFAULT));
        const Hdf5Id null(H5Screate(H5S_NULL));
        const Hdf5Id nothing(
            H5Acreate2(c.get(), "weight_names", H5T_IEEE_F64LE, null.get(), H5P_DEFAULT, H5P_DEFAULT));
    }
    const auto opened = open(path);
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    const ModelFile& file = opened->file;
    QCOMPARE(file.format, FileFormat::Hdf5Weights);
    QCOMPARE(file.notes.size(), size_t(1));
    QCOMPARE(file.groups.size(), size_t(3));
    QCOMPARE(file.groups[0].name, std::string("первый"));
    QCOMPARE(file.groups[0].weightNames, (std::vector<std::string>{"k", "long name"}));
    QCOMPARE(file.groups[0].tensors, (std::vector<int>{0, 1}));
    QCOMPARE(file.tensors[1].shape, Shape());
    QVERIFY(file.groups[1].tensors.empty() && file.groups[2].tensors.empty());
    QCOMPARE(file.groups[2].name, std::string("c"));
}

void TstFileHdf5::slashesAndTopLevelWeights()
{
    const QString path = folder_.filePath("slashes.h5");
    {
        Hdf5Writer writer(path);
        const Hdf5Id weights = writer.group(writer.root(), "model_weights");
        const Hdf5Id optimizer = writer.group(writer.root(), "optimizer_weights");
        writer.texts(weights.get(), "layer_names", {"block/dense"});
        const float values[] = {1, 2, 3};
        writer.dataset(weights.get(), "block/dense/scope/kernel:0", H5T_IEEE_F32LE, {3}, values);
        writer.dataset(weights.get(), "top_level_model_weights/scale:0", H5T_IEEE_F32LE, {1}, values);
        writer.dataset(optimizer.get(), "Adam/iterations:0", H5T_STD_I64LE, {}, values);
        const Hdf5Id layer(H5Gopen2(weights.get(), "block/dense", H5P_DEFAULT));
        writer.texts(layer.get(), "weight_names", {"scope/kernel:0"});
        const Hdf5Id top(H5Gopen2(weights.get(), "top_level_model_weights", H5P_DEFAULT));
        writer.texts(top.get(), "weight_names", {"scale:0"});
    }
    const auto opened = open(path);
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    QCOMPARE(opened->file.groups.size(), size_t(2));
    QCOMPARE(opened->file.groups[0].name, std::string("block/dense"));
    QCOMPARE(opened->file.tensors[0].name, std::string("model_weights/block/dense/scope/kernel:0"));
    QCOMPARE(opened->file.groups[1].name, std::string("top_level_model_weights"));
    QCOMPARE(opened->file.tensors.size(), size_t(2));
    const float expected[] = {1, 2, 3};
    QCOMPARE(tensorBytes(*opened, opened->file.tensors[0].name),
        QByteArray(reinterpret_cast<const char*>(expected), sizeof expected));
}

void TstFileHdf5::userBlock()
{
    const QString path = folder_.filePath("userblock.h5");
    {
        const Hdf5Lock lock;
        const Hdf5Id creation(H5Pcreate(H5P_FILE_CREATE));
        H5Pset_userblock(creation.get(), 1024);
        Hdf5Writer writer(path, creation.get());
        const Hdf5Id layer = writer.oneLayer();
        const std::vector<float> values = counting(6);
        writer.dataset(layer.get(), "kernel:0", H5T_IEEE_F32LE, {2, 3}, values.data());
    }
    const auto opened = open(path);
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    QCOMPARE(opened->file.kerasVersion, std::string("2.2.4"));
    const std::vector<float> values = counting(6);
    QCOMPARE(tensorBytes(*opened, kernel), QByteArray(reinterpret_cast<const char*>(values.data()), 24));
}

void TstFileHdf5::keras3Paths()
{
    const QString path = folder_.filePath("paths.weights.h5");
    {
        Hdf5Writer writer(path);
        const float value = 7;
        for (int i = 0; i < 12; ++i)
            writer.dataset(writer.root(), ("layers/dense/vars/" + std::to_string(i)).c_str(), H5T_IEEE_F32LE,
                {1}, &value);
        writer.dataset(writer.root(), "optimizer/vars/0", H5T_IEEE_F32LE, {1}, &value);
        writer.dataset(writer.root(), "vars/0", H5T_IEEE_F32LE, {1}, &value);
        const Hdf5Id layers(H5Gopen2(writer.root(), "layers", H5P_DEFAULT));
        const Hdf5Id flatten = writer.group(layers.get(), "flatten");
        const Hdf5Id empty = writer.group(flatten.get(), "vars");
        writer.text(empty.get(), "name", "my_flatten");
    }
    const auto opened = open(path);
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    const ModelFile& file = opened->file;
    QCOMPARE(file.format, FileFormat::Keras3Weights);
    QCOMPARE(file.layout, WeightLayout::Keras3Paths);
    QStringList names;
    for (const TensorGroup& group : file.groups)
        names << QString::fromStdString(group.name);
    names.sort();
    QCOMPARE(names, QStringList({"", "layers/dense", "layers/flatten"}));
    for (const TensorGroup& group : file.groups) {
        if (group.name == "layers/dense")
            QCOMPARE(group.weightNames.back(), std::string("11"));
        if (group.name == "layers/flatten")
            QCOMPARE(group.layerName, std::string("my_flatten"));
    }
    QCOMPARE(file.tensors.size(), size_t(13));
}

void TstFileHdf5::ringOfGroups()
{
    const QString path = folder_.filePath("ring.weights.h5");
    {
        Hdf5Writer writer(path);
        const float value = 7;
        writer.dataset(writer.root(), "layers/dense/vars/0", H5T_IEEE_F32LE, {1}, &value);
        H5Lcreate_hard(
            writer.root(), "layers", writer.root(), "layers/dense/again", H5P_DEFAULT, H5P_DEFAULT);
    }
    const auto opened = open(path);
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    QCOMPARE(opened->file.tensors.size(), size_t(1));
}

void TstFileHdf5::refuses_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("part");
    const int file = int(ErrorCode::File);
    const int unsupported = int(ErrorCode::Unsupported);
    QTest::newRow("external storage") << "external" << unsupported << "lie in another file";
    QTest::newRow("external link") << "elink" << file << "lies in another file";
    QTest::newRow("soft link") << "soft" << file << "is a soft link";
    QTest::newRow("virtual") << "virtual" << unsupported << "put together from other files";
    QTest::newRow("filter") << "nbit" << unsupported << "packed with the filter n-bit";
    QTest::newRow("compound") << "compound" << unsupported << "of a type that is not read";
    QTest::newRow("opaque") << "opaque" << unsupported << "of a type that is not read";
    QTest::newRow("huge") << "huge" << file
                          << "declares 4,611,686,018,427,387,904 bytes but the file holds 0";
    QTest::newRow("impossible") << "impossible" << file << "declares an impossible size";
    QTest::newRow("missing weight") << "missing" << file
                                    << "the weight \"kernel:0\" of the layer \"dense\" is missing";
}

void TstFileHdf5::refuses()
{
    QFETCH(QString, kind);
    const QString path = folder_.filePath(kind + ".h5");
    {
        Hdf5Writer writer(path);
        const Hdf5Id layer = writer.oneLayer();
        const float values[4] = {};
        const Hdf5Id creation(H5Pcreate(H5P_DATASET_CREATE));
        const hsize_t four = 4;
        const hsize_t vast = hsize_t(1) << 30;
        Hdf5Id type(H5Tcopy(H5T_IEEE_F32LE));
        std::vector<hsize_t> dims{4};
        const void* data = values;
        const Hdf5Id space(H5Screate_simple(1, &four, nullptr));
        if (kind == "external") {
            H5Pset_external(creation.get(), "/etc/hostname", 0, 16);
            data = nullptr;
        } else if (kind == "virtual") {
            H5Pset_virtual(creation.get(), space.get(), "other.h5", "data", space.get());
            data = nullptr;
        } else if (kind == "nbit") {
            H5Pset_chunk(creation.get(), 1, &four);
            H5Pset_nbit(creation.get());
        } else if (kind == "compound") {
            type = Hdf5Id(H5Tcreate(H5T_COMPOUND, 4));
            H5Tinsert(type.get(), "x", 0, H5T_IEEE_F32LE);
        } else if (kind == "opaque") {
            type = Hdf5Id(H5Tcreate(H5T_OPAQUE, 3));
        } else if (kind == "huge" || kind == "impossible") {
            const std::vector<hsize_t> chunk{1, 1, 1};
            H5Pset_chunk(creation.get(), 3, chunk.data());
            dims = {vast, kind == "huge" ? vast : vast * 1024, kind == "huge" ? hsize_t(1) : vast};
            data = nullptr;
        }
        if (kind == "elink")
            H5Lcreate_external("other.h5", "/x", layer.get(), "kernel:0", H5P_DEFAULT, H5P_DEFAULT);
        else if (kind == "soft")
            H5Lcreate_soft("/model_weights", layer.get(), "kernel:0", H5P_DEFAULT, H5P_DEFAULT);
        else if (kind != "missing")
            writer.dataset(layer.get(), "kernel:0", type.get(), dims, data, creation.get());
    }
    const auto opened = open(path);
    QVERIFY(!opened.ok());
    QFETCH(QString, part);
    QVERIFY2(sentence(opened).contains(part), qPrintable(sentence(opened)));
    QTEST(int(opened.error().code), "code");
}

QTEST_GUILESS_MAIN(TstFileHdf5)
#include "tst_file_hdf5.moc"
