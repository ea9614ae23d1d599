// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

/// What is worth knowing about a file is printed by `inspect`, in words and as JSON.
class TestCliNotes : public QObject {
    Q_OBJECT
private slots:
    void printed_data();
    void printed();

private:
    QTemporaryDir folder_;
};

namespace {

QByteArray inspected(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(KERASCOPE_CLI), QStringList{"inspect"} + arguments);
    process.waitForFinished(60'000);
    return process.exitCode() == 0 ? process.readAllStandardOutput() : QByteArray();
}

const QString golden = QStringLiteral(KERASCOPE_GOLDEN);

} // namespace

void TestCliNotes::printed_data()
{
    QTest::addColumn<QStringList>("files"); // copied into a folder; the first is opened
    QTest::addColumn<QString>("part");
    QTest::newRow("ignored argument")
        << QStringList{"text.json"} << "have the argument groups = 1, which is not known and left out";
    QTest::newRow("architecture found") << QStringList{"m_weights.h5<keras2_graph/frozen_nested_weights.h5",
        "m.json<keras2_graph/frozen_nested.json"}
                                        << "the architecture was found beside it";
    QTest::newRow("weights found") << QStringList{"m.json<keras2_graph/frozen_nested.json",
        "m_weights.h5<keras2_graph/frozen_nested_weights.h5"}
                                   << "found beside";
    QTest::newRow("architecture alone") << QStringList{"m.json<keras2_graph/frozen_nested.json"} << "weights";
    QTest::newRow("weights alone") << QStringList{"w.h5<keras2_graph/frozen_nested_weights.h5"}
                                   << "architecture";
}

void TestCliNotes::printed()
{
    QFETCH(QStringList, files);
    QFETCH(QString, part);
    QDir(folder_.path()).removeRecursively();
    QDir().mkpath(folder_.path());
    for (const QString& file : files)
        if (file.contains('<'))
            QVERIFY(
                QFile::copy(golden + "/" + file.section('<', 1), folder_.filePath(file.section('<', 0, 0))));
    QFile json(folder_.filePath("text.json"));
    if (files.first() == "text.json") {
        QVERIFY(json.open(QIODevice::WriteOnly));
        json.write(
            R"({"class_name":"Sequential","keras_version":"2.4.0","config":{"name":"s","layers":[{"class_name":
            "DepthwiseConv2D","config":{"name":"d","kernel_size":3,"groups":1,"batch_input_shape":[null,8,8,2]}}]}})");
        json.close();
    }
    const QString path = folder_.filePath(files.first().section('<', 0, 0));
    const QString words = QString::fromUtf8(inspected({path}));
    QVERIFY2(words.contains("\nnote: ") && words.section("\nnote: ", 1).contains(part), qPrintable(words));
    QStringList notes;
    for (const QJsonValue note :
        QJsonDocument::fromJson(inspected({path, "--json"})).object()["notes"].toArray())
        notes << note.toString();
    QVERIFY2(notes.join('\n').contains(part), qPrintable(notes.join('\n')));
}

QTEST_GUILESS_MAIN(TestCliNotes)
#include "tst_cli_notes.moc"
