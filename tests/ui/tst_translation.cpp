// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/translate.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

using namespace kerascope;

/// Russian is complete, keeps every place for a value, and reaches the sentences of core.
class TestTranslation : public QObject {
    Q_OBJECT
private slots:
    void nothingUnfinished_data();
    void nothingUnfinished();
    void placesAreKept();
    void sentencesOfCore();
    void wordsOfQt();
};

namespace {

struct Message {
    QString source;
    QStringList translations;
    bool unfinished = false;
};

QList<Message> readMessages(const QString& language)
{
    QFile file(
        QStringLiteral(KERASCOPE_RESOURCES "/translations/kerascope_") + language + QStringLiteral(".ts"));
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    Message message;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isEndElement() && xml.name() == QLatin1String("message"))
            messages << message;
        if (!xml.isStartElement())
            continue;
        if (xml.name() == QLatin1String("message"))
            message = {};
        else if (xml.name() == QLatin1String("source"))
            message.source = xml.readElementText();
        else if (xml.name() == QLatin1String("numerusform"))
            message.translations << xml.readElementText();
        else if (xml.name() == QLatin1String("translation")) {
            message.unfinished = xml.attributes().hasAttribute(QLatin1String("type"));
            xml.readNext();
            const QString text = xml.isCharacters() ? xml.text().toString().trimmed() : QString();
            if (!text.isEmpty())
                message.translations << text;
            else if (xml.isStartElement() && xml.name() == QLatin1String("numerusform"))
                message.translations << xml.readElementText();
        }
    }
    return xml.hasError() ? QList<Message>() : messages;
}

QStringList places(const QString& text)
{
    static const QRegularExpression place(QStringLiteral("%(\\d|n)"));
    QStringList found;
    for (auto match = place.globalMatch(text); match.hasNext();)
        found << match.next().captured();
    found.sort();
    found.removeDuplicates();
    return found;
}

} // namespace

void TestTranslation::nothingUnfinished_data()
{
    QTest::addColumn<int>("least");
    QTest::newRow("ru") << 500;
    QTest::newRow("qt_ru") << 100; // the words of Qt's dialogs
    QTest::newRow("en") << 3; // only the plural forms
}

void TestTranslation::nothingUnfinished()
{
    QFETCH(int, least);
    const QList<Message> messages = readMessages(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY2(messages.size() >= least, qPrintable(QString::number(messages.size())));
    for (const Message& message : messages)
        QVERIFY2(!message.unfinished && !message.translations.isEmpty()
                && !message.translations.contains(QString()),
            qPrintable(message.source));
}

void TestTranslation::placesAreKept()
{
    for (const Message& message : readMessages(QStringLiteral("ru")))
        for (const QString& translation : message.translations)
            QVERIFY2(places(translation) == places(message.source), qPrintable(message.source));
}

void TestTranslation::sentencesOfCore()
{
    QTranslator translator;
    QVERIFY(translator.load(QLocale(QLocale::Russian), QStringLiteral("kerascope"), QStringLiteral("_"),
        QStringLiteral(":/i18n")));
    QCoreApplication::installTranslator(&translator);
    QCOMPARE(translateText({"the file is empty"}), QStringLiteral("файл пуст"));
    QCOMPARE(translateText({"the file ends after %1 of %2 bytes", 10, 20}),
        QStringLiteral("файл обрывается на 10-м байте из 20"));
    QCOMPARE(translateText({"the graphics memory is full"}), QStringLiteral("видеопамять заполнена"));
    QCOMPARE(translateText({"a sentence that nobody wrote"}), QStringLiteral("a sentence that nobody wrote"));
    QCoreApplication::removeTranslator(&translator);
}

/// Dialogs of Qt are Russian also where Qt's own translations are not installed.
void TestTranslation::wordsOfQt()
{
    QTranslator translator;
    QVERIFY(translator.load(QLocale(QLocale::Russian), QStringLiteral("kerascope_qt"), QStringLiteral("_"),
        QStringLiteral(":/i18n")));
    QCoreApplication::installTranslator(&translator);
    QCOMPARE(QCoreApplication::translate("QFileDialog", "Look in:"), QStringLiteral("Папка:"));
    QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Close"), QStringLiteral("Закрыть"));
    QCoreApplication::removeTranslator(&translator);
}

QTEST_GUILESS_MAIN(TestTranslation)
#include "tst_translation.moc"
