// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kerascope {

/// An open file descriptor that has one owner.
class Descriptor {
public:
    explicit Descriptor(int number = -1)
        : number_(number)
    {
    }
    ~Descriptor();
    Descriptor(Descriptor&& other) noexcept
        : number_(other.release())
    {
    }
    Descriptor& operator=(Descriptor&& other) noexcept;
    int get() const { return number_; }
    int release();
    explicit operator bool() const { return number_ >= 0; }

private:
    int number_;
};

struct Message {
    std::string bytes;
    std::vector<Descriptor> descriptors;
};

/// One end of a local socket that carries whole messages and open files. One thread at a time.
class Channel {
public:
    /// How many open files one message can carry.
    static constexpr size_t maxDescriptors = 200;
    enum class Received { Message, Closed, Stopped };

    explicit Channel(Descriptor socket)
        : socket_(std::move(socket))
    {
    }
    /// Both ends.
    static std::pair<Descriptor, Descriptor> makePair();

    /// False where the other end is gone.
    bool send(std::string_view bytes, std::span<const int> descriptors = {});
    /// Waits; hears a stop within 20 ms.
    Received receive(Message& message, const std::stop_token& stop = {});
    /// Waits until the other end is gone. Any thread.
    void waitForEnd() const;

private:
    Received fill(char* out, size_t size, std::vector<Descriptor>& descriptors, const std::stop_token& stop);

    Descriptor socket_;
};

} // namespace kerascope
