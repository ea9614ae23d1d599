// SPDX-License-Identifier: GPL-3.0-or-later
#include "file_fixture.h"

#include <QDir>
#include <QTest>
#include <cstring>
#include <random>

using namespace kerascope;
using namespace kerascope::test;

/// Packed members of a .keras: small ones in memory, large ones in a temporary file without a name.
class TstFileZip : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void large_data();
    void large();
    void leavesNothingBehind();
    void refusesBombs();
    void refusesDamage();
    void noTemporaryFolder();

private:
    QByteArray archive(bool deflated) const
    {
        return zipOf({{"config.json", config_, {}, 0, 0, deflated},
            {"model.weights.h5", weights_, {}, 0, 0, deflated}});
    }
    Result<OpenedFile> openWithTemporaryFolder(const QString& path) const
    {
        const bool wasSet = qEnvironmentVariableIsSet("TMPDIR");
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", path.toUtf8());
        auto opened = open(write(folder_, "large.keras", archive(true)));
        if (wasSet)
            qputenv("TMPDIR", before);
        else
            qunsetenv("TMPDIR");
        return opened;
    }
    QTemporaryDir folder_;
    const QByteArray config_ = R"({"class_name": "Sequential", "config": {"layers": []}})";
    QByteArray weights_;
    QByteArray values_;
};

void TstFileZip::initTestCase()
{
    std::mt19937 random(7);
    values_.resize(12'000'000); // more than what is unpacked to memory; random, so that it does not shrink
    for (qsizetype i = 0; i < values_.size(); ++i)
        values_[i] = char(random() & 0x7fU);
    const QString path = folder_.filePath("weights.h5");
    {
        Hdf5Writer writer(path);
        writer.dataset(
            writer.root(), "layers/dense/vars/0", H5T_IEEE_F32LE, {3000, 1000}, values_.constData());
    }
    weights_ = bytesOf(path);
}

void TstFileZip::large_data()
{
    QTest::addColumn<bool>("deflated");
    QTest::newRow("stored") << false;
    QTest::newRow("deflated") << true;
}

void TstFileZip::large()
{
    QFETCH(bool, deflated);
    const auto opened = open(write(folder_, "large.keras", archive(deflated)));
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    QCOMPARE(opened->tensors->bytesRead(), uint64_t(0));
    QVERIFY(tensorBytes(*opened, "layers/dense/vars/0") == values_);
    std::vector<std::byte> part(8);
    QVERIFY(opened->tensors->read(0, 1'500'000, part, {}).ok());
    QVERIFY(std::memcmp(part.data(), values_.constData() + 6'000'000, part.size()) == 0);
}

void TstFileZip::leavesNothingBehind()
{
    const QTemporaryDir temporary;
    const auto opened = openWithTemporaryFolder(temporary.path());
    QVERIFY2(opened.ok(), qPrintable(sentence(opened)));
    QVERIFY(QDir(temporary.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    QVERIFY(tensorBytes(*opened, "layers/dense/vars/0") == values_);
}

void TstFileZip::refusesBombs()
{
    const ZipPart config{"config.json", config_};
    const QByteArray zeros(20'000'000, '\0');
    const auto bomb =
        open(write(folder_, "bomb.keras", zipOf({config, {"model.weights.h5", zeros, {}, 0, 0, true}})));
    QVERIFY(!bomb.ok());
    QCOMPARE(bomb.error().code, ErrorCode::File);
    QVERIFY2(sentence(bomb).contains("claims to unpack ") && sentence(bomb).contains("bytes to 20,000,000"),
        qPrintable(sentence(bomb)));
    // Says little and unpacks to more.
    const auto liar =
        open(write(folder_, "liar.keras", zipOf({config, {"model.weights.h5", zeros, {}, 0, 1000, true}})));
    QVERIFY2(sentence(liar).contains("cannot be unpacked"), qPrintable(sentence(liar)));
}

void TstFileZip::refusesDamage()
{
    QByteArray bytes = archive(true);
    bytes[bytes.size() / 2] = char(bytes[bytes.size() / 2] ^ 0x55);
    const auto damaged = open(write(folder_, "damaged.keras", bytes));
    QVERIFY(!damaged.ok());
    QVERIFY2(sentence(damaged).contains("\"model.weights.h5\" in the zip archive cannot be unpacked"),
        qPrintable(sentence(damaged)));
}

void TstFileZip::noTemporaryFolder()
{
    const auto opened = openWithTemporaryFolder("/nowhere/at/all");
    QVERIFY(!opened.ok());
    QVERIFY2(sentence(opened).contains("TMPDIR"), qPrintable(sentence(opened)));
}

QTEST_GUILESS_MAIN(TstFileZip)
#include "tst_file_zip.moc"
