// SPDX-License-Identifier: GPL-3.0-or-later
#include "gl/gl_engine.h"
#include "tests/gl/layer_cases.h"

#include <QOffscreenSurface>
#include <QTest>

using namespace kerascope;

class TestGlLayers : public QObject {
    Q_OBJECT
private slots:
    void agrees_data();
    void agrees();

private:
    QOffscreenSurface surface_;
};

void TestGlLayers::agrees_data()
{
    QTest::addColumn<bool>("hardware");
    QTest::addColumn<int>("family");
    int family = 0;
    for (const char* name : {"element", "move", "row", "spatial", "recurrent"}) {
        QTest::newRow(qPrintable(QString("software, ") + name)) << false << family;
        QTest::newRow(qPrintable(QString("hardware, ") + name)) << true << family;
        ++family;
    }
}

void TestGlLayers::agrees()
{
    QFETCH(bool, hardware);
    QFETCH(int, family);
    surface_.create();
    GlEngineOptions options;
    options.forceHardwareKernels = hardware;
    Result<std::unique_ptr<Engine>> engine = makeGlEngine(surface_, options);
    QVERIFY2(engine.ok(), engine.ok() ? "" : engine.error().english().c_str());
    const auto make =
        std::array{elementCases, moveCases, rowCases, spatialCases, recurrentCases}[size_t(family)];
    QStringList faults;
    for (const ProgramCase& test : make())
        if (const std::string fault = compareWithReference(**engine, test, 1e-5); !fault.empty())
            faults << QString::fromStdString(fault);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join("\n")));
}

QTEST_MAIN(TestGlLayers)
#include "tst_gl_layers.moc"
