// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/folder.h"

#include "core/file/file_error.h"
#include "core/file/open_content.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace kerascope {
namespace {

namespace fs = std::filesystem;

/// Folders with more entries are not looked through.
constexpr size_t maxEntries = 2000;
/// Files of a folder that are opened to see what they are, folders of one level that are looked into, levels.
constexpr size_t maxModels = 64;
constexpr size_t maxFolders = 64;
constexpr int maxDepth = 3;

struct Entry {
    fs::path path;
    Content content = Content::Unknown;
};

/// Regular files of a folder with what they are, by name. Hidden files ("._model.h5") are left out.
Result<std::vector<Entry>> listFolder(const fs::path& folder, const std::stop_token& stop)
{
    std::error_code failed;
    std::vector<fs::path> paths;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
        if (stop.stop_requested())
            return cancelled();
        std::error_code ignored;
        if (at->is_regular_file(ignored) && !at->path().filename().string().starts_with('.'))
            paths.push_back(at->path());
        if (paths.size() > maxEntries)
            return fileError(folder.string(),
                {msg("core", "the folder holds more than %1 files"), maxEntries},
                {msg("core", "open the model file itself")});
    }
    if (failed)
        return unreadableFile(folder.string(), failed.value());
    std::sort(paths.begin(), paths.end());
    std::vector<Entry> entries;
    for (fs::path& path : paths) {
        if (stop.stop_requested())
            return cancelled();
        const auto bytes = openFileBytes(path);
        if (bytes)
            entries.push_back({std::move(path), sniff(*bytes->bytes)});
    }
    return entries;
}

/// "model_weights.h5", "model.weights.h5", "model_config.json" → "model".
std::string commonStem(const fs::path& path)
{
    std::string stem = path.stem().string();
    for (const std::string_view suffix : {"weights", "config", "architecture", "arch", "json"}) {
        if (!stem.ends_with(suffix) || stem.size() <= suffix.size() + 1)
            continue;
        const char joint = stem[stem.size() - suffix.size() - 1];
        if (joint == '.' || joint == '_' || joint == '-')
            return stem.substr(0, stem.size() - suffix.size() - 1);
    }
    return stem;
}

std::vector<fs::path> ofContent(const std::vector<Entry>& entries, std::initializer_list<Content> contents)
{
    std::vector<fs::path> out;
    for (const Entry& entry : entries)
        if (std::find(contents.begin(), contents.end(), entry.content) != contents.end())
            out.push_back(entry.path);
    return out;
}

std::string shortList(const std::vector<fs::path>& paths)
{
    constexpr size_t shown = 5;
    std::string names;
    for (size_t i = 0; i < std::min(shown, paths.size()); ++i)
        names += (i > 0 ? ", " : "") + paths[i].filename().string();
    return names + (paths.size() > shown ? ", …" : "");
}

Error severalModels(const fs::path& folder, const std::vector<fs::path>& models)
{
    return fileError(folder.string(), {msg("core", "the folder holds %1 models"), models.size()},
        {msg("core", "open one of them: %1"), shortList(models)});
}

Result<std::vector<Entry>> listBeside(const fs::path& file, const std::stop_token& stop)
{
    auto entries = listFolder(file.has_parent_path() ? file.parent_path() : fs::path("."), stop);
    if (!entries && entries.error().code != ErrorCode::Cancelled)
        return std::vector<Entry>();
    return entries;
}

/// The weights of the same name, or nothing where several have it.
fs::path ofSameName(const fs::path& architecture, std::vector<fs::path> weights)
{
    std::erase_if(
        weights, [&](const fs::path& path) { return commonStem(path) != commonStem(architecture); });
    if (weights.size() > 1) // a model and its weights may both be there
        std::erase_if(weights, [](const fs::path& path) { return path.stem().string() == commonStem(path); });
    return weights.size() == 1 ? weights.front() : fs::path();
}

/// The models, architectures and weights of a folder; files that belong to another are left out.
struct Contents {
    std::vector<fs::path> models, architectures, weights;
    std::vector<Error> failures; ///< of files that seem to be models
    std::vector<std::pair<fs::path, Content>> foreign;
};

bool namesItself(const Entry& entry)
{
    return entry.content != Content::Json && entry.content != Content::Unknown
        && entry.content != Content::Picture && entry.content != Content::WebPage
        && entry.content != Content::Empty && entry.content != Content::NumpyArray;
}

Result<Contents> classify(const fs::path& folder, const std::stop_token& stop)
{
    auto entries = listFolder(folder, stop);
    if (!entries)
        return entries.error();
    std::vector<fs::path> readable;
    Contents out;
    for (const Entry& entry : *entries)
        if (isReadable(entry.content))
            readable.push_back(entry.path);
        else if (namesItself(entry))
            out.foreign.emplace_back(entry.path, entry.content);
    if (readable.size() > maxModels)
        return severalModels(folder, readable);
    std::set<fs::path> used;
    for (const auto& [path, json, namesOthers] : inOpeningOrder(readable, stop)) {
        if (stop.stop_requested())
            return cancelled();
        if (used.contains(path))
            continue;
        const auto opened = openContent(path, Neighbours(path), stop);
        if (!opened && opened.error().code == ErrorCode::Cancelled)
            return opened.error();
        if (!opened) {
            if (!json || namesOthers) // JSON of other kinds stands in many folders
                out.failures.push_back(opened.error());
            continue;
        }
        for (const FileIdentity& file : opened->file.files)
            used.insert(file.path);
        (isArchitecture(*opened)              ? out.architectures
                : opened->file.config.empty() ? out.weights
                                              : out.models)
            .push_back(path);
    }
    for (auto* list : {&out.models, &out.architectures, &out.weights})
        std::sort(list->begin(), list->end());
    return out;
}

