// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>

namespace kerascope {

/// For the benchmark: prints the time from the start of the process to the first painted window, and ends.
class FirstPaint : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    bool seen_ = false;
};

/// For the benchmark: opens the files in turn, each while the one before runs continuously, prints for each
/// the longest time that the window's event loop stood still (ms), and ends.
class SwapTour : public QObject {
public:
    SwapTour(Session& session, QStringList files, QObject* parent = nullptr);

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    void next();
    bool arrived() const;
    Session& session_;
    QStringList files_;
    qsizetype at_ = -1;
    double worstMs_ = 0;
    QElapsedTimer sinceBeat_, sinceOpen_, sinceRun_;
};

} // namespace kerascope
