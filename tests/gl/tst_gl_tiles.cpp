// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/gl_engine.h"
#include "gl/tile_choice.h"
#include "tests/gl/gl_runner.h"

#include <QOffscreenSurface>
#include <QTest>

using namespace kerascope;

namespace {

ProgramCase productCase()
{
    CaseBuilder build("product 75x101x86");
    const ValueId a = build.input({75, 101}), b = build.constant({101, 86}), bias = build.constant({86});
    const ValueId out = build.value({75, 86});
    build.operation(OpKind::MatMul, {a, b, bias}, {out}, MatMulAttributes{});
    build.output(out);
    return build.take();
}

ProgramCase convolutionCase()
{
    CaseBuilder build("convolution");
    const ValueId x = build.input({1, 11, 9, 8}), kernel = build.constant({3, 3, 8, 36}),
                  out = build.value({1, 11, 9, 36});
    ConvAttributes attributes;
    attributes.padBefore = attributes.padAfter = {1, 1, 0};
    build.operation(OpKind::Conv, {x, kernel}, {out}, attributes);
    build.output(out);
    return build.take();
}

} // namespace

class TestGlTiles : public QObject {
    Q_OBJECT

private slots:
    void choiceFitsTheDevice();
    void everyTileIsRight_data();
    void everyTileIsRight();
};

void TestGlTiles::choiceFitsTheDevice()
{
    for (const int64_t shared : {32768, 49152})
        for (const int64_t m : {1, 49, 196, 3136, 100000})
            for (const int64_t n : {3, 64, 1000, 2048})
                for (const int64_t k : {1, 27, 960, 4608}) {
                    KernelProfile profile;
                    profile.sharedBytes = shared;
                    profile.groupThreads = 512;
                    profile.units = 132;
                    const GemmTile tile = chooseGemmTile(profile, m, n, k, 1);
                    QVERIFY(tile.sharedBytes() <= shared && tile.threads() <= 512);
                    const int team = tile.threads() / tile.slices, k4 = tile.bk / 4, n4 = tile.bn / 4;
                    QCOMPARE(tile.bm * k4 % team, 0);
                    QCOMPARE(tile.bk * n4 % team, 0);
                    QCOMPARE(team % k4, 0);
                    QCOMPARE(team % n4, 0);
                    QVERIFY(tile.splits == 1 || k >= int64_t(tile.splits) * tile.bk);
                }
}

void TestGlTiles::everyTileIsRight_data()
{
    QTest::addColumn<int>("tile");
    for (size_t tile = 0; tile < gemmTileCount(); ++tile)
        QTest::newRow(qPrintable(QString::number(tile))) << int(tile);
}

void TestGlTiles::everyTileIsRight()
{
    QFETCH(int, tile);
    QOffscreenSurface surface;
    surface.create();
    GlEngineOptions options;
    options.forceHardwareKernels = true;
    options.forcedTile = tile;
    Result<std::unique_ptr<Engine>> engine = makeGlEngine(surface, options);
    QVERIFY2(engine.ok(), engine.ok() ? "" : engine.error().english().c_str());
    KernelProfile profile;
    profile.forcedTile = tile;
    for (const auto& [name, value] : (*engine)->info().limits)
        if (name == "shared_bytes")
            profile.sharedBytes = std::stoll(value);
    if (chooseGemmTile(profile, 1, 1, 1, 1).sharedBytes() > profile.sharedBytes)
        QSKIP("this device has too little shared memory for the tile");
    for (const ProgramCase& test : {productCase(), convolutionCase()})
        QCOMPARE(QString::fromStdString(compareWithReference(**engine, test, 1e-5)), QString());
}

QTEST_MAIN(TestGlTiles)
#include "tst_gl_tiles.moc"
