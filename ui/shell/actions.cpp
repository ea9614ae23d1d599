// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions.h"

#include "ui/icons.h"
#include "ui/translate.h"

#include <QKeySequence>
#include <algorithm>

namespace kerascope {

using namespace Qt::Literals::StringLiterals;

namespace {
constexpr const char* hintProperty = "hint";
}

Actions::Actions(const Session& session, QObject* parent)
    : QObject(parent)
    , session_(session)
{
    makeFile();
    makeRun();
    makeTicks();
    makeExport();
    about = make(u"about"_s, tr("About Kerascope"), u"info"_s, {}, tr("Version, license and libraries"));
    about->setMenuRole(QAction::AboutRole);
    for (auto signal : {&Session::stateChanged, &Session::modelChanged, &Session::settingsChanged,
             &Session::loadedChanged, &Session::progressChanged})
        connect(&session, signal, this, &Actions::update);
    connect(&session, &Session::runsChanged, this, [this] {
        if (exportCsv->isEnabled() == session_.runs().empty())
            update();
    });
    update();
}

QAction* Actions::make(const QString& name, const QString& text, const QString& icon,
    const QKeySequence& shortcut, const QString& hint)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    if (!icon.isEmpty())
        action->setIcon(themedIcon(icon));
    action->setShortcut(shortcut);
    action->setProperty(hintProperty, hint);
    action->setStatusTip({});
    allow(action, true, {});
    return action;
}

void Actions::makeFile()
{
    open = make(u"open"_s, tr("Open…"), u"open"_s, QKeySequence::Open, tr("Open a model file"));
    addHalf = make(u"addHalf"_s, tr("Add weights or architecture…"), u"add"_s, {},
        tr("Open the other half of what is open: the weights of an architecture, or the architecture of "
           "weights"));
    swap = make(u"swap"_s, tr("Swap model"), u"swap"_s, QKeySequence(u"Ctrl+Shift+O"_s),
        tr("Put another model in the place of this one; it keeps running until the new one is ready"));
    sample =
        make(u"sample"_s, tr("Try the sample"), u"run"_s, {}, tr("Open a small digit classifier and run it"));
    paste = make(u"paste"_s, tr("Open the copied path"), {}, QKeySequence::Paste,
        tr("Open the file whose path is on the clipboard"));
    savePart = make(u"savePart"_s, tr("Save part…"), u"export"_s, QKeySequence(u"Ctrl+Shift+S"_s),
        tr("Write the ticked layers as a model of their own"));
    quit = make(u"quit"_s, tr("Quit"), {}, QKeySequence(u"Ctrl+Q"_s), tr("Close the program"));
    quit->setMenuRole(QAction::QuitRole);
}

void Actions::makeRun()
{
    run = make(u"run"_s, tr("Run"), u"run"_s, QKeySequence(u"F5"_s), tr("Run the ticked layers once"));
    runMany = make(u"runMany"_s, tr("Run N"), u"run_many"_s, QKeySequence(u"Shift+F5"_s),
        tr("Run as many times as set beside"));
    continuous = make(u"continuous"_s, tr("Continuous"), u"continuous"_s, QKeySequence(u"Ctrl+F5"_s),
        tr("Run again and again until stopped"));
    stop = make(u"stop"_s, tr("Stop"), u"stop"_s, QKeySequence(u"F6"_s), tr("Stop at once"));
    inputs = make(
        u"inputs"_s, tr("Inputs…"), u"input"_s, QKeySequence(u"Ctrl+I"_s), tr("Choose what feeds the model"));
    clearRuns = make(u"clearRuns"_s, tr("Clear runs"), u"clear"_s, {}, tr("Forget the runs made so far"));
    cancel = make(u"cancel"_s, tr("Cancel"), u"close"_s, QKeySequence(u"Ctrl+."_s),
        tr("Cancel what goes on; the model before stays"));
}

