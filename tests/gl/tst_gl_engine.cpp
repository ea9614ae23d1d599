// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/device.h"
#include "gl/gl_engine.h"
#include "gl/gl_probe.h"
#include "tests/gl/gl_runner.h"

#include <QDir>
#include <QFile>
#include <QOffscreenSurface>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using namespace kerascope;

namespace {

std::unique_ptr<Engine> makeEngine(QOffscreenSurface& surface, const GlEngineOptions& options)
{
    Result<std::unique_ptr<Engine>> engine = makeGlEngine(surface, options);
    if (!engine) {
        qWarning("%s", engine.error().english().c_str());
        return nullptr;
    }
    return std::move(*engine);
}

ProgramCase denseCase(int64_t rows, int64_t in, int64_t out)
{
    CaseBuilder build("dense " + std::to_string(in) + ">" + std::to_string(out));
    const ValueId x = build.input({rows, in}), kernel = build.constant({in, out}, -0.1F, 0.1F);
    const ValueId bias = build.constant({out}), y = build.value({rows, out}), z = build.value({rows, out});
    MatMulAttributes attributes;
    build.operation(OpKind::MatMul, {x, kernel, bias}, {y}, attributes);
    build.operation(OpKind::Unary, {y}, {z}, UnaryAttributes{{Unary::Sigmoid}});
    build.output(z);
    return build.take();
}

ProgramCase bigConvCase()
{
    CaseBuilder build("convolution over several block limits");
    const ValueId x = build.input({6, 256, 256, 16}), kernel = build.constant({1, 1, 16, 4});
    const ValueId y = build.value({6, 256, 256, 4}), z = build.value({6, 4});
    build.operation(OpKind::Conv, {x, kernel}, {y}, ConvAttributes{});
    build.operation(OpKind::Reduce, {y}, {z}, ReduceAttributes{ReduceKind::Mean, {1, 2}, false});
    build.output(y);
    build.output(z);
    return build.take();
}

/// Runs this program again as a child that only tries to make the engine.
QString childAnswer(const QString& name, const QString& value)
{
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(name, value);
    environment.insert("KERASCOPE_TRY_GL", "1");
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), QStringList());
    if (!child.waitForFinished(60000) || child.exitStatus() != QProcess::NormalExit)
        return "crashed";
    return QString::fromUtf8(child.readAllStandardOutput()).trimmed();
}

int tryGl()
{
    QOffscreenSurface surface;
    surface.create();
    const Result<std::unique_ptr<Engine>> engine = makeGlEngine(surface, {});
    std::puts(engine ? "made" : engine.error().english().c_str());
    return 0;
}

} // namespace

class TestGlEngine : public QObject {
    Q_OBJECT
private slots:
    void init() { surface_.create(); }
    void describesItself();
    void gpuTimesAreChecked();
    void leavesNothingBehind();
    void worksWithinMinimumLimits();
    void splitsKernelsOverTheBlockLimit();
    void programsComeFromDisk();
    void damagedProgramsAreCompiledAgain();
    void constantsAreShared();
    void stepTimesCoverTheRun();
    void stopIsHeard();
    void wrongShapeIsRefused();
    void statesLastAndReset();
    void noDriver();
    void oldDriver();

private:
    QOffscreenSurface surface_;
};

void TestGlEngine::describesItself()
{
    const auto engine = makeEngine(surface_, {});
    QVERIFY(engine);
    const Result<EngineInfo> probed = probeGl(surface_);
    QVERIFY(probed.ok());
    QCOMPARE(engine->info().device, probed->device);
    QCOMPARE(engine->info().softwareRenderer, isSoftwareRenderer(probed->device));
    QVERIFY(!engine->info().driver.empty() && engine->info().limits.size() > 8);
    QVERIFY(engine->threadBound());
}

void TestGlEngine::gpuTimesAreChecked()
{
    const auto engine = makeEngine(surface_, {});
    QVERIFY(engine);
    Ledger ledger;
    const auto made = prepared(*engine, denseCase(64, 256, 256), ledger);
    QVERIFY(made.ok());
    const auto& executable = *made;
    QVERIFY(executable);
    const Result<RunTimes> times = executable->run({true}, {});
    QVERIFY(times.ok());
    QCOMPARE(times->gpuUs.has_value(), engine->info().gpuTimes);
    QCOMPARE(times->steps[0].gpuUs.has_value(), engine->info().gpuTimes);
    QCOMPARE(times->steps[0].cpuUs.has_value(), !engine->info().gpuTimes);
}

