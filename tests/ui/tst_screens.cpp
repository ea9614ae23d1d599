// SPDX-License-Identifier: GPL-3.0-or-later
// The window in its states, in light and dark: does it paint what it should, and can it be read? With the
// environment's KERASCOPE_SCREENSHOTS set to a folder, the pictures are kept there for a person to look at.
#include "tests/ui/fake_session.h"
#include "ui/application.h"
#include "ui/main_window.h"
#include "ui/settings.h"
#include "ui/theme.h"

#include <QDir>
#include <QImage>
#include <QLabel>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <set>

using namespace kerascope;

class TestScreens : public QObject {
    Q_OBJECT
private slots:
    void screens_data();
    void screens();
    void contrast_data();
    void contrast();

private:
    static void keep(const QPixmap& picture, const QString& name);
};

void TestScreens::keep(const QPixmap& picture, const QString& name)
{
    const QString folder = qEnvironmentVariable("KERASCOPE_SCREENSHOTS");
    if (!folder.isEmpty()) {
        QDir().mkpath(folder);
        QVERIFY(picture.save(folder + u'/' + name + QStringLiteral(".png")));
    }
}

void TestScreens::screens_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
    QTest::newRow("russian") << false; // the last one: the language stays
}

/// Different colours in a picture, coarsely: an empty or broken one has very few.
static size_t coloursOf(const QImage& image)
{
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3)
        for (int x = 0; x < image.width(); x += 3)
            colours.insert(image.pixel(x, y) & 0xF0F0F0);
    return colours.size();
}

void TestScreens::screens()
{
    QFETCH(bool, dark);
    applyTheme(*qApp, dark ? Theme::Dark : Theme::Light);
    const QString tag = QString::fromLatin1(QTest::currentDataTag());
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("s.ini")));
    if (tag == QLatin1String("russian")) {
        settings.setLanguage(QStringLiteral("ru"));
        settings.setTheme(Theme::Light);
        setUpApplication(*qApp, settings);
        QCOMPARE(
            QCoreApplication::translate("kerascope::StatusLine", "Running"), QStringLiteral("Идёт прогон"));
    }
    settings.addRecentFile({QStringLiteral("/data/models/mobilenet_v2.h5")});
    FakeSession session;
    MainWindow window(session, settings);
    window.resize(1440, 900);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const QPixmap start = window.grab();
    keep(start, tag + QStringLiteral("_1_start"));
    QVERIFY(coloursOf(start.toImage()) > 10);
    QCOMPARE(start.toImage().pixelColor(start.width() / 2, start.height() - 3).lightness() < 128, dark);

    session.load(FakeSession::makeModel(1, QStringLiteral("digits.keras")));
    session.addRuns(1);
    session.addRuns(180);
    session.setState(SessionState::Running);
    auto tensor = std::make_shared<Tensor>();
    tensor->shape = Shape{1, 10};
    tensor->data = {0.01F, 0.002F, 0.1F, 0.81F, 0.01F, 0.02F, 0.001F, 0.02F, 0.017F, 0.01F};
    session.setOutputs({{"digit", tensor}});
    auto* charts = window.findChild<QTabWidget*>(QStringLiteral("chartTabs"));
    for (int tab = 0; tab < charts->count(); ++tab) {
        charts->setCurrentIndex(tab);
        QTest::qWait(450);
        const QPixmap picture = window.grab();
        keep(picture, tag + QStringLiteral("_2_chart_%1").arg(tab));
        QVERIFY(coloursOf(charts->currentWidget()->grab().toImage()) > 6);
    }
    charts->setCurrentIndex(0);
    auto* inspector = window.findChild<QTabWidget*>(QStringLiteral("inspectorTabs"));
    for (int tab = 0; tab < inspector->count(); ++tab) {
        inspector->setCurrentIndex(tab);
        QTest::qWait(300);
        if (tab == 1 && !session.weightRequests.isEmpty())
            session.sendWeights(session.weightRequests.back());
        keep(window.grab(), tag + QStringLiteral("_3_inspector_%1").arg(tab));
    }
    session.fail(Error{ErrorCode::File, "model.h5", {"this is a Git LFS pointer, not the file itself"},
        {"fetch it with: git lfs pull"}});
    LayerSelection some = session.ticked();
    some[1] = false;
    session.setTicked(some);
    session.setState(SessionState::Swapping);
    session.setProgress(Progress{{"reading weights"}, 3'100'000, 12'400'000, true});
    QTest::qWait(200);
    keep(window.grab(), tag + QStringLiteral("_4_error_swapping"));
}

void TestScreens::contrast_data() { screens_data(); }

void TestScreens::contrast()
{
    QFETCH(bool, dark);
    const QPalette palette = dark ? darkPalette() : lightPalette();
    const QColor window = palette.color(QPalette::Window), base = palette.color(QPalette::Base);
    struct Pair {
        const char* what;
        QColor text, ground;
    };
    const Pair pairs[] = {{"window", palette.color(QPalette::WindowText), window},
        {"base", palette.color(QPalette::Text), base},
        {"alternate", palette.color(QPalette::Text), palette.color(QPalette::AlternateBase)},
        {"button", palette.color(QPalette::ButtonText), palette.color(QPalette::Button)},
        {"highlight", palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)},
        {"placeholder", palette.color(QPalette::PlaceholderText), base},
        {"placeholder on window", palette.color(QPalette::PlaceholderText), window},
        {"tool tip", palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)},
        {"quiet on window", quietText(palette), window}, {"quiet on base", quietText(palette), base},
        {"accent", accentColour(palette), base}, {"error", errorColour(palette), window},
        {"warning", warningColour(palette), base}, {"link", palette.color(QPalette::Link), window}};
    for (const Pair& pair : pairs)
        QVERIFY2(contrastRatio(pair.text, pair.ground) >= 4.5,
            qPrintable(QStringLiteral("%1: %2")
                           .arg(QLatin1String(pair.what))
                           .arg(contrastRatio(pair.text, pair.ground))));
    QVERIFY(qAbs(contrastRatio(Qt::black, Qt::white) - 21) < 0.01);
}

QTEST_MAIN(TestScreens)
#include "tst_screens.moc"
