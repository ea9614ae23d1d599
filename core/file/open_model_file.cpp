// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/file_error.h"
#include "core/file/folder.h"
#include "core/file/json.h"
#include "core/file/json_model.h"
#include "core/file/keras_zip.h"
#include "core/file/open_content.h"
#include "core/file/sharded_weights.h"

#include <algorithm>

namespace kerascope {
namespace {

namespace fs = std::filesystem;

Error notAPair(const fs::path& first, const fs::path& second)
{
    return fileError(second.string(),
        {msg("core", "this and \"%1\" are not an architecture and its weights"), first.filename().string()},
        {msg("core", "open a model's .json together with its weights, or one whole model")});
}

bool isFile(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

/// The folder form of a .keras file.
Result<OpenedFile> openKeras3Folder(const fs::path& folder, const std::stop_token& stop)
{
    Keras3Parts parts;
    parts.where = folder.string();
    std::vector<FileIdentity> files;
    struct {
        const char* name;
        SharedSource& place;
        bool needed;
    } const wanted[] = {{"config.json", parts.config, true}, {"model.weights.h5", parts.weights, false},
        {"model.weights.json", parts.shardIndex, false}, {"metadata.json", parts.metadata, false}};
    for (const auto& [name, place, needed] : wanted) {
        auto opened = openFileBytes(folder / name);
        if (!opened && needed)
            return opened.error();
        if (!opened)
            continue;
        place = opened->bytes;
        files.push_back(opened->identity);
    }
    const Neighbours neighbours(folder / "config.json");
    parts.openShard = [&](const std::string& name) { return neighbours.open(name, parts.where); };
    auto opened = openKeras3Parts(parts, stop);
    if (opened) {
        opened->file.format = FileFormat::JsonAndWeights;
        opened->file.files.insert(opened->file.files.begin(), files.begin(), files.end());
    }
    return opened;
}

bool isKeras3Folder(const fs::path& folder)
{
    return isFile(folder / "config.json")
        && (isFile(folder / "model.weights.h5") || isFile(folder / "model.weights.json"));
}

/// An architecture or weights alone: what stands beside it and belongs to it is taken.
Result<OpenedFile> withOtherHalf(OpenedFile half, const fs::path& path, const std::stop_token& stop)
{
    const bool architecture = isArchitecture(half);
    const auto beside = architecture ? weightsBeside(path, stop) : architectureBeside(path, stop);
    if (!beside)
        return beside.error();
    if (beside->empty()) {
        if (architecture)
            half.file.notes.emplace_back(msg(
                "core", "this is an architecture without weights; open it together with its weights file"));
        return half;
    }
    auto other = openContent(*beside, Neighbours(*beside), stop);
    if (!other && other.error().code == ErrorCode::Cancelled)
        return other;
    if (architecture) {
        if (!other)
            return other; // its weights are damaged
        if (!holdsWeights(*other))
            return half;
        half = joined(std::move(half), std::move(*other));
        half.file.notes.emplace_back(
            msg("core", "the weights were found beside it in \"%1\""), beside->filename().string());
    } else if (other && isArchitecture(*other)) {
        half = joined(std::move(*other), std::move(half));
        half.file.notes.emplace_back(
            msg("core", "the architecture was found beside it in \"%1\""), beside->filename().string());
    } else {
        return half;
    }
    half.file.foundBeside = true;
    return half;
}

bool isHalf(const OpenedFile& opened) { return isArchitecture(opened) || opened.file.config.empty(); }

Result<OpenedFile> openSingle(const fs::path& path, Beside beside, const std::stop_token& stop)
{
    const std::string name = path.filename().string();
    const bool part = name == "config.json" || name == "model.weights.h5" || name == "model.weights.json";
    if (beside == Beside::Take && part && isKeras3Folder(path.parent_path()))
        return openKeras3Folder(path.parent_path(), stop);
    const fs::path owner = ownerBeside(path, stop);
    if (!owner.empty())
        return openSingle(owner, beside, stop);
    auto opened = openContent(path, Neighbours(path), stop);
    if (!opened || !isHalf(*opened) || beside == Beside::Ignore)
        return opened;
    return withOtherHalf(std::move(*opened), path, stop);
}

/// Files that were given together: what names others takes them; what is left must be one model, or an
/// architecture and its weights.
Result<OpenedFile> openSeveral(const std::vector<fs::path>& paths, Beside beside, const std::stop_token& stop)
{
    std::vector<std::pair<fs::path, OpenedFile>> units;
    std::vector<fs::path> used;
    for (const auto& [path, json, namesOthers] : inOpeningOrder(paths, stop)) {
        if (stop.stop_requested())
            return cancelled();
        if (std::find(used.begin(), used.end(), path) != used.end())
            continue;
        std::error_code ignored;
        auto opened = fs::is_directory(path, ignored) ? openModelFile({path}, stop, Beside::Ignore)
                                                      : openContent(path, Neighbours(path, paths), stop);
        if (!opened)
            return opened;
        for (const FileIdentity& file : opened->file.files)
            used.push_back(file.path);
        units.emplace_back(path, std::move(*opened));
    }
    if (units.size() > 2)
        return Error{ErrorCode::Usage, paths.front().string(),
            {msg("core", "%1 files were given; a model is one file, or an architecture and its weights"),
                paths.size()},
            {msg("core", "open one model at a time")}};
    if (units.size() == 1)
        return isHalf(units[0].second) && beside == Beside::Take
            ? withOtherHalf(std::move(units[0].second), units[0].first, stop)
            : Result<OpenedFile>(std::move(units[0].second));
    for (const auto& [a, b] : {std::pair(0, 1), std::pair(1, 0)})
        if (isArchitecture(units[size_t(a)].second) && holdsWeights(units[size_t(b)].second))
            return joined(std::move(units[size_t(a)].second), std::move(units[size_t(b)].second));
    return notAPair(paths[0], paths[1]);
}

Result<OpenedFile> openFolder(const fs::path& folder, Beside beside, const std::stop_token& stop)
{
    if (isKeras3Folder(folder))
        return openKeras3Folder(folder, stop);
    const auto found = modelInFolder(folder, stop);
    if (!found)
        return found.error();
    return found->size() == 1 ? openSingle(found->front(), beside, stop) : openSeveral(*found, beside, stop);
}

} // namespace

const char* formatName(FileFormat format)
{
    switch (format) {
    case FileFormat::Hdf5Model:
        return "HDF5";
    case FileFormat::Hdf5Weights:
        return "HDF5 weights";
    case FileFormat::KerasZip:
        return ".keras";
    case FileFormat::Keras3Weights:
        return "Keras 3 weights";
    case FileFormat::JsonArchitecture:
        return "JSON architecture";
    case FileFormat::JsonAndWeights:
        return "JSON and weights";
    case FileFormat::TensorFlowJs:
        return "TensorFlow.js";
    case FileFormat::KerasJs:
        return "Keras.js";
    }
    return "";
}

Result<OpenedFile> openModelFile(
    const std::vector<fs::path>& paths, const std::stop_token& stop, Beside beside)
{
    constexpr size_t maxFiles = 10'000;
    if (stop.stop_requested())
        return cancelled();
    if (paths.empty() || paths.size() > maxFiles)
        return Error{ErrorCode::Usage, paths.empty() ? "" : paths.front().string(),
            {msg("core", "%1 files were given; a model is one file, or an architecture and its weights"),
                paths.size()},
            {msg("core", "open one model at a time")}};
    if (paths.size() > 1)
        return openSeveral(paths, beside, stop);
    std::error_code ignored;
    return fs::is_directory(paths[0], ignored) ? openFolder(paths[0], beside, stop)
                                               : openSingle(paths[0], beside, stop);
}

} // namespace kerascope
