// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window_watch.h"

#include "core/profile/run_record.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFileInfo>
#include <QTimer>
#include <cstdio>

namespace kerascope {
namespace {

constexpr int beatMs = 1;
constexpr qint64 runMs = 1500, patienceMs = 60'000;

} // namespace

bool FirstPaint::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Paint && !seen_) {
        seen_ = true;
        // the paint itself is over when the event loop turns again
        QTimer::singleShot(0, this, [] {
            std::printf("%.1f ms\n", programTimeUs() / 1e3);
            QCoreApplication::quit();
        });
    }
    return QObject::eventFilter(object, event);
}

SwapTour::SwapTour(Session& session, QStringList files, QObject* parent)
    : QObject(parent)
    , session_(session)
    , files_(std::move(files))
{
    sinceBeat_.start();
    startTimer(beatMs, Qt::PreciseTimer);
}

void SwapTour::timerEvent(QTimerEvent*)
{
    worstMs_ = std::max(worstMs_, double(sinceBeat_.nsecsElapsed()) / 1e6 - beatMs);
    sinceBeat_.restart();
    const bool done = sinceRun_.isValid() && sinceRun_.elapsed() > runMs;
    const bool stuck = sinceOpen_.isValid() && sinceOpen_.elapsed() > patienceMs;
    if (at_ < 0 || done || stuck)
        return next();
    if (!sinceRun_.isValid() && arrived()) {
        session_.run(0);
        sinceRun_.start();
    }
}

bool SwapTour::arrived() const
{
    const auto model = session_.model();
    return model && model->version > int(at_) && session_.plan() && !session_.progress();
}

void SwapTour::next()
{
    if (at_ >= 0)
        std::printf("%7.1f ms %s%s\n", worstMs_, qPrintable(QFileInfo(files_[at_]).fileName()),
            sinceRun_.isValid() ? "" : " (did not run)");
    if (++at_ == files_.size()) {
        std::fflush(stdout);
        return QCoreApplication::quit();
    }
    worstMs_ = 0;
    sinceRun_.invalidate();
    sinceOpen_.start();
    session_.open({files_[at_]});
}

} // namespace kerascope
