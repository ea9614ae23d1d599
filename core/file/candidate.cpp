// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/candidate.h"

#include "core/file/file_error.h"

#include <algorithm>
#include <array>
#include <vector>

namespace kerascope {
namespace {

namespace fs = std::filesystem;

/// Folders with more entries are not looked through.
constexpr size_t maxEntries = 2000;

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

Error severalModels(const fs::path& folder, const std::vector<fs::path>& models)
{
    constexpr size_t shown = 5;
    std::string names;
    for (size_t i = 0; i < std::min(shown, models.size()); ++i)
        names += (i > 0 ? ", " : "") + models[i].filename().string();
    return fileError(folder.string(), {msg("core", "the folder holds %1 models"), models.size()},
        {msg("core", "open one of them: %1"), names + (models.size() > shown ? ", …" : "")});
}

} // namespace

Result<fs::path> weightsBeside(const fs::path& architecture, const std::stop_token& stop)
{
    const fs::path folder = architecture.has_parent_path() ? architecture.parent_path() : fs::path(".");
    const auto entries = listFolder(folder, stop);
    if (!entries)
        return entries.error().code == ErrorCode::Cancelled ? Result<fs::path>(entries.error())
                                                            : Result<fs::path>(fs::path());
    const std::vector<fs::path> weights = ofContent(*entries, {Content::Hdf5});
    std::vector<fs::path> sameName;
    for (const fs::path& path : weights)
        if (commonStem(path) == commonStem(architecture))
            sameName.push_back(path);
    if (sameName.size() > 1) // a model and its weights may both be there
        std::erase_if(
            sameName, [](const fs::path& path) { return path.stem().string() == commonStem(path); });
    if (sameName.size() == 1)
        return sameName.front();
    const bool onlyOne =
        sameName.empty() && weights.size() == 1 && ofContent(*entries, {Content::Json}).size() == 1;
    return onlyOne ? weights.front() : fs::path();
}

Result<fs::path> modelInFolder(const fs::path& folder, const std::stop_token& stop)
{
    std::error_code ignored;
    if (fs::exists(folder / "saved_model.pb", ignored))
        return foreignContent(Content::SavedModel, folder.string());
    const auto entries = listFolder(folder, stop);
    if (!entries)
        return entries.error();
    const std::vector<fs::path> json = ofContent(*entries, {Content::Json});
    std::vector<fs::path> models = ofContent(*entries, {Content::Hdf5, Content::Zip});
    if (models.size() == 1
        && json.size() == 1) { // an architecture and its weights, or a model with a side file
        const auto beside = weightsBeside(json.front(), stop);
        if (!beside)
            return beside.error();
        return *beside == models.front() && commonStem(models.front()) == commonStem(json.front())
            ? json.front()
            : models.front();
    }
    if (models.empty())
        models = json;
    if (models.size() == 1)
        return models.front();
    if (models.size() > 1)
        return severalModels(folder, models);
    return fileError(folder.string(), {msg("core", "the folder holds no model")},
        {msg("core", "open an .h5, .hdf5 or .keras file, or a folder with one")});
}

} // namespace kerascope
