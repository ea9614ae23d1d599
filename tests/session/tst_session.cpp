// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/session/host_session.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTranslator>
#include <QtTest>
#include <random>

using namespace kerascope;
using namespace kerascope::test;

namespace {

/// Longest time that the event loop did not turn, by a 5 ms timer.
class Heartbeat : public QObject {
public:
    Heartbeat()
    {
        clock_.start();
        startTimer(5, Qt::PreciseTimer);
    }
    qint64 worstMs = 0;

protected:
    void timerEvent(QTimerEvent*) override { worstMs = std::max(worstMs, clock_.restart()); }

private:
    QElapsedTimer clock_;
};

} // namespace

/// The session without a window: what the user does, in the order in which impatient people do it.
class TestSession : public QObject {
    Q_OBJECT
private slots:
    void opensAndRuns();
    void ticksDecideWhatIsRead();
    void swapsWhileRunning();
    void badFileLeavesTheOldModel();
    void cancelAtAnyMoment();
    void latestOpenWins();
    void closesAtAnyMoment();
    void capturesActivations();
    void exports();
    void swapsToSmallerModel();
    void settingsDuringSwap();
    void cancelTakesSettingsBack();
    void deviceInTheWindowsLanguage();
    void impatientQuestions();
    void chosenSizes();
};

