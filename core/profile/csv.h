// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile_data.h"

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

namespace kerascope {

/// One line of RFC 4180: fields joined by commas, quoted where needed, CRLF. Numbers come in the C locale.
/// A text field that a spreadsheet would take for a formula (= + - @ at its start) gets a ' before it:
/// layer names come from files that are not trusted.
class CsvLine {
public:
    CsvLine& text(const std::string& value);
    CsvLine& number(double value);
    CsvLine& number(int64_t value);
    CsvLine& number(uint64_t value);
    CsvLine& empty();
    void end(std::ostream& out);

private:
    void next();
    std::string line_;
    bool first_ = true;
};

/// The three files of the CLI page; `folder` is created.
Result<void> writeCsv(const ProfileData& data, const std::filesystem::path& folder);
void writeRunsCsv(const ProfileData& data, std::ostream& out);
void writeLayersCsv(const ProfileData& data, std::ostream& out);
void writeTotalsCsv(const ProfileData& data, std::ostream& out);

} // namespace kerascope
