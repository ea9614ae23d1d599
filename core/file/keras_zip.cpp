// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/keras_zip.h"

#include "core/file/file_error.h"
#include "core/file/hdf5_model.h"
#include "core/file/json.h"
#include "core/file/json_model.h"
#include "core/file/zip_directory.h"

#include <algorithm>

namespace kerascope {
namespace {

constexpr uint64_t maxMetadataBytes = uint64_t(1) << 20;

using Members = std::vector<ZipMember>;

const ZipMember* find(const Members& members, std::string_view name)
{
    const auto found =
        std::find_if(members.begin(), members.end(), [&](const auto& m) { return m.name == name; });
    return found == members.end() ? nullptr : &*found;
}

const ZipMember* findEnding(const Members& members, std::string_view ending)
{
    const auto found =
        std::find_if(members.begin(), members.end(), [&](const auto& m) { return m.name.ends_with(ending); });
    return found == members.end() ? nullptr : &*found;
}

/// A zip archive that is not a .keras file.
Error otherZip(const Members& members, const std::string& where)
{
    for (const char* ending : {".keras", ".h5", ".hdf5"})
        if (const ZipMember* inside = findEnding(members, ending))
            return fileError(where, {msg("core", "this is a zip archive that holds \"%1\""), inside->name},
                {msg("core", "unpack it and open that file")});
    if (findEnding(members, "config.json") != nullptr)
        return fileError(where, {msg("core", "this zip archive holds a Keras model inside a folder")},
            {msg("core", "unpack it and open the folder")});
    if (findEnding(members, "data.pkl") != nullptr)
        return fileError(where, {msg("core", "this is a PyTorch file, not a Keras model")},
            {msg("core", "choose a Keras model")});
    if (findEnding(members, "saved_model.pb") != nullptr)
        return fileError(where, {msg("core", "this is a zip archive of a TensorFlow SavedModel")},
            {msg("core", "load it with Keras and save it as .keras")});
    if (findEnding(members, ".npy") != nullptr)
        return fileError(where, {msg("core", "this is a file of NumPy arrays, not a model")},
            {msg("core", "open a model first; an array can be its input")});
    return fileError(where, {msg("core", "this is a zip archive without a Keras model in it")},
        {msg("core", "open an .h5, .hdf5 or .keras file")});
}

Result<SharedSource> openMember(const SharedSource& archive, const Members& members, const char* name,
    const std::string& where, const std::stop_token& stop)
{
    const ZipMember* member = find(members, name);
    return member ? openZipMember(archive, *member, where, stop) : Result<SharedSource>(SharedSource());
}

/// Words of text layers, which lie beside the weights.
Result<void> readVocabularies(const SharedSource& archive, const Members& members, const std::string& where,
    ModelFile& file, const std::stop_token& stop)
{
    constexpr uint64_t mostBytes = uint64_t(64) << 20;
    uint64_t bytes = 0;
    for (const ZipMember& member : members) {
        if (!member.name.starts_with("assets/") || !member.name.ends_with("/vocabulary.txt"))
            continue;
        const auto opened = openZipMember(archive, member, where, stop);
        if (!opened)
            return opened.error();
        bytes += (*opened)->size();
        if (bytes > mostBytes)
            return fileError(where,
                {msg("core", "the vocabularies in it are larger than %1 bytes"), mostBytes},
                {msg("core", "the file is damaged or of an unknown kind")});
        auto text = readText(**opened, where, stop);
        if (!text)
            return text.error();
        file.assets.push_back({member.name, std::move(*text)});
    }
    return {};
}

Result<OpenedFile> openWeights(const Keras3Parts& parts, const std::stop_token& stop)
{
    if (parts.weights)
        return openHdf5Model(parts.weights, parts.where + ":model.weights.h5", stop);
    const std::string name = parts.where + ":model.weights.json";
    auto index = readJson(*parts.shardIndex, name, stop);
    return index ? openShardedWeights(index->root, name, parts.openShard, stop)
                 : Result<OpenedFile>(index.error());
}

std::string versionOf(const Keras3Parts& parts, const std::stop_token& stop)
{
    if (!parts.metadata || parts.metadata->size() > maxMetadataBytes)
        return {};
    const auto text = readText(*parts.metadata, parts.where, stop);
    const auto json = text ? parseJson(*text, parts.where, stop) : Result<nlohmann::json>(text.error());
    if (!json || !json->is_object() || !json->contains("keras_version")
        || !json->at("keras_version").is_string())
        return {}; // the version only chooses between dialects; without it the config does
    return json->at("keras_version").get<std::string>();
}

} // namespace

Result<OpenedFile> openKeras3Parts(const Keras3Parts& parts, const std::stop_token& stop)
{
    const std::string configName = parts.where + ":config.json";
    auto json = readJson(*parts.config, configName, stop);
    if (!json)
        return json.error();
    auto config = jsonArchitecture(std::move(*json), configName);
    if (!config)
        return config.error();
    OpenedFile out;
    if (parts.weights || parts.shardIndex) {
        auto weights = openWeights(parts, stop);
        if (!weights)
            return weights.error();
        out = std::move(*weights);
        out.file.notes.clear(); // about weights alone
    } else {
        out.file.notes.emplace_back(msg("core", "the file holds the architecture without weights"));
    }
    out.file.format = FileFormat::KerasZip;
    out.file.config = std::move(config->config);
    const std::string version = versionOf(parts, stop);
    if (stop.stop_requested())
        return cancelled();
    if (!version.empty())
        out.file.kerasVersion = version;
    return out;
}

Result<OpenedFile> openKerasZip(
    const SharedSource& source, const std::string& where, const std::stop_token& stop)
{
    const auto members = readZipDirectory(*source, where, stop);
    if (!members)
        return members.error();
    if (find(*members, "config.json") == nullptr)
        return otherZip(*members, where);
    if (find(*members, "model.weights.h5") == nullptr && find(*members, "model.weights.npz") != nullptr)
        return Error{ErrorCode::Unsupported, where,
            {msg("core", "the weights of this .keras file are Python pickles, which are never read")},
            {msg("core", "save the model again with Keras's standard settings")}};
    Keras3Parts parts;
    parts.where = where;
    struct {
        const char* name;
        SharedSource& place;
    } const wanted[] = {{"metadata.json", parts.metadata}, {"config.json", parts.config},
        {"model.weights.h5", parts.weights}, {"model.weights.json", parts.shardIndex}};
    for (const auto& [name, place] : wanted) {
        auto opened = openMember(source, *members, name, where, stop);
        if (!opened)
            return opened.error();
        place = std::move(*opened);
    }
    parts.openShard = [&](const std::string& name) -> Result<FileBytes> {
        auto shard = openMember(source, *members, name.c_str(), where, stop);
        if (!shard)
            return shard.error();
        if (!*shard)
            return damagedFile(where, {msg("core", "\"%1\" is missing in the zip archive"), name});
        return FileBytes{std::move(*shard), {}};
    };
    auto opened = openKeras3Parts(parts, stop);
    if (!opened)
        return opened;
    if (auto read = readVocabularies(source, *members, where, opened->file, stop); !read)
        return std::move(read).error();
    return opened;
}

} // namespace kerascope