void TestSession::opensAndRuns()
{
    AppSession session(hostEngine);
    QCOMPARE(session.state(), SessionState::Empty);
    QVERIFY(session.cannotRun());
    session.open({samplePath()});
    QVERIFY(loads(session));
    QCOMPARE(session.state(), SessionState::Ready);
    QCOMPARE(session.loaded().bytesRead, session.loaded().bytesTotal);
    session.run(25);
    QVERIFY(QTest::qWaitFor([&] { return session.runs().size() >= 26; }, 30'000));
    QTRY_COMPARE(session.state(), SessionState::Ready);
    QCOMPARE(session.runs().size(), size_t(26));
    QVERIFY(session.runs().front().warmup);
    QVERIFY(!session.runs().back().warmup);
    QCOMPARE(session.outputs().size(), size_t(1));
    session.run(0);
    QVERIFY(QTest::qWaitFor([&] { return session.runs().size() > 40; }, 30'000));
    session.stop();
    QTRY_COMPARE(session.state(), SessionState::Ready);
}

void TestSession::ticksDecideWhatIsRead()
{
    AppSession session(hostEngine);
    session.open({samplePath()});
    QVERIFY(loads(session));
    const uint64_t all = session.loaded().bytesRead;
    const Model& model = *session.model()->summary->model;
    const auto part = selectByNames(model, {model.layers.back().path});
    QVERIFY(part);
    QSignalSpy changed(&session, &Session::loadedChanged);
    session.setTicked(*part);
    QVERIFY(QTest::qWaitFor(
        [&] { return session.plan() && session.loaded().layers == 1 && !session.progress(); }, 30'000));
    QVERIFY(session.loaded().bytesRead < all);
    QVERIFY(!session.missing().empty());
    QCOMPARE(session.neededInputs().size(), size_t(1));
    session.setTicked(noLayers(model));
    QTRY_VERIFY(session.ledger().empty());
    QVERIFY(session.cannotRun());
    session.setTicked(allLayers(model));
    QVERIFY(loads(session));
    QCOMPARE(session.loaded().bytesRead, all);
}

void TestSession::swapsWhileRunning()
{
    AppSession session(hostEngine);
    session.open({samplePath()});
    QVERIFY(loads(session));
    session.run(0);
    for (int i = 0; i < 10; ++i) {
        const int version = session.model()->version;
        session.open({i % 2 == 0 ? graphPath("residual_blocks.keras") : samplePath()});
        QCOMPARE(session.state(), SessionState::Swapping);
        QCOMPARE(session.model()->version, version);
        QVERIFY(QTest::qWaitFor([&] { return session.model()->version == version + 1; }, 30'000));
        QTRY_COMPARE(session.state(), SessionState::Running);
    }
    session.stop();
    QTRY_COMPARE(session.state(), SessionState::Ready);
    // Every run is there once, and belongs to the version that ran at the time.
    int64_t next = session.runs().front().run;
    int version = 0;
    for (const RunRecord& record : session.runs()) {
        QCOMPARE(record.run, next++);
        QVERIFY(record.version >= version);
        version = record.version;
    }
    QCOMPARE(session.switches().size(), size_t(11));
}

void TestSession::badFileLeavesTheOldModel()
{
    QTemporaryDir folder;
    QFile bad(folder.filePath("bad.h5"));
    QVERIFY(bad.open(QIODevice::WriteOnly));
    bad.write("<!DOCTYPE html><html>");
    bad.close();
    AppSession session(hostEngine);
    session.open({bad.fileName()});
    QSignalSpy failed(&session, &Session::failed);
    QVERIFY(failed.wait(10'000));
    QCOMPARE(session.state(), SessionState::Failed);
    session.open({samplePath()});
    QVERIFY(loads(session));
    session.run(0);
    const auto before = session.model();
    session.open({bad.fileName()});
    QVERIFY(failed.wait(10'000));
    QCOMPARE(session.model(), before);
    QCOMPARE(session.state(), SessionState::Running);
    const size_t runs = session.runs().size();
    QVERIFY(QTest::qWaitFor([&] { return session.runs().size() > runs; }, 10'000));
}

void TestSession::cancelAtAnyMoment()
{
    std::mt19937 random(7);
    AppSession session(hostEngine);
    session.open({samplePath()});
    QVERIFY(loads(session));
    session.run(0);
    for (int i = 0; i < 30; ++i) {
        const auto before = session.model();
        session.open({graphPath("residual_blocks.keras")});
        QTest::qWait(int(random() % 20));
        session.cancel();
        // a switch that came too late for a cancel is followed by one more preparation with today's settings
        QTRY_VERIFY(!session.progress());
        QTest::qWait(10);
        const bool switched = session.model() != before; // the switch may have come first
        QVERIFY(switched || session.model() == before);
        QCOMPARE(session.state(), SessionState::Running);
    }
}

void TestSession::latestOpenWins()
{
    Heartbeat heart;
    AppSession session(hostEngine);
    for (int i = 0; i < 20; ++i) {
        session.open({i % 2 == 0 ? samplePath() : graphPath("residual_blocks.keras")});
        QTest::qWait(i % 3 == 0 ? 30 : 1);
    }
    session.open({samplePath()});
    QVERIFY(QTest::qWaitFor(
        [&] {
            return session.model() && session.model()->version == 21 && session.plan() && !session.progress();
        },
        30'000));
    QCOMPARE(session.model()->title, QStringLiteral("digits.keras"));
    qInfo("longest gap of the event loop: %lld ms", heart.worstMs);
}

void TestSession::closesAtAnyMoment()
{
    std::mt19937 random(11);
    for (int i = 0; i < 20; ++i) {
        AppSession session(hostEngine);
        session.open({samplePath()});
        QTest::qWait(int(random() % 40));
        session.run(0);
        session.requestWeights(1);
        session.requestActivations(1);
    }
}

void TestSession::capturesActivations()
{
    AppSession session(hostEngine);
    session.open({samplePath()});
    QVERIFY(loads(session));
    QSignalSpy weights(&session, &Session::weightsReady);
    QSignalSpy activations(&session, &Session::activationsReady);
    for (const Layer& layer : session.model()->summary->model->layers) {
        session.requestWeights(layer.id);
        QVERIFY(weights.wait(10'000));
        session.requestActivations(layer.id);
        QVERIFY(activations.wait(10'000));
        const auto views = activations.last().at(1).value<std::vector<WeightView>>();
        QVERIFY(!views.empty());
        QCOMPARE(views.front().statistics.nans, 0);
    }
}

void TestSession::exports()
{
    QTemporaryDir folder;
    AppSession session(hostEngine);
    session.open({samplePath()});
    QVERIFY(loads(session));
    session.run(10);
    QVERIFY(QTest::qWaitFor([&] { return session.runs().size() >= 11; }, 30'000));
    QSignalSpy exported(&session, &Session::exported);
    session.exportCsv(folder.filePath("csv"));
    QVERIFY(exported.wait(10'000));
    session.exportTrace(folder.filePath("trace.json"));
    QVERIFY(exported.wait(10'000));
    for (const char* name : {"csv/runs.csv", "csv/layers.csv", "csv/totals.csv", "trace.json"})
        QVERIFY(QFile(folder.filePath(QString::fromLatin1(name))).size() > 100);
    QSignalSpy failed(&session, &Session::failed);
    session.exportTrace(QStringLiteral("/nonexistent/trace.json"));
    QVERIFY(failed.wait(10'000));
}

void TestSession::swapsToSmallerModel()
{
    AppSession session(hostEngine);
    // What the window asks while it hears of the new model must fit together.
    connect(&session, &Session::modelChanged, &session, [&] {
        const LoadedPart part = session.loaded();
        QVERIFY(part.bytesRead <= part.bytesTotal);
    });
    session.open({graphPath("nested_three_levels.keras")});
    QVERIFY(loads(session));
    for (const char* name :
        {"sequential_in_sequential.keras", "residual_blocks.keras", "ends_in_the_middle.keras"}) {
        const int version = session.model()->version;
        session.open({graphPath(name)});
        QVERIFY(QTest::qWaitFor([&] { return session.model()->version == version + 1; }, 30'000));
    }
}

void TestSession::settingsDuringSwap()
{
    AppSession session(hostEngine);
    session.open({samplePath()});
    QVERIFY(loads(session));
    session.open({graphPath("residual_blocks.keras")});
    session.setEngine(QStringLiteral("reference"));
    session.setBatch(3);
    QVERIFY(QTest::qWaitFor([&] { return session.model()->version == 2 && !session.progress(); }, 30'000));
    const auto batch = [&] {
        const ProgramInput input = session.neededInputs().front();
        return session.plan()->program().values[size_t(input.value)].shape.dims.front();
    };
    QTRY_VERIFY(session.plan() && batch() == 3);
    session.run(1);
    QTRY_COMPARE(session.state(), SessionState::Ready);
    QCOMPARE(session.runs().back().engine, std::string("reference"));
}

void TestSession::cancelTakesSettingsBack()
{
    AppSession session(hostEngine);
    session.open({samplePath()});
    QVERIFY(loads(session));
    const LayerSelection before = session.ticked();
    LayerSelection fewer = before;
    fewer.back() = false;
    session.setTicked(fewer);
    QVERIFY(session.progress());
    session.cancel();
    QTRY_VERIFY(!session.progress());
    QCOMPARE(session.ticked(), before);
    QVERIFY(!session.cannotRun());
}

void TestSession::deviceInTheWindowsLanguage()
{
    QTranslator russian;
    QVERIFY(russian.load(QLocale(QLocale::Russian), QStringLiteral("kerascope"), QStringLiteral("_"),
        QStringLiteral(":/i18n")));
    QCoreApplication::installTranslator(&russian);
    EngineInfo info;
    info.device = "Some CPU, 2 threads";
    info.limits = {{"threads", "2"}};
    QCOMPARE(AppSession::deviceText(info), QStringLiteral("Some CPU, 2 потока"));
    info.device = "Some GPU";
    QCOMPARE(AppSession::deviceText(info), QStringLiteral("Some GPU"));
    QCoreApplication::removeTranslator(&russian);
}

/// Questions asked at once, and at the very start, get their answers all the same.
void TestSession::impatientQuestions()
{
    AppSession session(hostEngine);
    QSignalSpy weights(&session, &Session::weightsReady), activations(&session, &Session::activationsReady);
    QSignalSpy exported(&session, &Session::exported);
    session.open({samplePath()});
    QVERIFY(loads(session));
    LayerId layer = 0;
    while (session.model()->summary->model->layers[size_t(layer)].weights.empty())
        ++layer;
    session.requestActivations(layer);
    session.requestWeights(layer);
    session.run(1);
    QTRY_COMPARE(weights.count(), 1);
    QTRY_COMPARE(activations.count(), 1);
    QTRY_VERIFY(!session.runs().empty());
    QTemporaryDir folder;
    for (int i = 0; i < 4; ++i)
        session.exportTrace(folder.filePath(QString::number(i)));
    QTRY_COMPARE(exported.count(), 4);
    for (const EngineChoice& choice : session.engines())
        QVERIFY2(!choice.reason.contains(QStringLiteral("cancelled")), qPrintable(choice.reason));
}

/// Sizes that a model leaves open are the program's choice until the user makes one; each makes a plan.
void TestSession::chosenSizes()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("open.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"class_name":"Sequential","keras_version":"2.4.0","config":{"name":"s","layers":[
      {"class_name":"UpSampling2D","config":{"name":"up","size":[2,2],"batch_input_shape":[null,null,null,3]}}]}})");
    file.close();
    AppSession session(hostEngine);
    session.open({file.fileName()});
    QVERIFY2(loads(session), session.lastError() ? session.lastError()->english().c_str() : "");
    QCOMPARE(session.neededInputs().size(), size_t(1));
    const auto shape = [&] {
        const auto inputs = session.neededInputs();
        return inputs.empty() ? Shape() : session.plan()->program().values[size_t(inputs[0].value)].shape;
    };
    QCOMPARE(shape().text(), std::string("1x64x64x3"));
    const std::string name = session.neededInputs()[0].name;
    InputSpec spec;
    spec.sizes = {7, 5};
    session.setInput(name, spec);
    session.setBatch(2);
    QTRY_COMPARE(shape().text(), std::string("2x7x5x3"));
    session.run(3);
    QTRY_COMPARE(session.outputs().size(), size_t(1));
    QCOMPARE(session.outputs()[0].tensor->shape.text(), std::string("2x14x10x3"));
    QVERIFY(!session.switches().empty() && session.switches().back().sameModel);
    spec.sizes.clear();
    session.setInput(name, spec);
    QTRY_COMPARE(shape().text(), std::string("2x64x64x3"));
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
