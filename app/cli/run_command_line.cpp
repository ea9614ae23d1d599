// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <thread>

namespace kerascope {
namespace {

Result<void> comesLater(const char* command)
{
    return Error{ErrorCode::Unsupported, command, {msg("core", "this command comes in a later version")}, {}};
}

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
        return comesLater("extract");
    case Command::Compare:
        return comesLater("compare");
    case Command::Help:
    case Command::Version:
        break;
    }
    return {};
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
    const Result<void> done = dispatch(context);
    std::fflush(stdout);
    if (done)
        return 0;
    std::fprintf(stderr, "kerascope-cli: error: %s\n", done.error().english().c_str());
    return int(done.error().code);
}

} // namespace kerascope
