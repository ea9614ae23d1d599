// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/background.h"

#include <QThreadPool>
#include <deque>
#include <mutex>

namespace kerascope {
namespace {

/// Jobs on their way to the pool. They are handed over under a lock of our own, which the thread sanitizer
/// sees; Qt's it does not.
class JobQueue {
public:
    void push(std::function<void()> job)
    {
        const std::lock_guard lock(mutex_);
        jobs_.push_back(std::move(job));
    }
    std::function<void()> take()
    {
        const std::lock_guard lock(mutex_);
        std::function<void()> job = std::move(jobs_.front());
        jobs_.pop_front();
        return job;
    }

private:
    std::mutex mutex_;
    std::deque<std::function<void()>> jobs_;
};

JobQueue& jobQueue()
{
    static JobQueue queue;
    return queue;
}

} // namespace

void startInPool(std::function<void()> job)
{
    jobQueue().push(std::move(job));
    QThreadPool::globalInstance()->start([] { jobQueue().take()(); });
}

} // namespace kerascope
