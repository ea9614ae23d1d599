// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/open_model.h"
#include "core/plan/weight_store.h"
#include "file_fixture.h"

#include <QDir>
#include <QTest>

using namespace kerascope;
using namespace kerascope::test;

/// One small model in every dress that HDF5 has, written by h5py (tests/golden/make_files.py): the same names
/// and numbers come out, or one sentence says what is not read.
class TstFileDress : public QObject {
    Q_OBJECT
private slots:
    void dresses_data();
    void dresses();
    void lzf_data();
    void lzf();
    void firstHeaders_data();
    void firstHeaders();
    void refused_data();
    void refused();

private:
    QTemporaryDir folder_;
    const QString data_ = QString(KERASCOPE_GOLDEN) + "/../files/";
};

namespace {

/// (n - 5) / 8 for n below 12, and the bias; `scale` for integers, `positive` for truth values.
std::vector<float> kernel(float scale, bool positive)
{
    std::vector<float> out;
    for (int n = 0; n < 12; ++n)
        out.push_back(positive ? float(n > 5) : float(n - 5) / 8 * scale);
    return out;
}
std::vector<float> bias(bool integer, bool positive)
{
    if (positive)
        return {1, 0, 1, 0};
    return {1, -2, integer ? 0.F : 0.5F, 0};
}

struct Layers {
    OpenedModel opened;
    std::vector<float> kernel, bias;
};

Result<Layers> read(const QString& path)
{
    auto opened = openModel({path.toStdString()}, {});
    if (!opened)
        return opened.error();
    Layers out{std::move(*opened), {}, {}};
    WeightStore store(out.opened.model, out.opened.file, out.opened.tensors);
    for (const Layer& layer : out.opened.model->layers)
        for (int i = 0; i < int(layer.weights.size()) && i < 2; ++i) {
            const auto tensor = store.weight({layer.id, i}, {});
            if (!tensor)
                return tensor.error();
            (i == 0 ? out.kernel : out.bias) = (*tensor)->data;
        }
    return out;
}

} // namespace

void TstFileDress::dresses_data()
{
    QTest::addColumn<QString>("name");
    const QStringList files = QDir(data_ + "hdf5_dress").entryList({"*.h5"}, QDir::Files);
    QVERIFY(files.size() >= 35);
    for (const QString& file : files)
        QTest::newRow(qPrintable(file)) << file;
}

void TstFileDress::dresses()
{
    QFETCH(QString, name);
    const auto got = read(data_ + "hdf5_dress/" + name);
    QVERIFY2(got.ok(), got.ok() ? "" : got.error().english().c_str());
    const bool integer = name.startsWith("int");
    const bool truth = name.startsWith("bool");
    const bool alone = name.startsWith("weights_only");
    QCOMPARE(got->opened.file->kerasVersion, std::string("2.2.4"));
    QCOMPARE(got->opened.file->format, alone ? FileFormat::Hdf5Weights : FileFormat::Hdf5Model);
    QCOMPARE(got->opened.file->tensors.size(), size_t(2));
    QCOMPARE(got->kernel, kernel(integer ? 8 : 1, truth));
    QCOMPARE(got->bias, bias(integer, truth));
    QCOMPARE(got->opened.model->outputs.size(), alone ? size_t(0) : size_t(1));
}

void TstFileDress::lzf_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"plain", "shuffled", "checked"})
        QTest::newRow(name) << QString(name);
}

/// Large enough that LZF really packs; and damaged bytes in it are a sentence.
void TstFileDress::lzf()
{
    QFETCH(QString, name);
    const QString path = data_ + "lzf/" + name + ".h5";
    QVERIFY(QFileInfo(path).size() < 12000 * 4 / 2);
    const auto got = read(path);
    QVERIFY2(got.ok(), got.ok() ? "" : got.error().english().c_str());
    QCOMPARE(got->kernel.size(), size_t(12000));
    for (size_t n = 0; n < got->kernel.size(); ++n)
        QCOMPARE(got->kernel[n], float(n % 7) / 8);
    QByteArray bytes = bytesOf(path);
    for (qsizetype at = bytes.size() / 2; at < bytes.size(); ++at)
        bytes[at] = char(bytes[at] ^ 0x5a);
    const auto damaged = read(write(folder_, "damaged.h5", bytes));
    QVERIFY(damaged.ok() || damaged.error().code == ErrorCode::File);
}

void TstFileDress::firstHeaders_data()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<int>("userBlock");
    for (const int userBlock : {0, 512, 4096})
        for (int version = 0; version <= 3; ++version)
            QTest::addRow("version %d, user block %d", version, userBlock) << version << userBlock;
}

/// Every version of the first header, which h5py cannot all write, with and without a user block.
void TstFileDress::firstHeaders()
{
    QFETCH(int, version);
    QFETCH(int, userBlock);
    const QString path = folder_.filePath("header.h5");
    {
        const Hdf5Lock lock;
        const Hdf5Id creation(H5Pcreate(H5P_FILE_CREATE));
        const Hdf5Id access(H5Pcreate(H5P_FILE_ACCESS));
        H5Pset_userblock(creation.get(), hsize_t(userBlock));
        if (version == 1)
            H5Pset_istore_k(creation.get(), 16);
        if (version >= 2)
            H5Pset_libver_bounds(access.get(), version == 2 ? H5F_LIBVER_V18 : H5F_LIBVER_V110,
                version == 2 ? H5F_LIBVER_V18 : H5F_LIBVER_V110);
        Hdf5Writer writer(path, creation.get(), access.get());
        const Hdf5Id layer = writer.oneLayer();
        const std::vector<float> values = kernel(1, false);
        writer.dataset(layer.get(), "kernel:0", H5T_IEEE_F32LE, {3, 4}, values.data());
    }
    QCOMPARE(int(bytesOf(path).at(userBlock + 8)), version);
    const auto opened = open(path);
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    const std::vector<float> values = kernel(1, false);
    QCOMPARE(tensorBytes(*opened, "model_weights/dense/kernel:0"),
        QByteArray(reinterpret_cast<const char*>(values.data()), 48));
    const QByteArray cut = bytesOf(path).left(userBlock + 700);
    QVERIFY(sentence(open(write(folder_, "cut.h5", cut))).contains("the file ends after"));
}

void TstFileDress::refused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const char* part) {
        QTest::newRow(name) << QString(name) << QString(part);
    };
    row("external_link", "\"dense/kernel:0\" lies in another file");
    row("soft_link", "\"dense/kernel:0\" is a soft link");
    row("external_storage",
        "the values of the tensor \"model_weights/dense/dense/kernel:0\" lie in another file");
    row("virtual", "is put together from other files");
    row("scale_offset",
        "is packed with the filter scale-offset, which is not read; save the model again with Keras, or");
}

void TstFileDress::refused()
{
    QFETCH(QString, name);
    QFETCH(QString, part);
    const auto opened = open(data_ + "hdf5_refused/" + name + ".h5");
    QVERIFY(!opened.ok());
    QVERIFY2(sentence(opened).contains(part), qPrintable(sentence(opened)));
    QVERIFY(!opened.error().hint.empty());
    QCOMPARE(QDir(data_ + "hdf5_refused").entryList({"*.h5"}, QDir::Files).size(), 5);
}

QTEST_GUILESS_MAIN(TstFileDress)
#include "tst_file_dress.moc"
