// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/view_menu.h"

#include "ui/settings.h"
#include "ui/theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QCoreApplication>
#include <QMenu>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {

QString text(const char* source) { return QCoreApplication::translate("ViewMenu", source); }

QAction* addChoice(QMenu* menu, QActionGroup* group, const QString& title, bool checked)
{
    QAction* action = menu->addAction(title);
    action->setCheckable(true);
    action->setChecked(checked);
    group->addAction(action);
    return action;
}

} // namespace

void addThemeAndLanguage(QMenu* menu, Settings& settings, const std::function<void(const QString&)>& tell)
{
    QMenu* themes = menu->addMenu(text(QT_TRANSLATE_NOOP("ViewMenu", "Theme")));
    auto* themeGroup = new QActionGroup(themes);
    struct ThemeChoice {
        Theme theme;
        const char* name;
    };
    for (const ThemeChoice choice :
        {ThemeChoice{Theme::System, QT_TRANSLATE_NOOP("ViewMenu", "As the system")},
            ThemeChoice{Theme::Light, QT_TRANSLATE_NOOP("ViewMenu", "Light")},
            ThemeChoice{Theme::Dark, QT_TRANSLATE_NOOP("ViewMenu", "Dark")}}) {
        QAction* action = addChoice(themes, themeGroup, text(choice.name), settings.theme() == choice.theme);
        action->setObjectName(u"theme_"_s + themeId(choice.theme));
        QObject::connect(action, &QAction::triggered, menu, [&settings, theme = choice.theme] {
            settings.setTheme(theme);
            applyTheme(*qApp, theme);
        });
    }
    QMenu* languages = menu->addMenu(text(QT_TRANSLATE_NOOP("ViewMenu", "Language")));
    auto* languageGroup = new QActionGroup(languages);
    struct LanguageChoice {
        QString id, name;
    };
    // Each language is named in itself, so that it can be found again.
    for (const LanguageChoice& choice :
        {LanguageChoice{QString(), text(QT_TRANSLATE_NOOP("ViewMenu", "As the system"))},
            LanguageChoice{u"en"_s, u"English"_s}, LanguageChoice{u"ru"_s, u"Русский"_s}}) {
        QAction* action = addChoice(languages, languageGroup, choice.name, settings.language() == choice.id);
        action->setObjectName(u"language_"_s + (choice.id.isEmpty() ? u"system"_s : choice.id));
        QObject::connect(action, &QAction::triggered, menu, [&settings, tell, id = choice.id] {
            settings.setLanguage(id);
            tell(text(
                QT_TRANSLATE_NOOP("ViewMenu", "The language changes with the next start of Kerascope.")));
        });
    }
}

} // namespace kerascope
