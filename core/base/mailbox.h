// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace kerascope {

/// The one way in which data crosses threads: values are moved in and moved out under a mutex. `wake` only
/// tells the receiver that something is there (a Qt signal in the window), it carries nothing.
template <class T> class Mailbox {
public:
    explicit Mailbox(std::function<void()> wake = {})
        : wake_(std::move(wake))
    {
    }

    void put(T value)
    {
        {
            std::lock_guard lock(mutex_);
            items_.push_back(std::move(value));
        }
        ready_.notify_one();
        if (wake_)
            wake_();
    }
    std::optional<T> take()
    {
        std::lock_guard lock(mutex_);
        return pop();
    }
    std::vector<T> takeAll()
    {
        std::lock_guard lock(mutex_);
        std::vector<T> all(std::make_move_iterator(items_.begin()), std::make_move_iterator(items_.end()));
        items_.clear();
        return all;
    }
    /// Waits until an item is there or the time is over.
    std::optional<T> waitFor(std::chrono::microseconds time)
    {
        std::unique_lock lock(mutex_);
        ready_.wait_for(lock, time, [this] { return !items_.empty(); });
        return pop();
    }
    bool empty() const
    {
        std::lock_guard lock(mutex_);
        return items_.empty();
    }

private:
    std::optional<T> pop()
    {
        if (items_.empty())
            return std::nullopt;
        std::optional<T> value(std::move(items_.front()));
        items_.pop_front();
        return value;
    }

    mutable std::mutex mutex_;
    std::condition_variable ready_;
    std::deque<T> items_;
    std::function<void()> wake_;
};

} // namespace kerascope
