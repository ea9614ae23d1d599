// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/app_session.h"
#include "core/engine/engines.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace kerascope;

/// An architecture and its weights that come one after the other.
class TestHalves : public QObject {
    Q_OBJECT
private slots:
    void halvesComeTogether_data();
    void halvesComeTogether();
};

void TestHalves::halvesComeTogether_data()
{
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("weights first") << "trained.h5"
                                   << "net.json";
    QTest::newRow("architecture first") << "net.json"
                                        << "trained.h5";
}

/// An architecture or weights alone are shown, say what is missing, and take the other half when it comes.
void TestHalves::halvesComeTogether()
{
    QFETCH(QString, first);
    QFETCH(QString, second);
    QTemporaryDir folder;
    const QString golden = QStringLiteral(KERASCOPE_GOLDEN "/keras2_graph/frozen_nested");
    QVERIFY(QDir(folder.path()).mkpath("a") && QDir(folder.path()).mkpath("b"));
    QVERIFY(QFile::copy(golden + ".json", folder.filePath("a/net.json")));
    QVERIFY(QFile::copy(golden + "_weights.h5", folder.filePath("b/trained.h5")));
    const auto path = [&](const QString& name) {
        return folder.filePath((name == "net.json" ? "a/" : "b/") + name);
    };
    AppSession session([](const std::string& id) -> Result<std::unique_ptr<Engine>> {
        if (id == "cpu")
            return makeCpuEngine(1);
        return Error{ErrorCode::Device, id, {"only the CPU in this test"}, {}};
    });
    session.open({path(first)});
    QTRY_VERIFY(session.model() && !session.progress());
    QVERIFY(
        session.cannotRun() && QString::fromStdString(session.cannotRun()->hint.english()).contains("drop"));
    QVERIFY(!session.model()->summary->model->layers.empty());
    session.open({path(second)});
    QVERIFY(QTest::qWaitFor([&] { return session.plan() && !session.progress(); }, 30'000));
    QCOMPARE(session.model()->file->format, FileFormat::JsonAndWeights);
    QVERIFY(!session.cannotRun());
    session.run(1);
    QTRY_VERIFY(!session.runs().empty());
}

QTEST_GUILESS_MAIN(TestHalves)
#include "tst_halves.moc"
