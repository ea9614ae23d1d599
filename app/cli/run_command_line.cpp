// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "core/base/within_memory.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <thread>

namespace kerascope {
namespace {

Result<void> dispatch(const CliContext& context)
{
    switch (context.options.command) {
    case Command::Inspect:
        return inspectCommand(context);
    case Command::Run:
        return runCommand(context);
    case Command::Profile:
        return profileCommand(context);
    case Command::Verify:
        return verifyCommand(context);
    case Command::SwapTest:
        return swapTestCommand(context);
    case Command::Devices:
        return devicesCommand(context);
    case Command::Extract:
        return extractCommand(context);
    case Command::Compare:
        return compareCommand(context);
    case Command::Help:
    case Command::Version:
        break;
    }
    return {};
}

/// What to do where an error does not say it.
Text usualHint(ErrorCode code, const char* command)
{
    switch (code) {
    case ErrorCode::Usage:
        return {msg("core", "see kerascope-cli %1 --help"), command};
    case ErrorCode::File:
        return {msg("core", "check the file, or choose another one")};
    case ErrorCode::Unsupported:
        return {msg("core", "see what can be done with kerascope-cli --help")};
    case ErrorCode::Device:
        return {msg("core", "choose another engine with --engine")};
    case ErrorCode::CheckFailed:
        return {msg("core", "find out what changed, or allow more")};
    case ErrorCode::Cancelled:
        return {msg("core", "start it again to finish it")};
    case ErrorCode::Internal:
        break;
    }
    return {msg("core", "this is a fault of the program: report it with the file")};
}

/// The parts of "WHERE: WHAT; HINT" are always there.
Error completed(Error error, Command command)
{
    const char* name = commandName(command);
    if (error.where.empty())
        error.where = name;
    if (error.hint.empty())
        error.hint = usualHint(error.code, name);
    return error;
}

/// Turns SIGINT and SIGTERM into a stop; a second one ends the program at once. The signals are blocked in
/// all threads (this runs before any is made) and taken by one that waits for them.
class Interrupts {
public:
    Interrupts()
    {
        sigemptyset(&signals_);
        sigaddset(&signals_, SIGINT);
        sigaddset(&signals_, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
        thread_ = std::thread([this] { wait(); });
    }
    ~Interrupts()
    {
        finished_ = true;
        // Blocked in every thread: it ends the wait, not the thread.
        // NOLINTNEXTLINE(bugprone-bad-signal-to-kill-thread)
        pthread_kill(thread_.native_handle(), SIGTERM);
        thread_.join();
    }
    std::stop_token token() const { return source_.get_token(); }

private:
    void wait()
    {
        int signal = 0;
        for (int count = 0; !finished_; ++count) {
            sigwait(&signals_, &signal);
            if (finished_)
                return;
            if (count > 0)
                std::_Exit(int(ErrorCode::Cancelled));
            source_.request_stop();
        }
    }
    sigset_t signals_{};
    std::stop_source source_;
    std::atomic<bool> finished_{false};
    std::thread thread_;
};

} // namespace

int runCommandLine(const CliOptions& options, const EngineFactory& factory)
{
    const Interrupts interrupts;
    const CliContext context{options, interrupts.token(), factory};
    Result<void> done = withinMemory({}, [&] { return dispatch(context); });
    if ((std::fflush(stdout) != 0 || std::ferror(stdout) != 0) && done)
        done = Error{ErrorCode::File, "stdout", {msg("core", "the results cannot be written")},
            {msg("core", "check where they go and the space on the disk")}};
    if (done)
        return 0;
    const Error error = completed(done.error(), options.command);
    std::fprintf(stderr, "kerascope-cli: error: %s\n", error.english().c_str());
    return int(error.code);
}

} // namespace kerascope
