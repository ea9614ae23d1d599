// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reader/reader_service.h"

#include "core/base/within_memory.h"
#include "core/file/byte_source.h"
#include "core/reader/common_memory.h"
#include "core/reader/messages.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

namespace kerascope {
namespace {

namespace fs = std::filesystem;

/// A file cannot make more of itself than deflate can: 1 byte gives at most 1,032. What is beyond it is a
/// fault of the file, and ends here instead of taking the machine's memory.
void limitMemory([[maybe_unused]] const std::vector<fs::path>& paths)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // they reserve all addresses themselves
    constexpr rlim_t ofTheProgram = rlim_t(256) << 20;
    constexpr rlim_t growth = 1100;
    rlim_t size = 0;
    for (const fs::path& path : paths) {
        std::error_code failed;
        const auto bytes = fs::file_size(path, failed);
        if (failed || bytes > (rlim_t(1) << 40)) // a folder; and what no machine holds anyway
            return;
        size += rlim_t(bytes);
    }
    const rlimit limit{ofTheProgram + growth * size, RLIM_INFINITY};
    ::setrlimit(RLIMIT_AS, &limit);
#endif
}

class Service {
public:
    explicit Service(Descriptor socket)
        : channel_(std::move(socket))
    {
    }
    void run()
    {
        // A library that hangs in a damaged file must not outlive the program.
        std::thread([this] {
            channel_.waitForEnd();
            ::_exit(0);
        }).detach();
        Message message;
        OpenRequest request;
        if (channel_.receive(message) != Channel::Received::Message || !unpack(message.bytes, request)
            || message.descriptors.empty())
            return;
        memory_ = CommonMemory::over(std::move(message.descriptors.front()));
        limitMemory(request.paths);
        if (!memory_ || !answerOpen(request))
            return;
        ReadRequest read;
        while (channel_.receive(message) == Channel::Received::Message && unpack(message.bytes, read)
            && answerRead(read)) { }
    }

private:
    bool answerOpen(const OpenRequest& request)
    {
        const std::string where = request.paths.empty() ? std::string() : request.paths[0].string();
        auto opened = withinMemory(where, [&] { return openModelFile(request.paths, {}, request.beside); });
        OpenAnswer answer;
        std::vector<int> descriptors;
        answer.opened = opened.ok();
        if (opened) {
            tensors_ = opened->tensors;
            answer.file = std::move(opened->file);
            answer.holdsTensors = tensors_ != nullptr;
            answer.places = places(answer.file.tensors.size(), descriptors);
        } else {
            answer.error = opened.error();
        }
        return channel_.send(packed(answer), descriptors);
    }

    /// Open files that tensors lie in as they are, each once.
    std::vector<SentPlace> places(size_t count, std::vector<int>& descriptors) const
    {
        std::vector<SentPlace> out(count);
        std::map<int, int> known;
        for (size_t i = 0; tensors_ && i < count; ++i) {
            const auto place = tensors_->place(int(i));
            if (!place || (!known.contains(place->descriptor) && known.size() == Channel::maxDescriptors))
                continue;
            const auto [at, added] = known.emplace(place->descriptor, int(descriptors.size()));
            if (added)
                descriptors.push_back(place->descriptor);
            out[i] = {at->second, place->offset};
        }
        return out;
    }

    bool answerRead(const ReadRequest& request)
    {
        ReadAnswer answer;
        if (tensors_ && request.bytes <= memory_->bytes().size()) {
            const auto done = withinMemory({}, [&] {
                return tensors_->read(
                    request.tensor, request.first, memory_->bytes().first(size_t(request.bytes)), {});
            });
            answer.done = done.ok();
            if (!done)
                answer.error = done.error();
        }
        return channel_.send(packed(answer));
    }

    Channel channel_;
    std::optional<CommonMemory> memory_;
    std::shared_ptr<TensorSource> tensors_;
};

} // namespace

void serveReader(Descriptor socket)
{
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none); // a damaged file is no reason for a core dump
    // The watching thread uses it to the end of the process.
    (new Service(std::move(socket)))->run();
    ::_exit(0);
}

} // namespace kerascope
