// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reader/channel.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace kerascope {
namespace {

constexpr int stopCheckMs = 20;
constexpr size_t growth = size_t(16) << 20; // memory is taken as bytes come, not as a length says

/// Takes the open files out of a message that came.
void collect(msghdr& header, std::vector<Descriptor>& descriptors)
{
    for (cmsghdr* part = CMSG_FIRSTHDR(&header); part != nullptr; part = CMSG_NXTHDR(&header, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
            continue;
        const size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        std::vector<int> numbers(count);
        std::memcpy(numbers.data(), CMSG_DATA(part), count * sizeof(int));
        for (const int number : numbers)
            descriptors.emplace_back(number);
    }
}

} // namespace

Descriptor::~Descriptor()
{
    if (number_ >= 0)
        ::close(number_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept
{
    std::swap(number_, other.number_);
    return *this;
}

int Descriptor::release() { return std::exchange(number_, -1); }

std::pair<Descriptor, Descriptor> Channel::makePair()
{
    std::array<int, 2> ends = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return std::pair<Descriptor, Descriptor>();
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool Channel::send(std::string_view bytes, std::span<const int> descriptors)
{
    uint64_t size = bytes.size();
    std::array<iovec, 2> parts = {
        iovec{&size, sizeof size}, iovec{const_cast<char*>(bytes.data()), bytes.size()}};
    std::array<char, CMSG_SPACE(maxDescriptors * sizeof(int))> control{};
    msghdr header{};
    header.msg_iov = parts.data();
    header.msg_iovlen = parts.size();
    if (!descriptors.empty()) {
        header.msg_control = control.data();
        header.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
        cmsghdr* rights = CMSG_FIRSTHDR(&header);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(descriptors.size_bytes());
        std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size_bytes());
    }
    while (header.msg_iovlen > 0) {
        const ssize_t sent = ::sendmsg(socket_.get(), &header, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return false;
        header.msg_control = nullptr;
        header.msg_controllen = 0;
        auto left = size_t(sent);
        while (header.msg_iovlen > 0 && left >= header.msg_iov->iov_len) {
            left -= header.msg_iov->iov_len;
            ++header.msg_iov;
            --header.msg_iovlen;
        }
        if (header.msg_iovlen > 0) {
            header.msg_iov->iov_base = static_cast<char*>(header.msg_iov->iov_base) + left;
            header.msg_iov->iov_len -= left;
        }
    }
    return true;
}

Channel::Received Channel::fill(
    char* out, size_t size, std::vector<Descriptor>& descriptors, const std::stop_token& stop)
{
    while (size > 0) {
        pollfd wanted{socket_.get(), POLLIN, 0};
        const int ready = ::poll(&wanted, 1, stop.stop_possible() ? stopCheckMs : -1);
        if (stop.stop_requested())
            return Received::Stopped;
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        iovec part{out, size};
        std::array<char, CMSG_SPACE(maxDescriptors * sizeof(int))> control{};
        msghdr header{};
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        header.msg_control = control.data();
        header.msg_controllen = control.size();
        const ssize_t got = ::recvmsg(socket_.get(), &header, MSG_CMSG_CLOEXEC);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return Received::Closed;
        collect(header, descriptors);
        out += got;
        size -= size_t(got);
    }
    return Received::Message;
}

Channel::Received Channel::receive(Message& message, const std::stop_token& stop)
{
    message = {};
    uint64_t size = 0;
    Received state = fill(reinterpret_cast<char*>(&size), sizeof size, message.descriptors, stop);
    while (state == Received::Message && message.bytes.size() < size) {
        const size_t before = message.bytes.size();
        message.bytes.resize(std::min<uint64_t>(size, before + growth));
        state = fill(message.bytes.data() + before, message.bytes.size() - before, message.descriptors, stop);
    }
    return state;
}

void Channel::waitForEnd() const
{
    pollfd watched{socket_.get(), POLLRDHUP, 0};
    while (::poll(&watched, 1, -1) < 0 && errno == EINTR) { }
}

} // namespace kerascope
