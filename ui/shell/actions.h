// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QAction>
#include <QObject>

namespace kerascope {

/// Every action of the window. What is not possible now is disabled and says why in its tooltip.
class Actions : public QObject {
    Q_OBJECT
public:
    Actions(const Session& session, QObject* parent);

    // file
    QAction *open, *addHalf, *swap, *sample, *paste, *savePart, *quit;
    // run
    QAction *run, *runMany, *continuous, *stop, *inputs, *clearRuns, *cancel;
    // ticks
    QAction *tickAll, *tickNone, *tickSelected, *tickFeeding, *tickBetween, *tickFirst, *tickMissing, *find;
    // export
    QAction *exportCsv, *exportTrace, *exportPng, *exportSvg;
    // help
    QAction* about;

    /// How many rows of the layer list are selected; the presets depend on it.
    void setSelectedLayers(int count);
    void setMissingLayers(int count);

private:
    QAction* make(const QString& name, const QString& text, const QString& icon, const QKeySequence& shortcut,
        const QString& hint);
    void makeFile();
    void makeRun();
    void makeTicks();
    void makeExport();
    /// Enabled, or disabled with the reason.
    void allow(QAction* action, bool possible, const QString& reason);
    void update();
    QString whyNoRun() const;

    const Session& session_;
    int selected_ = 0;
    int missing_ = 0;
};

} // namespace kerascope
