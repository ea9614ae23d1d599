// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/reader/common_memory.h"
#include "core/reader/messages.h"

#include <memory>
#include <sys/types.h>

namespace kerascope {

/// The process kerascope-reader at work on one model. It is killed with this object, whatever it does then.
class ReaderProcess {
public:
    /// Errors: Internal, where the program stands alone without its reader.
    static Result<std::unique_ptr<ReaderProcess>> start();
    ~ReaderProcess();
    ReaderProcess(const ReaderProcess&) = delete;
    ReaderProcess& operator=(const ReaderProcess&) = delete;

    /// Once, first. `descriptors` are the files that OpenAnswer::places means. Errors are those of the
    /// reader; a reader that ends instead of answering is a damaged file. After an error of this call or the
    /// next the process may be gone.
    Result<OpenAnswer> open(const std::vector<std::filesystem::path>& paths, Beside beside,
        std::vector<Descriptor>& descriptors, const std::stop_token& stop);
    /// At most `pieceBytes` at a time.
    Result<void> read(int tensor, uint64_t first, std::span<std::byte> out, const std::string& where,
        const std::stop_token& stop);
    bool alive() const { return alive_; }

private:
    ReaderProcess(pid_t process, Descriptor socket, CommonMemory memory)
        : process_(process)
        , channel_(std::move(socket))
        , memory_(std::move(memory))
    {
    }
    /// Sends and waits for the answer.
    template <class Request, class Answer>
    Result<void> ask(const Request& request, std::span<const int> sent, Answer& answer, Message& message,
        const std::string& where, const std::stop_token& stop);
    void end();

    pid_t process_;
    bool alive_ = true;
    int endedBy_ = 0; ///< signal; 0: none
    Channel channel_;
    CommonMemory memory_;
};

} // namespace kerascope
