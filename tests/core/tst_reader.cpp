// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reader/open_in_reader.h"
#include "file_fixture.h"

#include <QDir>
#include <QTest>
#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

using namespace kerascope;
using namespace kerascope::test;

/// Files opened in a process of their own: the same answers, and nothing that happens there harms this one.
class TstReader : public QObject {
    Q_OBJECT
private slots:
    void sameAsHere_data();
    void sameAsHere();
    void sameSentence_data();
    void sameSentence();
    void plainTensorsNeedNoProcess();
    void killedReaderStartsAgain();
    void crashIsDamage();
    void hungReaderIsStopped();
    void changedFile();
    void endsWithItsUser();

private:
    Result<OpenedFile> openThere(const QString& path) { return openInReader({path.toStdString()}, {}); }
    /// A model whose weights have to be decoded: HDF5 chunks, deflated.
    QString decodedModel();
    QTemporaryDir folder_;
    const QString data_ = KERASCOPE_GOLDEN;
};

namespace {

/// Processes that this one has started.
std::vector<pid_t> readers()
{
    std::vector<pid_t> out;
    for (const QString& thread : QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        std::ifstream list("/proc/self/task/" + thread.toStdString() + "/children");
        for (pid_t child = 0; list >> child;)
            out.push_back(child);
    }
    return out;
}

void compareFiles(const ModelFile& a, const ModelFile& b)
{
    QCOMPARE(a.format, b.format);
    QVERIFY(a.files == b.files);
    QCOMPARE(a.kerasVersion, b.kerasVersion);
    QCOMPARE(a.backend, b.backend);
    QCOMPARE(a.config, b.config);
    QCOMPARE(a.layout, b.layout);
    QCOMPARE(a.tensors.size(), b.tensors.size());
    for (size_t i = 0; i < a.tensors.size(); ++i) {
        QCOMPARE(a.tensors[i].name, b.tensors[i].name);
        QVERIFY(a.tensors[i].shape == b.tensors[i].shape);
        QCOMPARE(a.tensors[i].dtype, b.tensors[i].dtype);
        QCOMPARE(a.tensors[i].bytes, b.tensors[i].bytes);
        QCOMPARE(a.tensors[i].scale, b.tensors[i].scale);
        QCOMPARE(a.tensors[i].minimum, b.tensors[i].minimum);
    }
    QCOMPARE(a.groups.size(), b.groups.size());
    for (size_t i = 0; i < a.groups.size(); ++i) {
        QCOMPARE(a.groups[i].name, b.groups[i].name);
        QCOMPARE(a.groups[i].layerName, b.groups[i].layerName);
        QCOMPARE(a.groups[i].tensors, b.groups[i].tensors);
        QCOMPARE(a.groups[i].weightNames, b.groups[i].weightNames);
    }
    QCOMPARE(a.notes.size(), b.notes.size());
    for (size_t i = 0; i < a.notes.size(); ++i)
        QCOMPARE(a.notes[i].english(), b.notes[i].english());
}

} // namespace

QString TstReader::decodedModel()
{
    QString path = folder_.filePath("decoded.h5");
    Hdf5Writer writer(path);
    const Hdf5Id layer = writer.oneLayer();
    const Hdf5Id creation(H5Pcreate(H5P_DATASET_CREATE));
    const hsize_t chunk[] = {64, 64};
    H5Pset_chunk(creation.get(), 2, chunk);
    H5Pset_deflate(creation.get(), 4);
    std::vector<float> values(1500 * 1500); // more than one piece
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = float(i % 1013) * 0.5F;
    writer.dataset(layer.get(), "kernel:0", H5T_NATIVE_FLOAT, {1500, 1500}, values.data(), creation.get());
    return path;
}

void TstReader::sameAsHere_data()
{
    QTest::addColumn<QString>("path");
    for (const char* name : {"keras2_graph/frozen_nested.h5", "keras3_format/nested_three_levels.weights.h5",
             "simplernn/mask_stacked_sequential.keras", "../../../resources/sample/digits.keras"})
        QTest::newRow(name) << data_ + "/" + name;
    QTest::newRow("decoded") << decodedModel();
}

void TstReader::sameAsHere()
{
    QFETCH(QString, path);
    const auto here = open(path);
    const auto there = openThere(path);
    QVERIFY2(here.ok() && there.ok(), qPrintable(sentence(there)));
    compareFiles(there->file, here->file);
    QVERIFY(!here->file.tensors.empty());
    uint64_t bytes = 0;
    for (const StoredTensor& tensor : here->file.tensors) {
        const QByteArray want = tensorBytes(*here, tensor.name);
        QCOMPARE(want.size(), qsizetype(tensor.bytes));
        QCOMPARE(tensorBytes(*there, tensor.name), want);
        bytes += tensor.bytes;
    }
    QCOMPARE(there->tensors->bytesRead(), bytes);
    std::vector<std::byte> beyond(8);
    QVERIFY(!there->tensors->read(0, here->file.tensors[0].bytes / 4, beyond, {}).ok());
    QVERIFY(!there->tensors->read(int(here->file.tensors.size()), 0, beyond, {}).ok());
}

