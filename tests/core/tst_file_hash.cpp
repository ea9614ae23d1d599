// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/file_hash.h"

#include "file_fixture.h"

#include <QTest>

using namespace kerascope;

class TstFileHash : public QObject {
    Q_OBJECT
private slots:
    void knownValues_data();
    void knownValues();
    void missingFile();
};

void TstFileHash::knownValues_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("hash");
    QTest::newRow("empty") << QByteArray() << "ef46db3751d8e999";
    QTest::newRow("abc") << QByteArray("abc") << "44bc2cf5ad770999";
    QTest::newRow("39 bytes") << QByteArray("Nobody inspects the spammish repetition") << "fbcea83c8a378bf1";
    QByteArray large(4194304 + 1234, '\0'); // more than one piece
    for (qsizetype i = 0; i < large.size(); ++i)
        large[i] = char(uchar(i * 31 + (i >> 8)));
    QTest::newRow("large") << large << "df2faf2245d6354b";
}

void TstFileHash::knownValues()
{
    QFETCH(QByteArray, bytes);
    const QTemporaryDir folder;
    const auto hash = hashFile(test::write(folder, "f", bytes).toStdString(), {});
    QVERIFY(hash.ok());
    QTEST(QString::fromStdString(*hash), "hash");
}

void TstFileHash::missingFile()
{
    const auto hash = hashFile("/nowhere/at/all", {});
    QVERIFY(!hash.ok());
    QCOMPARE(hash.error().code, ErrorCode::File);
}

QTEST_GUILESS_MAIN(TstFileHash)
#include "tst_file_hash.moc"
