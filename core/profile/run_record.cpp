// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/run_record.h"

#include <chrono>
#include <fstream>
#include <string>
#include <time.h>
#include <unistd.h>

namespace kerascope {
namespace {

/// Age of the process when this library was initialised, in µs: its start lies before main().
double processAgeUs()
{
    std::ifstream file("/proc/self/stat");
    std::string line;
    std::getline(file, line);
    const size_t end = line.rfind(')');
    if (end == std::string::npos)
        return 0;
    size_t place = end + 1;
    // the name ends field 2 of proc(5), starttime is field 22
    for (int field = 3; field < 22 && place != std::string::npos; ++field)
        place = line.find(' ', place + 1);
    timespec now{};
    if (place == std::string::npos || clock_gettime(CLOCK_BOOTTIME, &now) != 0)
        return 0;
    const double startedUs = std::strtod(line.c_str() + place, nullptr) / double(sysconf(_SC_CLK_TCK)) * 1e6;
    const double ageUs = double(now.tv_sec) * 1e6 + double(now.tv_nsec) / 1e3 - startedUs;
    // where a container gives the two clocks different starts the age would be nonsense
    constexpr double longestUs = 600e6;
    return ageUs >= 0 && ageUs < longestUs ? ageUs : 0;
}

struct Start {
    std::chrono::steady_clock::time_point at = std::chrono::steady_clock::now();
    double ageUs = processAgeUs();
};
const Start start;

/// A line "NAME:  123 kB" of a file of the system.
uint64_t statusBytes(const char* name, const char* path = "/proc/self/status")
{
    std::ifstream file(path);
    std::string line;
    const std::string prefix = std::string(name) + ":";
    while (std::getline(file, line))
        if (line.starts_with(prefix))
            return std::strtoull(line.c_str() + prefix.size(), nullptr, 10) * 1024;
    return 0;
}

} // namespace

double programTimeUs()
{
    return start.ageUs
        + std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start.at).count();
}

uint64_t processResidentBytes() { return statusBytes("VmRSS"); }
uint64_t processPeakBytes() { return statusBytes("VmHWM"); }
uint64_t availableMemoryBytes() { return statusBytes("MemAvailable", "/proc/meminfo"); }

} // namespace kerascope
