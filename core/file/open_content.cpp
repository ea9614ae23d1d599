// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/open_content.h"

#include "core/file/hdf5_model.h"
#include "core/file/json.h"
#include "core/file/json_model.h"
#include "core/file/keras_js_model.h"
#include "core/file/keras_zip.h"
#include "core/file/sharded_weights.h"
#include "core/file/tfjs_model.h"

#include <algorithm>
#include <optional>

namespace kerascope {
namespace {

namespace fs = std::filesystem;

/// Larger JSON files are not read just to see whether they name another file.
constexpr uint64_t maxOwnerBytes = uint64_t(4) << 20;
constexpr size_t maxOwners = 32;

Result<OpenedFile> openJson(const FileBytes& file, const Neighbours& neighbours, const std::stop_token& stop)
{
    const std::string where = file.identity.path.string();
    auto json = readJson(*file.bytes, where, stop);
    if (!json)
        return json.error();
    if (isTfjsJson(json->root))
        return openTfjsModel(json->root, file.identity, neighbours, stop);
    if (isKerasJsMetadata(json->root))
        return openKerasJsTriple(json->root, file.identity, neighbours, stop);
    if (isShardIndex(json->root)) {
        auto opened = openShardedWeights(
            json->root, where, [&](const std::string& name) { return neighbours.open(name, where); }, stop);
        if (opened)
            opened->file.files.insert(opened->file.files.begin(), file.identity);
        return opened;
    }
    auto architecture = jsonArchitecture(std::move(*json), where);
    return architecture ? Result<OpenedFile>(OpenedFile{std::move(*architecture), nullptr})
                        : Result<OpenedFile>(architecture.error());
}

/// What a JSON file is for the order of opening; nothing where it is no JSON.
std::optional<nlohmann::json> rootOf(const fs::path& path, uint64_t most, const std::stop_token& stop)
{
    const auto file = openFileBytes(path);
    if (!file || file->identity.size > most || sniff(*file->bytes) != Content::Json)
        return std::nullopt;
    auto json = readJson(*file->bytes, path.string(), stop);
    return json ? std::optional(std::move(json->root)) : std::nullopt;
}

bool namesOthers(const nlohmann::json& root)
{
    return isTfjsJson(root) || isShardIndex(root) || isKerasJsMetadata(root);
}

/// "model_00000.weights.h5"
bool isShardName(const std::string& name)
{
    constexpr std::string_view end = ".weights.h5";
    constexpr size_t digits = 5;
    if (!name.ends_with(end) || name.size() < end.size() + digits + 1)
        return false;
    const std::string_view number = std::string_view(name).substr(name.size() - end.size() - digits, digits);
    return number.find_first_not_of("0123456789") == std::string_view::npos
        && name[name.size() - end.size() - digits - 1] == '_';
}

/// True if the manifest or list of shards names the file.
bool names(const nlohmann::json& root, const std::string& file)
{
    if (isShardIndex(root)) {
        for (const auto& written : jsonField(root, "weight_map"))
            for (const auto& name : written.is_array() ? written : nlohmann::json::array({written}))
                if (name == file)
                    return true;
        return false;
    }
    for (const auto& group : jsonField(root, "weightsManifest"))
        for (const auto& path : jsonField(group, "paths"))
            if (path.is_string() && fs::path(path.get<std::string>()).lexically_normal() == file)
                return true;
    return false;
}

} // namespace

bool isReadable(Content content)
{
    return content == Content::Hdf5 || content == Content::Zip || content == Content::Json
        || content == Content::KerasJs;
}

Result<OpenedFile> openContent(
    const fs::path& path, const Neighbours& neighbours, const std::stop_token& stop)
{
    const auto file = openFileBytes(path);
    if (!file)
        return file.error();
    const std::string where = path.string();
    const Content content = sniff(*file->bytes);
    Result<OpenedFile> opened = OpenedFile();
    switch (content) {
    case Content::Hdf5:
        opened = openHdf5Model(file->bytes, where, stop);
        break;
    case Content::Zip:
        opened = openKerasZip(file->bytes, where, stop);
        break;
    case Content::Json:
        opened = openJson(*file, neighbours, stop);
        break;
    case Content::KerasJs:
        opened = openKerasJsModel(file->bytes, where, stop);
        break;
    default:
        return foreignContent(content, where);
    }
    if (opened && opened->file.files.empty())
        opened->file.files = {file->identity};
    return opened;
}

std::vector<OpeningStep> inOpeningOrder(const std::vector<fs::path>& paths, const std::stop_token& stop)
{
    std::vector<OpeningStep> out;
    for (const fs::path& path : paths) {
        const auto root = rootOf(path, maxJsonBytes, stop);
        out.push_back({path, root.has_value(), root && namesOthers(*root)});
    }
    const auto rank = [](const OpeningStep& step) { return step.namesOthers ? 0 : step.json ? 1 : 2; };
    std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return out;
}

fs::path ownerBeside(const fs::path& path, const std::stop_token& stop)
{
    const auto file = openFileBytes(path);
    const Content content = file ? sniff(*file->bytes) : Content::Empty;
    const bool numbers = !isReadable(content); // or they only look like something else
    fs::path metadata = path.parent_path() / kerasJsMetadataName(kerasJsStem(path));
    if (file && metadata != path && (numbers || content == Content::Json)) {
        const auto root = rootOf(metadata, maxJsonBytes, stop);
        if (root && isKerasJsMetadata(*root))
            return metadata;
    }
    if (!file || (!numbers && !(content == Content::Hdf5 && isShardName(path.filename().string()))))
        return {};
    std::error_code failed;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::vector<fs::path> lists;
    for (fs::directory_iterator at(folder, failed), end;
         !failed && at != end && lists.size() < maxOwners && !stop.stop_requested(); at.increment(failed))
        if (at->path().extension() == ".json")
            lists.push_back(at->path());
    std::sort(lists.begin(), lists.end());
    for (const fs::path& list : lists)
        if (const auto root = rootOf(list, maxOwnerBytes, stop);
            root && names(*root, path.filename().string()))
            return path.has_parent_path() ? list : list.filename();
    return {};
}

bool isArchitecture(const OpenedFile& opened) { return opened.file.format == FileFormat::JsonArchitecture; }

bool holdsWeights(const OpenedFile& opened)
{
    const FileFormat format = opened.file.format;
    return opened.file.layout != WeightLayout::None
        && (format == FileFormat::Hdf5Model || format == FileFormat::Hdf5Weights
            || format == FileFormat::Keras3Weights);
}

OpenedFile joined(OpenedFile architecture, OpenedFile weights)
{
    OpenedFile out;
    ModelFile& file = out.file;
    file = std::move(weights.file);
    file.format = FileFormat::JsonAndWeights;
    file.config = std::move(architecture.file.config);
    file.files.insert(file.files.begin(), architecture.file.files.begin(), architecture.file.files.end());
    // The weights decide how kernels are laid out, so their version and backend count.
    if (file.kerasVersion.empty())
        file.kerasVersion = architecture.file.kerasVersion;
    if (file.backend.empty())
        file.backend = architecture.file.backend;
    file.notes.clear(); // about weights alone
    out.tensors = std::move(weights.tensors);
    return out;
}

} // namespace kerascope
