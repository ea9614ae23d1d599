// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/damage.h"

#include "core/file/byte_source.h"
#include "core/file/zip_directory.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace kerascope {
namespace {

using Json = nlohmann::ordered_json;
using Members = std::vector<ZipMember>;
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

void addUnpacked(const fs::path& path, Specimen specimen, std::vector<Specimen>& specimens)
{
    const auto file = openFileBytes(path);
    const auto members =
        file ? readZipDirectory(*file->bytes, path.string(), {}) : Result<Members>(file.error());
    if (!members)
        return;
    for (const ZipMember& member : *members)
        if (const auto bytes = openZipMember(file->bytes, member, path.string(), {}))
            if (auto text = readText(**bytes, path.string(), {}))
                specimen.files.emplace_back(fs::path(member.name).filename().string(), std::move(*text));
    specimen.name += " unpacked";
    specimens.push_back(std::move(specimen));
}

/// Every place in a value, containers before what they hold.
std::vector<Json::json_pointer> placesIn(const Json& root)
{
    std::vector<Json::json_pointer> places{Json::json_pointer()};
    for (size_t i = 0; i < places.size() && i < 100000; ++i) {
        const Json& value = root.at(places[i]);
        const Json::json_pointer here = places[i];
        if (value.is_object())
            for (const auto& [key, inner] : value.items())
                places.push_back(here / key);
        else if (value.is_array())
            for (size_t k = 0; k < value.size(); ++k)
                places.push_back(here / k);
    }
    return places;
}

Json oddValue(std::mt19937_64& random)
{
    static const Json values = {nullptr, true, false, 0, 1, -1, 2, 3, 7, 1000, 1LL << 31,
        9223372036854775807LL, 0.5, -1e300, "", "same", "valid", "channels_first", "float16", "relu",
        Json::array(), Json::object(), {1, 2}, {-1, 0, 3}, {nullptr, 4}, {{1, 1}, {2, 2}},
        {{"class_name", "Dense"}, {"config", Json::object()}}};
    return values[below(random, values.size())];
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
        if (ending == ".keras")
            addUnpacked(path, specimen, specimens);
        if (ending == ".h5" || ending == ".hdf5" || ending == ".keras" || ending == ".bin") {
            specimen.files = {{"model" + ending, contentOf(path)}};
            specimen.opened = "model" + ending;
        } else if (ending == ".json" && !path.stem().string().ends_with("_metadata")) {
            // model.json names shards of any name; others begin as it does
            std::string start = path.filename() == "model.json" ? std::string() : path.stem().string();
            if (start.ends_with(".weights")) // the list of sharded weights
                start.resize(start.size() - std::string(".weights").size());
            for (const fs::path& beside : paths)
                if (beside.parent_path() == path.parent_path()
                    && beside.filename().string().starts_with(start) && beside.extension() != ".npz")
                    specimen.files.emplace_back(beside.filename().string(), contentOf(beside));
            specimen.opened = path.filename().string();
        } else {
            continue;
        }
        specimens.push_back(std::move(specimen));
    }
}

bool damageJson(std::string& bytes, std::mt19937_64& random, std::string& did)
{
    Json root = Json::parse(bytes, nullptr, false);
    if (!root.is_structured() || root.empty())
        return false;
    const auto places = placesIn(root);
    const auto& at = places[1 + below(random, places.size() - 1)];
    const auto& from = places[below(random, places.size())];
    Json& parent = root[at.parent_pointer()];
    did = at.to_string();
    switch (random() % 4) {
    case 0:
        parent.is_array() ? parent.erase(std::stoul(at.back())) : void(parent.erase(at.back()));
        did += " taken away";
        break;
    case 1:
        root[at] = Json(root[from]);
        did += " from " + from.to_string();
        break;
    case 2:
        if (parent.is_array())
            parent.push_back(Json(root[at]));
        else
            parent["extra"] = Json(root[at]);
        did += " doubled";
        break;
    default: {
        Json value = oddValue(random);
        did += " to " + value.dump();
        root[at] = std::move(value);
    }
    }
    bytes = root.dump(-1, ' ', false, Json::error_handler_t::replace);
    return true;
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
