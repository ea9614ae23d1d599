// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/damage.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace kerascope {
namespace {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

size_t below(std::mt19937_64& random, size_t limit) { return limit == 0 ? 0 : size_t(random() % limit); }

/// Small sizes as often as large ones.
size_t blockSize(std::mt19937_64& random, size_t most)
{
    const size_t size = size_t(1) << below(random, 17);
    return std::min(most, 1 + below(random, size));
}

std::string changeNumber(std::string& bytes, std::mt19937_64& random)
{
    static const char* const numbers[] = {"-1", "0", "1", "2147483648", "9223372036854775807", "1e308",
        "null", "[]", "{}", "\"x\"", "true", "1000000"};
    const size_t from = below(random, bytes.size());
    const size_t first = bytes.find_first_of("0123456789", from);
    if (first == std::string::npos)
        return "no number found";
    size_t last = bytes.find_first_not_of("0123456789.", first);
    last = std::min(last, first + 20);
    const std::string number = numbers[below(random, std::size(numbers))];
    const size_t length = std::min(last, bytes.size()) - first;
    // Of the same length half the time, so that what stands after it keeps its place.
    std::string put = number;
    if (random() % 2 == 0)
        put.resize(length, ' ');
    bytes.replace(first, length, put);
    return "number at " + std::to_string(first) + " to " + number;
}

} // namespace

void collectSpecimens(const fs::path& folder, uint64_t mostBytes, std::vector<Specimen>& specimens)
{
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.file_size() <= mostBytes)
            paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end()); // the same seeds on every machine
    for (const fs::path& path : paths) {
        const std::string ending = path.extension().string();
        Specimen specimen;
        specimen.name = path.lexically_relative(folder).string();
        if (ending == ".h5" || ending == ".hdf5" || ending == ".keras" || ending == ".bin") {
            specimen.files = {{"model" + ending, contentOf(path)}};
        } else if (path.filename() == "model.json") {
            for (const fs::path& beside : paths)
                if (beside.parent_path() == path.parent_path()) {
                    if (beside == path)
                        specimen.opened = specimen.files.size();
                    specimen.files.emplace_back(beside.filename().string(), contentOf(beside));
                }
        } else {
            continue;
        }
        specimens.push_back(std::move(specimen));
    }
}

std::string damage(std::string& bytes, const std::string& other, std::mt19937_64& random)
{
    if (bytes.empty())
        return "nothing to damage";
    const size_t at = below(random, bytes.size());
    const size_t size = blockSize(random, bytes.size() - at);
    const std::string place = " at " + std::to_string(at) + ", " + std::to_string(size) + " bytes";
    switch (random() % 8) {
    case 0:
        bytes[at] = char(bytes[at] ^ char(1 << below(random, 8)));
        return "bit flipped" + place;
    case 1:
        for (size_t i = 0, count = 1 + below(random, 8); i < count; ++i)
            bytes[std::min(at + i, bytes.size() - 1)] = char(random());
        return "bytes set" + place;
    case 2:
        bytes.resize(at);
        return "cut" + place;
    case 3: {
        const size_t to = below(random, bytes.size() - size + 1);
        std::swap_ranges(bytes.begin() + std::ptrdiff_t(at),
            bytes.begin() + std::ptrdiff_t(at + std::min(size, at > to ? at - to : to - at)),
            bytes.begin() + std::ptrdiff_t(to));
        return "blocks swapped" + place;
    }
    case 4:
        bytes.insert(at, bytes.substr(at, size));
        return "block doubled" + place;
    case 5:
        std::fill_n(bytes.begin() + std::ptrdiff_t(at), size, random() % 2 == 0 ? '\0' : '\xff');
        return "block filled" + place;
    case 6: {
        const size_t from = below(random, other.size());
        const std::string piece = other.substr(from, size);
        bytes.replace(at, piece.size(), piece);
        return "block of another file" + place;
    }
    default:
        return changeNumber(bytes, random);
    }
}

} // namespace kerascope
