// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reader/reader_process.h"

#include "core/file/file_error.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace kerascope {
namespace {

namespace fs = std::filesystem;

constexpr int readerSocket = 3; // as main_reader.cpp expects it
constexpr const char* readerName = "kerascope-reader";

/// Beside the program; in libexec of an installation; above it, where tests are built.
fs::path readerProgram()
{
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    for (const fs::path& place : {folder, folder / "../libexec/kerascope", folder / ".."})
        if (::access((place / readerName).c_str(), X_OK) == 0)
            return place / readerName;
    return {};
}

Error cannotStart(int systemError)
{
    return {ErrorCode::Internal, readerName,
        {msg("core", "the program that reads files cannot be started: %1"),
            std::string(std::strerror(systemError))},
        {msg("core", "install Kerascope again")}};
}

/// Gives the process, or nothing and the system's error.
std::pair<pid_t, int> spawn(const fs::path& program, int socket)
{
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, socket, readerSocket);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, readerSocket + 1);
    std::string name = readerName;
    const std::array<char*, 2> arguments = {name.data(), nullptr};
    pid_t process = 0;
    const int failed = ::posix_spawn(&process, program.c_str(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    return {process, failed};
}

Error endedEarly(const std::string& where, int signal)
{
    // SIGKILL comes from the system where memory runs out.
    if (signal == SIGKILL)
        return {ErrorCode::Device, where, {msg("core", "there is not enough memory for this")},
            {msg("core", "tick fewer layers, take a smaller batch or raise the limit")}};
    return damagedFile(where, {msg("core", "reading it stopped the reader (signal %1)"), signal});
}

} // namespace

Result<std::unique_ptr<ReaderProcess>> ReaderProcess::start()
{
    const fs::path program = readerProgram();
    if (program.empty())
        return cannotStart(ENOENT);
    auto [here, there] = Channel::makePair();
    auto memory = CommonMemory::create();
    if (!here || !memory)
        return cannotStart(errno);
    const auto [process, failed] = spawn(program, there.get());
    if (failed != 0)
        return cannotStart(failed);
    return std::unique_ptr<ReaderProcess>(new ReaderProcess(process, std::move(here), std::move(*memory)));
}

ReaderProcess::~ReaderProcess() { end(); }

void ReaderProcess::end()
{
    if (!std::exchange(alive_, false))
        return;
    int status = 0;
    // What has ended by itself tells how; what has not is not asked.
    if (::waitpid(process_, &status, WNOHANG) == 0) {
        ::kill(process_, SIGKILL);
        while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) { }
        return;
    }
    endedBy_ = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

template <class Request, class Answer>
Result<void> ReaderProcess::ask(const Request& request, std::span<const int> sent, Answer& answer,
    Message& message, const std::string& where, const std::stop_token& stop)
{
    auto state = Channel::Received::Closed;
    if (channel_.send(packed(request), sent))
        state = channel_.receive(message, stop);
    if (state == Channel::Received::Message && unpack(message.bytes, answer))
        return {};
    if (state == Channel::Received::Closed) {
        // The socket closes a moment before the process can be waited for.
        siginfo_t info;
        ::waitid(P_PID, id_t(process_), &info, WEXITED | WNOWAIT);
    }
    end();
    return state == Channel::Received::Stopped ? cancelled() : endedEarly(where, endedBy_);
}

Result<OpenAnswer> ReaderProcess::open(const std::vector<fs::path>& paths, Beside beside,
    std::vector<Descriptor>& descriptors, const std::stop_token& stop)
{
    OpenAnswer answer;
    Message message;
    const int memory = memory_.descriptor();
    const std::string where = paths.empty() ? std::string() : paths[0].string();
    if (auto done = ask(OpenRequest{paths, beside}, std::span(&memory, 1), answer, message, where, stop);
        !done)
        return done.error();
    if (!answer.opened)
        return answer.error;
    descriptors = std::move(message.descriptors);
    return answer;
}

Result<void> ReaderProcess::read(int tensor, uint64_t first, std::span<std::byte> out,
    const std::string& where, const std::stop_token& stop)
{
    ReadAnswer answer;
    Message message;
    if (auto done = ask(ReadRequest{tensor, first, out.size()}, {}, answer, message, where, stop); !done)
        return done.error();
    if (!answer.done)
        return answer.error;
    std::memcpy(out.data(), memory_.bytes().data(), out.size());
    return {};
}

} // namespace kerascope
