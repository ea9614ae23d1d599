// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/mailbox.h"

#include <QObject>
#include <functional>
#include <memory>
#include <utility>

namespace kerascope {

/// Runs the job on a thread of the pool.
void startInPool(std::function<void()> job);

/// Runs `work` on a thread of the pool and hands its value to `done` in the thread of `context`, unless that
/// is gone by then. The value must be movable.
template <class Work, class Done> void runInBackground(QObject* context, Work work, Done done)
{
    using Answer = decltype(work());
    auto box = std::make_shared<Mailbox<Answer>>();
    // The receiver is a child of the context, so that a dead context takes the wake-up with it.
    auto* receiver = new QObject(context);
    auto finished = std::make_shared<Done>(std::move(done));
    QObject* relay = new QObject; // lives as long as the task, in the context's thread
    relay->moveToThread(context->thread());
    QObject::connect(relay, &QObject::destroyed, receiver, [box, finished, receiver] {
        if (auto value = box->take())
            (*finished)(std::move(*value));
        receiver->deleteLater();
    });
    startInPool([box, relay, job = std::move(work)]() mutable {
        box->put(job());
        relay->deleteLater();
    });
}

} // namespace kerascope
