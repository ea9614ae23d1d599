// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>

namespace kerascope {
namespace {

/// Characters, not bytes, of UTF-8.
size_t width(const std::string& text)
{
    return size_t(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

template <class... Args> std::string format(const char* pattern, Args... args)
{
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), pattern, args...);
    return buffer.data();
}

} // namespace

void makeFolderOf(const std::filesystem::path& file)
{
    std::error_code code;
    if (file.has_parent_path())
        std::filesystem::create_directories(file.parent_path(), code);
}

Result<void> writeJson(const Json& json, const std::filesystem::path& file)
{
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    if (file == "-") {
        std::fwrite(text.data(), 1, text.size(), stdout);
        return {};
    }
    makeFolderOf(file);
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out)
        return Error{ErrorCode::File, file.string(), {msg("core", "the file cannot be written")},
            {msg("core", "check the folder and the space on the disk")}};
    return {};
}

Json wholeNumber(double value)
{
    constexpr double largestExact = 0x1p53;
    if (value == std::floor(value) && std::abs(value) < largestExact)
        return int64_t(value);
    return value;
}

Json statisticsJson(const Statistics& values)
{
    return {{"mean", values.mean}, {"median", values.median}, {"min", values.min}, {"max", values.max},
        {"std", values.std}, {"p95", values.p95}, {"p99", values.p99}};
}

std::string megabytes(uint64_t bytes) { return format("%.3g MB", double(bytes) / 1e6); }
std::string plainNumber(double value) { return format("%.0f", value); }
std::string milliseconds(double ms) { return format("%.3g", ms); }
std::string scientific(double value) { return format("%.3g", value); }

void TextTable::print() const
{
    std::vector<size_t> widths;
    for (const auto& row : rows_)
        for (size_t i = 0; i < row.size(); ++i) {
            if (i >= widths.size())
                widths.push_back(0);
            widths[i] = std::max(widths[i], width(row[i]));
        }
    for (const auto& row : rows_) {
        std::string line;
        for (size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - width(row[i]), ' ');
            const bool left = i < 2 || i + 1 == row.size();
            line += (i > 0 ? "  " : "") + (left ? row[i] + padding : padding + row[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        std::printf("%s\n", line.c_str());
    }
}

} // namespace kerascope
