// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/application.h"

#include "ui/icons.h"
#include "ui/settings.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {

void installTranslation(QApplication& app, const QLocale& locale, const QString& file, const QString& folder)
{
    auto* translator = new QTranslator(&app);
    if (translator->load(locale, file, u"_"_s, folder))
        QApplication::installTranslator(translator);
    else
        delete translator; // English stays, which the sources are written in
}

void setLanguage(QApplication& app, const QString& chosen)
{
    const QLocale system = QLocale::system();
    QLocale locale = chosen.isEmpty() ? system : QLocale(chosen);
    if (locale.language() != QLocale::Russian)
        locale = QLocale(QLocale::English, locale.territory());
    QLocale::setDefault(locale);
    // Asked from the last to the first: ours, Qt's own, and where that is not installed our words for its
    // dialogs.
    installTranslation(app, locale, u"kerascope_qt"_s, u":/i18n"_s);
    installTranslation(app, locale, u"qtbase"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    installTranslation(app, locale, u"kerascope"_s, u":/i18n"_s);
}

} // namespace

void setUpApplication(QApplication& app, const Settings& settings)
{
    QApplication::setApplicationName(u"kerascope"_s);
    QApplication::setApplicationDisplayName(u"Kerascope"_s);
    QApplication::setApplicationVersion(QStringLiteral(KERASCOPE_VERSION));
    QApplication::setDesktopFileName(u"kerascope"_s);
    QApplication::setWindowIcon(applicationIcon());
    setLanguage(app, settings.language());
    applyTheme(app, settings.theme());
}

} // namespace kerascope
