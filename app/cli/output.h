// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/statistics.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace kerascope {

using Json = nlohmann::ordered_json;

template <class T> Json orNull(const std::optional<T>& value) { return value ? Json(*value) : Json(); }

/// Makes the folders that a file is to lie in; where that fails, writing the file says so.
void makeFolderOf(const std::filesystem::path& file);
/// A count that is kept as a double, such as FLOPs: as an integer where it is one.
Json wholeNumber(double value);
/// To a file, "-" = stdout.
Result<void> writeJson(const Json& json, const std::filesystem::path& file);
/// mean, median, min, max, std, p95, p99.
Json statisticsJson(const Statistics& values);

/// "3.1 MB" (10⁶ bytes); a number without an exponent where it is whole.
std::string megabytes(uint64_t bytes);
std::string plainNumber(double value);
std::string milliseconds(double ms);
std::string scientific(double value);

/// Columns padded to their widest cell; all but the first two right-aligned.
class TextTable {
public:
    explicit TextTable(std::vector<std::string> header)
        : rows_{std::move(header)}
    {
    }
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    void print() const;

private:
    std::vector<std::vector<std::string>> rows_;
};

} // namespace kerascope