void Actions::makeTicks()
{
    tickAll = make(u"tickAll"_s, tr("All layers"), u"ticks"_s, {}, tr("Tick every layer"));
    tickNone = make(u"tickNone"_s, tr("No layers"), {}, {}, tr("Untick every layer"));
    tickSelected =
        make(u"tickSelected"_s, tr("Only the selection"), {}, {}, tr("Tick the selected layers alone"));
    tickFeeding = make(u"tickFeeding"_s, tr("What feeds the selection"), {}, {},
        tr("Tick the selected layers and everything that feeds them"));
    tickBetween = make(u"tickBetween"_s, tr("From–to"), {}, {},
        tr("Tick everything on the paths between the two selected layers"));
    tickFirst = make(u"tickFirst"_s, tr("First layers up to the selection"), {}, {},
        tr("Tick the layers from the first of the file to the selected one"));
    tickMissing = make(u"tickMissing"_s, tr("Add missing layers"), u"add"_s, QKeySequence(u"Ctrl+M"_s),
        tr("Tick the layers that feed the ticked ones"));
    find = make(u"find"_s, tr("Find a layer"), u"search"_s, QKeySequence::Find,
        tr("Go to the filter of the layer list"));
}

void Actions::makeExport()
{
    exportCsv = make(u"exportCsv"_s, tr("Profile as CSV…"), u"export"_s, QKeySequence(u"Ctrl+Shift+E"_s),
        tr("Write runs.csv, layers.csv and totals.csv into a folder"));
    exportTrace = make(
        u"exportTrace"_s, tr("Trace as JSON…"), {}, {}, tr("Write a trace for Perfetto or chrome://tracing"));
    exportPng = make(u"exportPng"_s, tr("Graph as PNG…"), {}, {}, tr("Write a picture of the whole graph"));
    exportSvg = make(u"exportSvg"_s, tr("Graph as SVG…"), {}, {}, tr("Write a drawing of the whole graph"));
}

void Actions::setSelectedLayers(int count)
{
    selected_ = count;
    update();
}

void Actions::setMissingLayers(int count)
{
    missing_ = count;
    update();
}

void Actions::allow(QAction* action, bool possible, const QString& reason)
{
    QString tip = action->property(hintProperty).toString();
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    if (!keys.isEmpty())
        tip += u" ("_s + keys + u')';
    if (!possible)
        tip += u'\n' + tr("Not possible now: %1").arg(reason);
    if (action->toolTip() != tip)
        action->setToolTip(tip);
    if (action->isEnabled() != possible)
        action->setEnabled(possible);
}

QString Actions::whyNoRun() const
{
    if (!session_.model())
        return tr("no model is open");
    if (session_.state() == SessionState::Running)
        return tr("runs are going on");
    if (session_.state() == SessionState::Loading)
        return tr("the model is being loaded");
    if (session_.state() == SessionState::Swapping)
        return tr("the model is being swapped");
    if (const auto error = session_.cannotRun())
        return errorText(*error);
    return {};
}

void Actions::update()
{
    const bool model = session_.model() != nullptr;
    const QString noModel = tr("no model is open");
    allow(swap, model, noModel);
    const auto file = model ? session_.model()->file : nullptr;
    const bool half = file && (file->config.empty() || file->format == FileFormat::JsonArchitecture);
    allow(addHalf, half, model ? tr("the model is whole") : noModel);
    const QString why = whyNoRun();
    for (QAction* action : {run, runMany, continuous})
        allow(action, why.isEmpty(), why);
    const SessionState state = session_.state();
    allow(stop, state == SessionState::Running || state == SessionState::Swapping, tr("nothing runs"));
    allow(cancel, session_.progress().has_value(), tr("nothing is being loaded"));
    for (QAction* action : {inputs, tickAll, tickNone, find, exportPng, exportSvg})
        allow(action, model, noModel);
    const LayerSelection ticked = session_.ticked();
    const bool some = std::find(ticked.begin(), ticked.end(), true) != ticked.end();
    allow(savePart, model && some, model ? tr("no layer is ticked") : noModel);
    const bool runs = !session_.runs().empty();
    for (QAction* action : {exportCsv, exportTrace, clearRuns})
        allow(action, runs, tr("there are no runs yet"));
    allow(tickSelected, model && selected_ > 0, tr("no layer is selected"));
    allow(tickFeeding, model && selected_ > 0, tr("no layer is selected"));
    allow(tickFirst, model && selected_ > 0, tr("no layer is selected"));
    allow(tickBetween, model && selected_ == 2, tr("select two layers first"));
    allow(tickMissing, model && missing_ > 0, tr("no layer is missing"));
}

} // namespace kerascope
