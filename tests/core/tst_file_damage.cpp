// SPDX-License-Identifier: GPL-3.0-or-later
#include "file_fixture.h"

#include <QTest>
#include <random>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
// libhdf5 1.10 reads past a damaged attribute message and asks for absurd memory, without harm to a plain
// run. Those two are let through inside libhdf5 only; everything of ours is still watched.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" const char* __asan_default_suppressions();
extern "C" const char* __asan_default_suppressions() { return "interceptor_via_lib:libhdf5"; }
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
// NOLINTEND(bugprone-reserved-identifier)
#endif

using namespace kerascope;
using namespace kerascope::test;

/// Files cut at any byte or with flipped bits: an error of code File with one sentence, never a crash.
class TstFileDamage : public QObject {
    Q_OBJECT
private slots:
    void namesBothSizes();
    void tinyFiles_data();
    void tinyFiles();
    void notClosed();
    void configNotJson();
    void cutAnywhere_data();
    void cutAnywhere();
    void flippedBits_data();
    void flippedBits();
    void farAddresses();

private:
    QTemporaryDir folder_;
    const QString data_ = KERASCOPE_GOLDEN;
};

namespace {

/// Opens a file and reads all of it in a process of its own: 0 = fine or an error of ours, else what killed
/// it.
int openInChild(const QString& path)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(60);
        const auto opened = open(path);
        if (opened && opened->tensors)
            for (const StoredTensor& tensor : opened->file.tensors)
                tensorBytes(*opened, tensor.name);
        ::_exit(opened || !sentence(opened).isEmpty() ? 0 : 1);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
}

void fileRows()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"keras2_graph/frozen_nested.h5", "keras3_format/nested_three_levels.weights.h5",
             "simplernn/mask_stacked_sequential.keras", "../../../resources/sample/digits.keras"})
        QTest::newRow(name) << name;
}

} // namespace

void TstFileDamage::namesBothSizes()
{
    const QByteArray whole = bytesOf(data_ + "/keras2_graph/frozen_nested.h5");
    QVERIFY(whole.size() > 20000);
    const auto opened = open(write(folder_, "cut.h5", whole.left(12345)));
    QVERIFY(!opened.ok());
    const QString expected = QString(
        "cut.h5: the file ends after 12,345 of %L1 bytes; the download or copy was cut off; do it again")
                                 .arg(whole.size());
    QVERIFY2(sentence(opened).endsWith(expected), qPrintable(sentence(opened)));
    const QByteArray zip = bytesOf(QString(KERASCOPE_RESOURCES) + "/sample/digits.keras");
    const auto cutZip = open(write(folder_, "cut.keras", zip.left(50000)));
    QVERIFY2(sentence(cutZip).contains("the zip archive ends after 50,000 bytes, and needs at least "),
        qPrintable(sentence(cutZip)));
    const auto noDirectory = open(write(folder_, "cut2.keras", zip.left(zip.size() - 30)));
    QVERIFY2(
        sentence(noDirectory).contains("without its table of contents"), qPrintable(sentence(noDirectory)));
}

void TstFileDamage::tinyFiles_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<QString>("part");
    QTest::newRow("nothing") << 0 << "the file is empty";
    QTest::newRow("signature") << 8 << "ends after 8 bytes, inside its first header";
    QTest::newRow("header") << 96 << "the file ends after 96 of ";
}

void TstFileDamage::tinyFiles()
{
    QFETCH(int, size);
    QFETCH(QString, part);
    const QByteArray whole = bytesOf(data_ + "/keras2_graph/frozen_nested.h5");
    const auto opened = open(write(folder_, "tiny.h5", whole.left(size)));
    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().code, ErrorCode::File);
    QVERIFY2(sentence(opened).contains(part), qPrintable(sentence(opened)));
}

void TstFileDamage::notClosed()
{
    QByteArray block("\x89HDF\r\n\x1a\n\3\x08\x08\5", 12); // version 3, still open for writing
    block.append(8, '\0');
    block.append(200, '\xff');
    QVERIFY(sentence(open(write(folder_, "open.h5", block))).contains("has not closed it"));
}

void TstFileDamage::configNotJson()
{
    const QString path = folder_.filePath("config.h5");
    {
        Hdf5Writer writer(path);
        writer.text(writer.root(), "model_config", "Sequential: dense, dense");
    }
    const auto opened = open(path);
    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().code, ErrorCode::File);
    QVERIFY2(sentence(opened).contains("configuration inside the HDF5 file is not JSON"),
        qPrintable(sentence(opened)));
}

void TstFileDamage::cutAnywhere_data() { fileRows(); }

void TstFileDamage::cutAnywhere()
{
    QFETCH(QString, name);
    const QByteArray whole = bytesOf(data_ + "/" + name);
    QVERIFY(!whole.isEmpty());
    for (qsizetype size = 0; size < whole.size(); size += 97) {
        const auto opened = open(write(folder_, "cut", whole.left(size)));
        QVERIFY2(!opened.ok(), qPrintable(QString("cut at %1").arg(size)));
        QCOMPARE(opened.error().code, ErrorCode::File);
        QVERIFY(!opened.error().what.empty() && !opened.error().hint.empty());
    }
    QVERIFY(open(write(folder_, "cut", whole)).ok());
}

void TstFileDamage::flippedBits_data() { fileRows(); }

void TstFileDamage::flippedBits()
{
    QFETCH(QString, name);
    const QByteArray whole = bytesOf(data_ + "/" + name);
    std::mt19937 random(20240607);
    for (int run = 0; run < 60; ++run) {
        QByteArray bytes = whole;
        const unsigned flips = 1 + random() % 4;
        for (unsigned i = 0; i < flips; ++i) {
            const auto at = qsizetype(random() % unsigned(bytes.size()));
            bytes[at] = char(bytes[at] ^ (1 << random() % 8));
        }
        const int end = openInChild(write(folder_, "flipped", bytes));
        QVERIFY2(end == 0, qPrintable(QString("run %1 ended with %2").arg(run).arg(end)));
    }
}

/// HDF5 1.10 with its accumulator of metadata copied from beyond what it had read.
void TstFileDamage::farAddresses()
{
    QByteArray bytes = bytesOf(data_ + "/shards/sharded_00001.weights.h5");
    QVERIFY(open(write(folder_, "shard.h5", bytes)).ok());
    constexpr qsizetype at = 2922, count = 31;
    bytes.replace(at, count, QByteArray(count, '\xff'));
    QCOMPARE(openInChild(write(folder_, "far.h5", bytes)), 0);
}

QTEST_GUILESS_MAIN(TstFileDamage)
#include "tst_file_damage.moc"