void TstReader::sameSentence_data()
{
    QTest::addColumn<QString>("path");
    const QByteArray whole = bytesOf(data_ + "/keras2_graph/frozen_nested.h5");
    QTest::newRow("missing") << folder_.filePath("nothing.h5");
    QTest::newRow("empty") << write(folder_, "empty.h5", {});
    QTest::newRow("cut") << write(folder_, "cut.h5", whole.left(12345));
    QTest::newRow("page") << write(folder_, "page.h5", "<!DOCTYPE html><html></html>");
}

void TstReader::sameSentence()
{
    QFETCH(QString, path);
    const auto there = openThere(path);
    QVERIFY(!there.ok());
    QCOMPARE(there.error().code, ErrorCode::File);
    QCOMPARE(sentence(there), sentence(open(path)));
}

void TstReader::plainTensorsNeedNoProcess()
{
    const auto plain = openThere(data_ + "/keras2_graph/frozen_nested.h5");
    QVERIFY(plain.ok());
    QVERIFY(readers().empty());
    const auto decoded = openThere(decodedModel());
    QVERIFY(decoded.ok());
    QCOMPARE(readers().size(), size_t(1));
}

void TstReader::killedReaderStartsAgain()
{
    const QString path = decodedModel();
    const auto there = openThere(path);
    QVERIFY(there.ok());
    QCOMPARE(readers().size(), size_t(1));
    ::kill(readers()[0], SIGKILL);
    std::vector<std::byte> bytes(16);
    QVERIFY(!there->tensors->read(0, 0, bytes, {}).ok()); // heard of it only now
    const std::string& name = there->file.tensors[0].name;
    QCOMPARE(tensorBytes(*there, name), tensorBytes(*open(path), name));
}

void TstReader::crashIsDamage()
{
    const auto there = openThere(decodedModel());
    QVERIFY(there.ok());
    ::kill(readers().at(0), SIGSEGV);
    std::vector<std::byte> bytes(16);
    const auto done = there->tensors->read(0, 0, bytes, {});
    QVERIFY(!done.ok());
    QCOMPARE(done.error().code, ErrorCode::File);
    const QString said = QString::fromStdString(done.error().english());
    QVERIFY2(said.contains("damaged") && said.contains("decoded.h5"), qPrintable(said));
}

void TstReader::hungReaderIsStopped()
{
    const auto there = openThere(decodedModel());
    QVERIFY(there.ok());
    ::kill(readers().at(0), SIGSTOP);
    std::stop_source stop;
    using Clock = std::chrono::steady_clock;
    Clock::time_point asked;
    std::jthread user([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        asked = Clock::now();
        stop.request_stop();
    });
    std::vector<std::byte> bytes(16);
    const auto done = there->tensors->read(0, 0, bytes, stop.get_token());
    const Clock::time_point ended = Clock::now();
    user.join();
    QVERIFY(!done.ok());
    QCOMPARE(done.error().code, ErrorCode::Cancelled);
    QVERIFY(ended - asked < std::chrono::seconds(2)); // 0.02 s where the machine is idle
    QVERIFY(there->tensors->read(0, 0, bytes, {}).ok());
}

void TstReader::changedFile()
{
    const QString path = decodedModel();
    const auto there = openThere(path);
    QVERIFY(there.ok());
    ::kill(readers().at(0), SIGKILL);
    std::vector<std::byte> bytes(16);
    QVERIFY(!there->tensors->read(0, 0, bytes, {}).ok());
    {
        Hdf5Writer writer(path);
        const float one = 1;
        writer.dataset(writer.oneLayer().get(), "kernel:0", H5T_NATIVE_FLOAT, {1, 1}, &one);
    }
    const auto done = there->tensors->read(0, 0, bytes, {});
    QVERIFY(!done.ok());
    QVERIFY(QString::fromStdString(done.error().english()).contains("has changed since it was opened"));
}

void TstReader::endsWithItsUser()
{
    {
        const auto there = openThere(decodedModel());
        QVERIFY(there.ok());
        QCOMPARE(readers().size(), size_t(1));
    }
    QVERIFY(readers().empty());
}

QTEST_GUILESS_MAIN(TstReader)
#include "tst_reader.moc"