/// One model of the folder itself; nothing where it holds none.
Result<std::vector<fs::path>> choose(const fs::path& folder, const Contents& contents)
{
    using Paths = std::vector<fs::path>;
    if (contents.models.size() > 1)
        return severalModels(folder, contents.models);
    if (contents.models.size() == 1)
        return contents.models;
    if (contents.architectures.size() > 1)
        return severalModels(folder, contents.architectures);
    if (contents.architectures.size() == 1) {
        const fs::path& architecture = contents.architectures.front();
        const fs::path named = ofSameName(architecture, contents.weights);
        if (!named.empty())
            return Paths{architecture, named};
        if (contents.weights.size() == 1)
            return Paths{architecture, contents.weights.front()};
        if (contents.weights.size() > 1)
            return fileError(folder.string(),
                {msg("core", "the folder holds an architecture, \"%1\", and %2 files of weights"),
                    architecture.filename().string(), contents.weights.size()},
                {msg("core", "open it together with one of them: %1"), shortList(contents.weights)});
        return Paths{architecture};
    }
    if (contents.weights.size() > 1)
        return severalModels(folder, contents.weights);
    return contents.weights;
}

std::vector<fs::path> foldersIn(const fs::path& folder)
{
    std::vector<fs::path> out;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end && out.size() < maxEntries;
         at.increment(failed)) {
        std::error_code ignored;
        if (at->is_directory(ignored) && !at->is_symlink(ignored)
            && !at->path().filename().string().starts_with('.'))
            out.push_back(at->path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace

Result<fs::path> weightsBeside(const fs::path& architecture, const std::stop_token& stop)
{
    const auto entries = listBeside(architecture, stop);
    if (!entries)
        return entries.error();
    const std::vector<fs::path> whole = ofContent(*entries, {Content::Hdf5});
    const std::vector<fs::path> json = ofContent(*entries, {Content::Json});
    std::vector<fs::path> weights = whole;
    for (const fs::path& path : json)
        if (path.filename().string().ends_with(".weights.json"))
            weights.push_back(path);
    if (const fs::path named = ofSameName(architecture, weights); !named.empty())
        return named;
    const bool onlyOne = whole.size() == 1 && json.size() == 1;
    return onlyOne ? whole.front() : fs::path();
}

Result<fs::path> architectureBeside(const fs::path& weights, const std::stop_token& stop)
{
    const auto entries = listBeside(weights, stop);
    if (!entries)
        return entries.error();
    std::vector<fs::path> same;
    for (const fs::path& path : ofContent(*entries, {Content::Json}))
        if (commonStem(path) == commonStem(weights) && path.filename() != weights.filename()
            && !path.filename().string().ends_with(".weights.json"))
            same.push_back(path);
    if (same.size() > 1) // "model.json" before "model_config.json"
        std::erase_if(same, [](const fs::path& path) { return path.stem().string() != commonStem(path); });
    return same.size() == 1 ? same.front() : fs::path();
}

Result<std::vector<fs::path>> modelInFolder(const fs::path& folder, const std::stop_token& stop)
{
    std::vector<fs::path> level{folder};
    std::optional<Contents> first;
    for (int depth = 0; depth <= maxDepth && !level.empty(); ++depth) {
        std::vector<std::vector<fs::path>> found;
        std::vector<fs::path> places;
        std::vector<fs::path> below;
        for (const fs::path& place : level) {
            std::error_code ignored;
            if (fs::exists(place / "saved_model.pb", ignored))
                return foreignContent(Content::SavedModel, place.string());
            if (fs::exists(place / "Data/com.apple.CoreML", ignored))
                return foreignContent(Content::CoreMl, place.string());
            const auto contents = classify(place, stop);
            if (!contents)
                return contents.error();
            auto chosen = choose(place, *contents);
            if (!chosen)
                return chosen;
            if (!chosen->empty()) {
                found.push_back(std::move(*chosen));
                places.push_back(found.back().front());
            }
            if (!first)
                first = *contents;
            for (fs::path& inner : foldersIn(place))
                below.push_back(std::move(inner));
        }
        if (found.size() > 1)
            return severalModels(folder, places);
        if (found.size() == 1)
            return found.front();
        if (!first->failures.empty() || below.size() > maxFolders)
            break;
        level = std::move(below);
    }
    if (first && !first->failures.empty())
        return first->failures.front();
    const auto sameKind = [&](const auto& entry) { return entry.second == first->foreign.front().second; };
    if (first && !first->foreign.empty()
        && std::all_of(first->foreign.begin(), first->foreign.end(), sameKind))
        return foreignContent(first->foreign.front().second, first->foreign.front().first.string());
    return fileError(folder.string(), {msg("core", "the folder holds no model")},
        {msg("core", "open an .h5, .hdf5 or .keras file, or a folder with one")});
}

} // namespace kerascope
