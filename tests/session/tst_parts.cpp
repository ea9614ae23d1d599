// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/session/host_session.h"

#include <QSignalSpy>
#include <QTemporaryDir>

using namespace kerascope;
using namespace kerascope::test;

/// Layers that stand in for classes whose code is not in the file; parts saved as models of their own.
class TestParts : public QObject {
    Q_OBJECT
private slots:
    void treatsUnknownClasses();
    void savesPart();
};

void TestParts::treatsUnknownClasses()
{
    AppSession session(hostEngine);
    const QStringList file{goldenPath("treat_as/chain.keras")};
    session.open(file);
    QVERIFY(loads(session));
    const auto runnable = [&] {
        const auto& ticked = session.ticked();
        return std::count(ticked.begin(), ticked.end(), true);
    };
    QCOMPARE(runnable(), 1); // the input
    const auto rescaling = parseReplacement("Rescaling {\"scale\": 0.5, \"offset\": -1}");
    QVERIFY(rescaling);
    session.setTreatAs({{"Shift", *rescaling}, {"Projection", {"Dense"}}, {"NoiseInTraining", {"Identity"}},
        {"SwishLike", {"Activation", {{"activation", "silu"}}}}});
    session.open(file);
    QTRY_VERIFY_WITH_TIMEOUT(session.model()->version == 2 && !session.progress(), 30'000);
    QCOMPARE(runnable(), 6);
    session.run(1);
    QTRY_COMPARE_WITH_TIMEOUT(session.outputs().size(), size_t(1), 30'000);
}

void TestParts::savesPart()
{
    QTemporaryDir folder;
    AppSession session(hostEngine);
    session.open({samplePath()});
    QVERIFY(loads(session));
    const Model& model = *session.model()->summary->model;
    const auto part = selectByNames(model, {"conv2", "norm2", "relu2"});
    QVERIFY(part);
    session.setTicked(*part);
    session.run(0); // goes on meanwhile
    QSignalSpy exported(&session, &Session::exported), failed(&session, &Session::failed);
    const QString file = folder.filePath("part.keras");
    session.savePart(file);
    QTRY_COMPARE_WITH_TIMEOUT(exported.size(), 1, 30'000);
    session.savePart(folder.filePath("no/such/part.keras"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 30'000);
    session.stop();
    session.open({file});
    QTRY_VERIFY_WITH_TIMEOUT(session.model()->version == 2 && !session.progress(), 30'000);
    QCOMPARE(session.model()->summary->model->layers.size(), size_t(4)); // three and an input
    session.run(1);
    QTRY_COMPARE_WITH_TIMEOUT(session.outputs().size(), size_t(1), 30'000);
}

QTEST_GUILESS_MAIN(TestParts)
#include "tst_parts.moc"