void TestGlEngine::leavesNothingBehind()
{
    QCOMPARE(liveGlObjects(), 0);
    Ledger ledger;
    {
        const auto engine = makeEngine(surface_, {});
        QVERIFY(engine);
        QVERIFY(prepared(*engine, denseCase(3, 13, 5), ledger).ok()); // the engine keeps its programs
        const int64_t before = liveGlObjects();
        {
            const auto made = prepared(*engine, denseCase(3, 13, 5), ledger);
            QVERIFY(made.ok());
            const auto& executable = *made;
            QVERIFY(executable);
            QVERIFY(executable->run({}, {}).ok());
            QVERIFY(liveGlObjects() > before);
            QCOMPARE(
                ledger.total(BufferKind::Weights, BufferPlace::Device), executable->memory().weightsDevice);
            QVERIFY(ledger.total() >= executable->memory().weightsDevice + executable->memory().activations);
        }
        QCOMPARE(liveGlObjects(), before);
        QCOMPARE(ledger.total(), uint64_t(0));
    }
    QCOMPARE(liveGlObjects(), 0);
}

void TestGlEngine::worksWithinMinimumLimits()
{
    for (const bool hardware : {false, true}) {
        GlEngineOptions options;
        options.minimumLimits = true;
        options.forceHardwareKernels = hardware;
        const auto engine = makeEngine(surface_, options);
        QVERIFY(engine);
        QCOMPARE(
            QString::fromStdString(compareWithReference(*engine, denseCase(5, 129, 37), 1e-5)), QString());
        QCOMPARE(QString::fromStdString(compareWithReference(*engine, bigConvCase(), 1e-4)), QString());
    }
}

void TestGlEngine::splitsKernelsOverTheBlockLimit()
{
    // 20 MB of weights where a block holds 16 MiB.
    for (const bool hardware : {false, true}) {
        GlEngineOptions options;
        options.minimumLimits = true;
        options.forceHardwareKernels = hardware;
        const auto engine = makeEngine(surface_, options);
        QVERIFY(engine);
        QCOMPARE(
            QString::fromStdString(compareWithReference(*engine, denseCase(2, 5000, 1000), 1e-4)), QString());
    }
}

void TestGlEngine::programsComeFromDisk()
{
    QTemporaryDir folder;
    GlEngineOptions options;
    options.programCache = folder.path().toStdString();
    Ledger ledger;
    for (const bool warm : {false, true}) {
        const auto engine = makeEngine(surface_, options);
        QVERIFY(engine);
        const ProgramCase test = denseCase(3, 21, 6);
        const auto store = std::make_shared<WeightStore>(test.program.model, nullptr, nullptr);
        Result<std::unique_ptr<Preparation>> preparation =
            engine->prepare(makePlan(test.program, engine->storage(test.program)), store, ledger);
        QVERIFY(preparation.ok());
        for (bool done = false; !done;) {
            const Result<bool> advanced = (*preparation)->advance(std::chrono::milliseconds(5), {});
            QVERIFY(advanced.ok());
            done = *advanced;
        }
        if (warm && QDir(folder.path()).isEmpty())
            QSKIP("this driver gives no program binaries");
        QCOMPARE((*preparation)->cacheWarm, std::optional(warm));
    }
}

void TestGlEngine::damagedProgramsAreCompiledAgain()
{
    QTemporaryDir folder;
    GlEngineOptions options;
    options.programCache = folder.path().toStdString();
    const ProgramCase test = denseCase(3, 22, 7);
    {
        const auto engine = makeEngine(surface_, options);
        QVERIFY(engine);
        QCOMPARE(QString::fromStdString(compareWithReference(*engine, test, 1e-5)), QString());
    }
    const QStringList names = QDir(folder.path()).entryList({"*.bin"});
    if (names.isEmpty())
        QSKIP("this driver gives no program binaries");
    for (const QString& name : names) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        bytes[bytes.size() / 2] = char(bytes[bytes.size() / 2] ^ 0x55);
        file.resize(0);
        file.seek(0);
        file.write(bytes.left(bytes.size() - 3));
    }
    const auto engine = makeEngine(surface_, options);
    QVERIFY(engine);
    QCOMPARE(QString::fromStdString(compareWithReference(*engine, test, 1e-5)), QString());
}

void TestGlEngine::constantsAreShared()
{
    const auto engine = makeEngine(surface_, {});
    QVERIFY(engine);
    const ProgramCase test = denseCase(3, 40, 20);
    const auto store = std::make_shared<WeightStore>(test.program.model, nullptr, nullptr);
    const auto plan = makePlan(test.program, engine->storage(test.program));
    Ledger ledger;
    std::vector<std::unique_ptr<Executable>> executables;
    for (int i = 0; i < 2; ++i) {
        Result<std::unique_ptr<Preparation>> preparation = engine->prepare(plan, store, ledger);
        QVERIFY(preparation.ok());
        for (bool done = false; !done;) {
            const Result<bool> advanced = (*preparation)->advance(std::chrono::milliseconds(5), {});
            QVERIFY(advanced.ok());
            done = *advanced;
        }
        executables.push_back((*preparation)->take());
    }
    QCOMPARE(ledger.total(BufferKind::Weights, BufferPlace::Device), executables[0]->memory().weightsDevice);
    executables[0].reset();
    QCOMPARE(ledger.total(BufferKind::Weights, BufferPlace::Device), executables[1]->memory().weightsDevice);
    executables[1].reset();
    QCOMPARE(ledger.total(), uint64_t(0));
}

