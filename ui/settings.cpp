// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr int mostRecent = 10;
} // namespace

Settings::Settings()
    : store_(QSettings::IniFormat, QSettings::UserScope, u"kerascope"_s, u"kerascope"_s)
{
}

Settings::Settings(const QString& iniFile)
    : store_(iniFile, QSettings::IniFormat)
{
}

QStringList Settings::recentFiles() const { return store_.value(u"recent"_s).toStringList(); }

void Settings::addRecentFile(const QStringList& paths)
{
    QStringList recent = recentFiles();
    const QString entry = paths.join(u'\n');
    recent.removeAll(entry);
    recent.prepend(entry);
    store_.setValue(u"recent"_s, QStringList(recent.mid(0, mostRecent)));
}

void Settings::clearRecentFiles() { store_.remove(u"recent"_s); }

Theme Settings::theme() const { return themeFromId(store_.value(u"theme"_s).toString()); }
void Settings::setTheme(Theme theme) { store_.setValue(u"theme"_s, themeId(theme)); }
QString Settings::language() const { return store_.value(u"language"_s).toString(); }
void Settings::setLanguage(const QString& language) { store_.setValue(u"language"_s, language); }

TreatAs Settings::treatAs() const
{
    TreatAs out;
    for (const QString& entry : store_.value(u"treatAs"_s).toStringList()) {
        const qsizetype end = entry.indexOf(u'\n');
        if (auto replacement = parseReplacement(entry.mid(end + 1).toStdString()); replacement && end > 0)
            out[entry.first(end).toStdString()] = std::move(*replacement);
    }
    return out;
}

void Settings::setTreatAs(const TreatAs& treatAs)
{
    QStringList entries;
    for (const auto& [name, replacement] : treatAs)
        entries << QString::fromStdString(name + "\n" + replacementText(replacement));
    store_.setValue(u"treatAs"_s, entries);
}

QString Settings::engine() const { return store_.value(u"engine"_s).toString(); }
void Settings::setEngine(const QString& id) { store_.setValue(u"engine"_s, id); }
int Settings::runsPerClick() const
{
    return std::clamp(store_.value(u"runs"_s, 100).toInt(), 1, mostRunsPerClick);
}
void Settings::setRunsPerClick(int runs) { store_.setValue(u"runs"_s, runs); }
QString Settings::lastFolder() const { return store_.value(u"folder"_s).toString(); }
void Settings::setLastFolder(const QString& folder) { store_.setValue(u"folder"_s, folder); }
QByteArray Settings::geometry() const { return store_.value(u"window/geometry"_s).toByteArray(); }
QByteArray Settings::docks() const { return store_.value(u"window/docks"_s).toByteArray(); }
QByteArray Settings::layerColumns() const { return store_.value(u"window/layers2"_s).toByteArray(); }

void Settings::setWindow(const QByteArray& geometry, const QByteArray& docks, const QByteArray& layerColumns)
{
    store_.setValue(u"window/geometry"_s, geometry);
    store_.setValue(u"window/docks"_s, docks);
    store_.setValue(u"window/layers2"_s, layerColumns);
}

} // namespace kerascope
