// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/buffer.h"
#include "gl/recording.h"

#include <QOffscreenSurface>
#include <QTest>

using namespace kerascope;

namespace {

Operand at(uint64_t offset, uint64_t bytes)
{
    return {OperandKind::Workspace, 0, offset, bytes, Packing::Plain};
}

KernelCall copyCall(const Operand& from, const Operand& to, bool disjoint = false)
{
    KernelCall call;
    call.read("x", from, 1);
    call.write("y", to, 1);
    call.disjoint = disjoint;
    return call;
}

} // namespace

/// Barriers stand where they must, and only there.
class TestGlRecording : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void readAfterWrite();
    void independentWork();
    void writeAfterRead();
    void disjointParts();
    void sourceOfANewStep();
    void bigRangesAreRefused();

private:
    /// Whether each call, one a step, has a barrier before it.
    std::vector<bool> barriers(const std::vector<KernelCall>& calls, bool oneStep = false);
    QOffscreenSurface surface_;
    GlDevicePtr device_;
    GlBuffer buffer_;
};

void TestGlRecording::init()
{
    surface_.create();
    Result<GlDevicePtr> device = GlDevice::create(surface_, {true, false});
    QVERIFY(device.ok());
    device_ = *device;
    Result<GlBuffer> buffer = GlBuffer::create(device_, 1 << 25, {});
    QVERIFY(buffer.ok());
    buffer_ = std::move(*buffer);
}

void TestGlRecording::cleanup()
{
    buffer_ = {};
    device_.reset();
    QCOMPARE(liveGlObjects(), 0);
}

std::vector<bool> TestGlRecording::barriers(const std::vector<KernelCall>& calls, bool oneStep)
{
    Recorder recorder(device_, false, [this](const Operand& operand, size_t) {
        return GlRange{&buffer_, operand.offset, operand.bytes};
    });
    for (size_t i = 0; i < calls.size(); ++i) {
        if (i == 0 || !oneStep)
            recorder.beginStep();
        if (!recorder.add(calls[i], 1))
            return {};
    }
    std::vector<bool> flags;
    for (const Dispatch& dispatch : recorder.take().dispatches)
        flags.push_back(dispatch.barrierBefore);
    return flags;
}

void TestGlRecording::readAfterWrite()
{
    QCOMPARE(barriers({copyCall(at(0, 64), at(256, 64)), copyCall(at(256, 64), at(512, 64))}),
        (std::vector<bool>{false, true}));
}

void TestGlRecording::independentWork()
{
    QCOMPARE(barriers({copyCall(at(0, 64), at(256, 64)), copyCall(at(0, 64), at(512, 64))}),
        (std::vector<bool>{false, false}));
}

void TestGlRecording::writeAfterRead()
{
    QCOMPARE(barriers({copyCall(at(0, 64), at(256, 64)), copyCall(at(512, 64), at(0, 64))}),
        (std::vector<bool>{false, true}));
}

void TestGlRecording::disjointParts()
{
    const std::vector<KernelCall> parts{
        copyCall(at(0, 64), at(512, 256), true), copyCall(at(256, 64), at(512, 256), true)};
    QCOMPARE(barriers(parts, true), (std::vector<bool>{false, false}));
}

void TestGlRecording::sourceOfANewStep()
{
    const std::vector<KernelCall> steps{
        copyCall(at(0, 64), at(512, 256), true), copyCall(at(256, 64), at(512, 256), true)};
    QCOMPARE(barriers(steps, false), (std::vector<bool>{false, true}));
}

void TestGlRecording::bigRangesAreRefused()
{
    Recorder recorder(device_, false, [this](const Operand& operand, size_t) {
        return GlRange{&buffer_, operand.offset, operand.bytes};
    });
    recorder.beginStep();
    const Result<void> added = recorder.add(copyCall(at(0, (1 << 24) + 4), at(1 << 24, 64)), 1);
    QVERIFY(!added.ok());
    QCOMPARE(added.error().code, ErrorCode::Device);
}

QTEST_MAIN(TestGlRecording)
#include "tst_gl_recording.moc"
