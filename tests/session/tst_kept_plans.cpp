// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/session/host_session.h"

#include <QFile>
#include <QTemporaryDir>
#include <cstring>

using namespace kerascope;
using namespace kerascope::test;

namespace {

void put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("a file cannot be written");
}

/// A convolution 3x3x3x8 over pictures of any size, and an activation, with weights.
QString writeModel(const QTemporaryDir& folder)
{
    std::vector<float> numbers(3 * 3 * 3 * 8 + 8, 0.25F);
    QByteArray bytes(qsizetype(numbers.size() * sizeof(float)), '\0');
    std::memcpy(bytes.data(), numbers.data(), size_t(bytes.size()));
    put(folder.filePath("w.bin"), bytes);
    put(folder.filePath("model.json"), R"({"modelTopology":{"keras_version":"2.9.0","class_name":"Sequential",
      "config":{"name":"s","layers":[{"class_name":"Conv2D","config":{"name":"c","filters":8,"kernel_size":[3,3],
      "padding":"same","activation":"linear","batch_input_shape":[null,null,null,3]}},
      {"class_name":"Activation","config":{"name":"a","activation":"tanh"}}]}},
      "weightsManifest":[{"paths":["w.bin"],"weights":[{"name":"c/kernel","dtype":"float32","shape":[3,3,3,8]},
      {"name":"c/bias","dtype":"float32","shape":[8]}]}]})");
    return folder.filePath("model.json");
}

} // namespace

/// What was compiled for a shape is there when the shape returns, within bounds, and for no longer than its
/// model and its ticks.
class TestKeptPlans : public QObject {
    Q_OBJECT
private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void shapeReturns_data();
    void shapeReturns();
    void numbersAloneCompileNothing();
    void noMoreThanSome();
    void ledgerIsExact();
    void limitOfMemory();

private:
    /// The plan after the session has turned to pictures of this size.
    std::shared_ptr<const Plan> resize(AppSession& session, int64_t size, int seed = 1) const
    {
        InputSpec spec;
        spec.sizes = {size, size};
        spec.seed = uint64_t(seed);
        session.setInput(session.neededInputs().front().name, spec);
        return loads(session) ? session.plan() : nullptr;
    }
    static uint64_t held(const AppSession& session)
    {
        uint64_t bytes = 0;
        for (const LedgerRow& row : session.ledger())
            bytes += row.bytes;
        return bytes;
    }
    std::unique_ptr<QTemporaryDir> folder_;
};

void TestKeptPlans::shapeReturns_data()
{
    QTest::addColumn<QString>("engine");
    QTest::newRow("cpu") << QStringLiteral("cpu");
    QTest::newRow("reference") << QStringLiteral("reference");
}

void TestKeptPlans::shapeReturns()
{
    QFETCH(QString, engine);
    AppSession session(hostEngine);
    session.setEngine(engine);
    session.open({writeModel(*folder_)});
    QVERIFY(loads(session));
    const auto first = resize(session, 12);
    QVERIFY(first);
    const auto input = first->program().values[size_t(first->program().inputs[0].value)].shape;
    QCOMPARE(input.text(), std::string("1x12x12x3"));
    session.run(1);
    QTRY_COMPARE(session.state(), SessionState::Ready);
    const std::vector<float> before = session.outputs().front().tensor->data;
    const auto second = resize(session, 20);
    QVERIFY(second && second != first);
    const size_t marks = session.switches().size();
    QCOMPARE(marks, size_t(3)); // the model, and two shapes
    QCOMPARE(resize(session, 12), first); // the very plan
    QCOMPARE(session.switches().size(), marks);
    session.run(2);
    QTRY_COMPARE(session.state(), SessionState::Ready);
    QCOMPARE(session.outputs().front().tensor->data, before);
    QCOMPARE(session.runs().back().plan, first);
    QCOMPARE(resize(session, 20), second);
    QVERIFY(resize(session, 21) != second);
    QCOMPARE(session.switches().size(), marks + 1);
}

