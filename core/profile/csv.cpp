// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/csv.h"

#include <array>
#include <charconv>
#include <cmath>
#include <fstream>

namespace kerascope {

void CsvLine::next()
{
    if (!first_)
        line_ += ',';
    first_ = false;
}

CsvLine& CsvLine::text(const std::string& value)
{
    next();
    std::string safe = value;
    if (!safe.empty() && std::string("=+-@\t\r").find(safe[0]) != std::string::npos)
        safe.insert(safe.begin(), '\'');
    if (safe.find_first_of(",\"\r\n") == std::string::npos) {
        line_ += safe;
        return *this;
    }
    line_ += '"';
    for (const char c : safe) {
        if (c == '"')
            line_ += '"';
        line_ += c;
    }
    line_ += '"';
    return *this;
}

CsvLine& CsvLine::number(double value)
{
    constexpr double largestWhole = 0x1p53;
    if (value == std::floor(value) && std::abs(value) < largestWhole)
        return number(int64_t(value)); // counts such as FLOPs stay exact
    next();
    std::array<char, 64> buffer{};
    // three decimals of a µs are 1 ns; more digits are noise, fewer would round small layers away
    const bool large = std::abs(value) >= 1e6;
    const auto written = large
        ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 3)
        : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 9);
    line_.append(buffer.data(), written.ptr);
    return *this;
}

CsvLine& CsvLine::number(int64_t value)
{
    next();
    line_ += std::to_string(value);
    return *this;
}

CsvLine& CsvLine::number(uint64_t value)
{
    next();
    line_ += std::to_string(value);
    return *this;
}

CsvLine& CsvLine::empty()
{
    next();
    return *this;
}

void CsvLine::end(std::ostream& out)
{
    out << line_ << "\r\n";
    line_.clear();
    first_ = true;
}

Result<void> writeCsv(const ProfileData& data, const std::filesystem::path& folder)
{
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    using Writer = void (*)(const ProfileData&, std::ostream&);
    const std::array<std::pair<const char*, Writer>, 3> files{
        {{"runs.csv", writeRunsCsv}, {"layers.csv", writeLayersCsv}, {"totals.csv", writeTotalsCsv}}};
    for (const auto& [name, writer] : files) {
        std::ofstream out(folder / name, std::ios::binary);
        writer(data, out);
        out.close();
        if (!out)
            return Error{ErrorCode::File, (folder / name).string(),
                {msg("core", "the file cannot be written")},
                {msg("core", "check the folder and the space on the disk")}};
    }
    return {};
}

} // namespace kerascope
