// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/engines.h"

#include <QGuiApplication>
#include <QOffscreenSurface>
#include <clocale>
#include <cstdio>
#include <memory>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

using namespace kerascope;

/// True if an X server answers at a local display name (":3", ":3.0"); names of other hosts are taken on
/// trust.
bool displayAnswers(const QByteArray& display)
{
    if (display.isEmpty())
        return false;
    if (display[0] != ':')
        return true;
    const int number = display.mid(1).split('.').front().toInt();
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::snprintf(address.sun_path, sizeof(address.sun_path), "/tmp/.X11-unix/X%d", number);
    const int handle = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool answers =
        handle >= 0 && ::connect(handle, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
    if (handle >= 0)
        ::close(handle);
    return answers;
}

/// QGuiApplication ends the program where there is no display: then, and where the engine needs none, only
/// the core application is made.
bool wantsDisplay(const CliOptions& options)
{
    const bool listsDevices = options.command == Command::Devices;
    const bool runs = options.command == Command::Run || options.command == Command::Profile
        || options.command == Command::Verify || options.command == Command::SwapTest;
    const bool gl = options.engine == "gl" || options.against == "gl" || options.engine.empty();
    if (!listsDevices && !(runs && gl))
        return false;
    const QByteArray platform = qgetenv("QT_QPA_PLATFORM");
    if (platform == "offscreen" || platform == "minimal")
        return true;
    return displayAnswers(qgetenv("DISPLAY")) || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
}

} // namespace

int main(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    const auto options = parseCommandLine(arguments);
    if (!options) {
        std::fprintf(stderr, "kerascope-cli: error: %s\n", options.error().english().c_str());
        return int(options.error().code);
    }
    if (options->command == Command::Help || options->command == Command::Version) {
        const QByteArray text = options->command == Command::Version
            ? QByteArray("kerascope-cli " KERASCOPE_VERSION "\n")
            : helpText(options->helpFor).toUtf8();
        std::fwrite(text.constData(), 1, size_t(text.size()), stdout);
        return 0;
    }
    std::unique_ptr<QCoreApplication> application;
    if (wantsDisplay(*options))
        application = std::make_unique<QGuiApplication>(argc, argv);
    else
        application = std::make_unique<QCoreApplication>(argc, argv);
    std::setlocale(LC_NUMERIC, "C"); // Qt took the user's locale; files and tables use points
    return runCommandLine(*options, engineFactory(options->threads, makeSurface()));
}
