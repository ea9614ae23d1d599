// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace kerascope {

/// Runs one job at a time at low priority. A new job stops the one that goes on: the latest request wins.
class LoaderThread {
public:
    using Job = std::function<void(const std::stop_token&)>;

    LoaderThread();
    ~LoaderThread();
    void submit(Job job);
    void cancel();

private:
    void loop(const std::stop_token& stop);
    std::mutex mutex_;
    std::condition_variable_any wake_;
    Job next_;
    std::stop_source current_;
    std::jthread thread_;
};

} // namespace kerascope