void TestKeptPlans::numbersAloneCompileNothing()
{
    AppSession session(hostEngine);
    session.open({writeModel(*folder_)});
    QVERIFY(loads(session));
    const auto plan = resize(session, 12);
    session.run(0);
    const size_t marks = session.switches().size();
    const std::vector<float> before = session.outputs().front().tensor->data;
    QCOMPARE(resize(session, 12, 99), plan);
    QTRY_VERIFY(session.outputs().front().tensor->data != before);
    QCOMPARE(session.switches().size(), marks);
    QCOMPARE(session.state(), SessionState::Running);
}

void TestKeptPlans::noMoreThanSome()
{
    AppSession session(hostEngine);
    session.open({writeModel(*folder_)});
    QVERIFY(loads(session));
    std::vector<std::shared_ptr<const Plan>> plans;
    for (int64_t size = 10; size < 10 + int64_t(KeptPlans::most) + 2; ++size)
        plans.push_back(resize(session, size));
    const size_t marks = session.switches().size();
    QCOMPARE(resize(session, 11), plans[1]); // the oldest that is kept
    QCOMPARE(session.switches().size(), marks);
    QVERIFY(resize(session, 10) != plans[0]); // that one went
    QCOMPARE(session.switches().size(), marks + 1);
    QCOMPARE(resize(session, 11), plans[1]); // used since, so others went before it
}

void TestKeptPlans::ledgerIsExact()
{
    const QString path = writeModel(*folder_);
    AppSession session(hostEngine);
    session.open({path});
    QVERIFY(loads(session));
    uint64_t kept = 0;
    for (const int64_t size : {40, 30, 20}) {
        const auto before = session.plan();
        QVERIFY(resize(session, size));
        kept += before->memory().predictedPeakBytes - before->memory().constantBytes;
        QCOMPARE(held(session), session.plan()->memory().predictedPeakBytes + kept);
    }
    LayerSelection fewer = session.ticked();
    fewer.back() = false;
    session.setTicked(fewer);
    QVERIFY(loads(session));
    QCOMPARE(held(session), session.plan()->memory().predictedPeakBytes);
    QVERIFY(resize(session, 40));
    session.open({path});
    QVERIFY(QTest::qWaitFor([&] { return session.model()->version == 2 && loads(session); }, 30'000));
    QCOMPARE(held(session), session.plan()->memory().predictedPeakBytes);
    QVERIFY(resize(session, 30));
    QVERIFY(held(session) > session.plan()->memory().predictedPeakBytes);
    session.setTicked(noLayers(*session.model()->summary->model));
    QTRY_VERIFY(session.ledger().empty());
}

void TestKeptPlans::limitOfMemory()
{
    const auto loaded = loadModel({writeModel(*folder_).toStdString()}, {}, {});
    QVERIFY(loaded.ok());
    Ledger ledger;
    Mailbox<EngineEvent> events([] {});
    EngineThread engines(hostEngine, ledger, [&](EngineEvent event) { events.put(std::move(event)); });
    PrepareRequest request;
    request.engineId = "cpu";
    request.ticked = loaded->summary->runnable;
    const auto turnTo = [&](int64_t size) {
        ++request.ticket;
        request.shapes["c_input"] = Shape{1, size, size, 3};
        auto candidate = prepareCandidate(*loaded, request, engines, ledger, {}, {});
        if (!candidate)
            qFatal("%s", candidate.error().english().c_str());
        engines.prepare(std::move(*candidate));
        while (true) {
            auto event = events.waitFor(std::chrono::seconds(30));
            if (!event)
                qFatal("no answer");
            if (const auto* switched = std::get_if<Switched>(&*event))
                return *switched;
        }
    };
    const auto first = turnTo(64);
    const auto second = turnTo(32);
    QVERIFY(first.compiled && second.compiled);
    QVERIFY(!turnTo(64).compiled);
    // the limit holds the larger one alone: whatever was kept gives way
    request.memoryLimit = first.plan->memory().predictedPeakBytes;
    QVERIFY(!turnTo(32).compiled);
    QCOMPARE(ledger.total(), second.plan->memory().predictedPeakBytes);
    QVERIFY(turnTo(64).compiled);
    QCOMPARE(ledger.total(), first.plan->memory().predictedPeakBytes);
}

QTEST_GUILESS_MAIN(TestKeptPlans)
#include "tst_kept_plans.moc"
