// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/loader_thread.h"

#include <sys/resource.h>

namespace kerascope {

LoaderThread::LoaderThread()
    : thread_([this](const std::stop_token& stop) { loop(stop); })
{
}

LoaderThread::~LoaderThread()
{
    cancel();
    thread_.request_stop();
    wake_.notify_all();
    thread_.join();
}

void LoaderThread::submit(Job job)
{
    {
        std::lock_guard lock(mutex_);
        current_.request_stop();
        next_ = std::move(job);
    }
    wake_.notify_all();
}

void LoaderThread::cancel()
{
    std::lock_guard lock(mutex_);
    current_.request_stop();
    next_ = {};
}

void LoaderThread::loop(const std::stop_token& stop)
{
    // On Linux a nice value belongs to the thread that asks; a refusal only makes the loader less polite.
    static_cast<void>(setpriority(PRIO_PROCESS, 0, 10));
    while (!stop.stop_requested()) {
        Job job;
        std::stop_token token;
        {
            std::unique_lock lock(mutex_);
            if (!wake_.wait(lock, stop, [this] { return bool(next_); }))
                return;
            job = std::move(next_);
            next_ = {};
            current_ = std::stop_source();
            token = current_.get_token();
        }
        job(token);
    }
}

} // namespace kerascope