void TestGlEngine::stepTimesCoverTheRun()
{
    const auto engine = makeEngine(surface_, {});
    QVERIFY(engine);
    Ledger ledger;
    const ProgramCase test = denseCase(128, 512, 512);
    const auto made = prepared(*engine, test, ledger);
    QVERIFY(made.ok());
    const auto& executable = *made;
    QVERIFY(executable);
    QVERIFY(executable->write(0, test.inputs[0]).ok());
    QVERIFY(executable->run({}, {}).ok()); // compiles in the driver
    const Result<RunTimes> times = executable->run({true}, {});
    QVERIFY(times.ok());
    QCOMPARE(times->steps.size(), size_t(2));
    double sum = 0;
    for (const StepTime& step : times->steps)
        sum += step.durationUs;
    QVERIFY(sum > 0 && sum <= times->wallUs * 1.05);
    QVERIFY(times->steps[1].startUs >= times->steps[0].startUs);
}

void TestGlEngine::stopIsHeard()
{
    const auto engine = makeEngine(surface_, {});
    QVERIFY(engine);
    Ledger ledger;
    const auto made = prepared(*engine, denseCase(8, 16, 16), ledger);
    QVERIFY(made.ok());
    const auto& executable = *made;
    QVERIFY(executable);
    std::stop_source stop;
    stop.request_stop();
    const Result<RunTimes> times = executable->run({}, stop.get_token());
    QVERIFY(!times.ok());
    QCOMPARE(times.error().code, ErrorCode::Cancelled);
    QVERIFY(executable->run({}, {}).ok());
}

void TestGlEngine::wrongShapeIsRefused()
{
    const auto engine = makeEngine(surface_, {});
    QVERIFY(engine);
    Ledger ledger;
    const auto made = prepared(*engine, denseCase(8, 16, 16), ledger);
    QVERIFY(made.ok());
    const auto& executable = *made;
    QVERIFY(executable);
    const Result<void> written = executable->write(0, {{8, 15}, DType::Float32, std::vector<float>(120)});
    QVERIFY(!written.ok());
    QCOMPARE(written.error().code, ErrorCode::Usage);
}

void TestGlEngine::statesLastAndReset()
{
    CaseBuilder build("stateful");
    const ValueId x = build.input({2, 3, 4}), kernel = build.constant({4, 5}),
                  recurrent = build.constant({5, 5});
    const ValueId y = build.value({2, 5});
    RecurrentAttributes attributes;
    attributes.cell = CellKind::Simple;
    attributes.units = 5;
    attributes.activation.function = Unary::Tanh;
    attributes.hasBias = false;
    attributes.stateSlot = build.state({2, 5});
    build.operation(OpKind::Recurrent, {x, kernel, recurrent}, {y}, attributes);
    build.output(y);
    const ProgramCase test = build.take();
    const auto engine = makeEngine(surface_, {});
    QVERIFY(engine);
    Ledger ledger;
    const auto made = prepared(*engine, test, ledger);
    QVERIFY(made.ok());
    const auto& executable = *made;
    QVERIFY(executable);
    QVERIFY(executable->write(0, test.inputs[0]).ok());
    const auto once = [&] {
        const bool ran = executable->run({}, {}).ok();
        Result<Tensor> out = executable->read(0);
        return ran && out ? out->data : std::vector<float>();
    };
    const std::vector<float> first = once(), second = once();
    QCOMPARE(first.size(), size_t(10));
    QVERIFY(first != second);
    executable->resetState();
    QCOMPARE(once(), first);
}

void TestGlEngine::noDriver()
{
    const QString answer = childAnswer("LIBGL_DRIVERS_PATH", "/nonexistent");
    QVERIFY2(answer.contains("OpenGL") && answer.contains("CPU engine"), qPrintable(answer));
}

void TestGlEngine::oldDriver()
{
    const QString answer = childAnswer("MESA_GL_VERSION_OVERRIDE", "3.3");
    QVERIFY2(answer.contains("OpenGL") && answer.contains("CPU engine"), qPrintable(answer));
}

int main(int argc, char** argv)
{
    QGuiApplication app(argc, argv);
    if (qEnvironmentVariableIsSet("KERASCOPE_TRY_GL"))
        return tryGl();
    TestGlEngine test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_gl_engine.moc"
