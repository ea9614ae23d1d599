// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/candidate.h"
#include "core/file/file_error.h"
#include "core/file/hdf5_model.h"
#include "core/file/json_model.h"
#include "core/file/keras_zip.h"
#include "core/file/tfjs_model.h"

#include <algorithm>

namespace kerascope {
namespace {

namespace fs = std::filesystem;

Result<OpenedFile> openJson(const FileBytes& file, const std::stop_token& stop)
{
    const std::string where = file.identity.path.string();
    auto json = readJson(*file.bytes, where, stop);
    if (!json)
        return json.error();
    if (isTfjsJson(json->root))
        return openTfjsModel(json->root, file.identity, stop);
    auto architecture = jsonArchitecture(std::move(*json), where);
    return architecture ? Result<OpenedFile>(OpenedFile{std::move(*architecture), nullptr})
                        : Result<OpenedFile>(architecture.error());
}

/// A file's content → the reader for it. One line a format.
Result<OpenedFile> openContent(const FileBytes& file, const std::stop_token& stop)
{
    const std::string where = file.identity.path.string();
    const Content content = sniff(*file.bytes);
    Result<OpenedFile> opened = OpenedFile();
    if (content == Content::Hdf5) {
        opened = openHdf5Model(file.bytes, where, stop);
    } else if (content == Content::Zip) {
        opened = openKerasZip(file.bytes, where, stop);
    } else if (content == Content::Json) {
        opened = openJson(file, stop);
    } else {
        return foreignContent(content, where);
    }
    if (opened && opened->file.files.empty())
        opened->file.files = {file.identity};
    return opened;
}

Result<OpenedFile> openOne(const fs::path& path, const std::stop_token& stop)
{
    const auto file = openFileBytes(path);
    return file ? openContent(*file, stop) : Result<OpenedFile>(file.error());
}

bool isArchitecture(const OpenedFile& opened) { return opened.file.format == FileFormat::JsonArchitecture; }
bool holdsWeights(const OpenedFile& opened)
{
    return opened.file.layout != WeightLayout::None && opened.file.format != FileFormat::KerasZip
        && opened.file.format != FileFormat::TensorFlowJs;
}

/// The architecture of one, the weights of the other.
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

Result<OpenedFile> openPair(const fs::path& first, const fs::path& second, const std::stop_token& stop)
{
    auto a = openOne(first, stop);
    if (!a)
        return a;
    auto b = openOne(second, stop);
    if (!b)
        return b;
    if (isArchitecture(*a) && holdsWeights(*b))
        return joined(std::move(*a), std::move(*b));
    if (isArchitecture(*b) && holdsWeights(*a))
        return joined(std::move(*b), std::move(*a));
    return fileError(second.string(),
        {msg("core", "this and \"%1\" are not an architecture and its weights"), first.filename().string()},
        {msg("core", "open a model's .json together with its weights, or one whole model")});
}

/// An architecture alone: weights that stand beside it and belong to it are taken.
Result<OpenedFile> withWeightsBeside(
    OpenedFile architecture, const fs::path& path, const std::stop_token& stop)
{
    const auto weights = weightsBeside(path, stop);
    if (!weights)
        return weights.error();
    if (weights->empty()) {
        architecture.file.notes.emplace_back(
            msg("core", "this is an architecture without weights; open it together with its weights file"));
        return architecture;
    }
    auto opened = openOne(*weights, stop);
    if (!opened)
        return opened;
    if (!holdsWeights(*opened))
        return architecture;
    OpenedFile out = joined(std::move(architecture), std::move(*opened));
    out.file.notes.emplace_back(
        msg("core", "the weights were found beside it in \"%1\""), weights->filename().string());
    return out;
}

/// The folder form of a .keras file.
Result<OpenedFile> openKeras3Folder(const fs::path& folder, const std::stop_token& stop)
{
    Keras3Parts parts{{}, {}, {}, folder.string()};
    OpenedFile out;
    std::vector<FileIdentity> files;
    struct {
        const char* name;
        SharedSource& place;
        bool needed;
    } const wanted[] = {{"config.json", parts.config, true}, {"model.weights.h5", parts.weights, true},
        {"metadata.json", parts.metadata, false}};
    for (const auto& [name, place, needed] : wanted) {
        auto opened = openFileBytes(folder / name);
        if (!opened && needed)
            return opened.error();
        if (!opened)
            continue;
        place = opened->bytes;
        files.push_back(opened->identity);
    }
    auto opened = openKeras3Parts(parts, stop);
    if (opened) {
        opened->file.format = FileFormat::JsonAndWeights;
        opened->file.files = std::move(files);
    }
    return opened;
}

Result<OpenedFile> openSingle(const fs::path& path, const std::stop_token& stop)
{
    auto opened = openOne(path, stop);
    if (!opened || !isArchitecture(*opened))
        return opened;
    return withWeightsBeside(std::move(*opened), path, stop);
}

Result<OpenedFile> openFolder(const fs::path& folder, const std::stop_token& stop)
{
    std::error_code ignored;
    if (fs::exists(folder / "config.json", ignored) && fs::exists(folder / "model.weights.h5", ignored))
        return openKeras3Folder(folder, stop);
    const auto found = modelInFolder(folder, stop);
    return found ? openSingle(*found, stop) : Result<OpenedFile>(found.error());
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
    }
    return "";
}

Result<OpenedFile> openModelFile(const std::vector<fs::path>& paths, const std::stop_token& stop)
{
    if (stop.stop_requested())
        return cancelled();
    if (paths.empty() || paths.size() > 2)
        return Error{ErrorCode::Usage, paths.empty() ? "" : paths.front().string(),
            {msg("core", "%1 files were given; a model is one file, or an architecture and its weights"),
                paths.size()},
            {msg("core", "open one model at a time")}};
    if (paths.size() == 2)
        return openPair(paths[0], paths[1], stop);
    std::error_code ignored;
    return fs::is_directory(paths[0], ignored) ? openFolder(paths[0], stop) : openSingle(paths[0], stop);
}

} // namespace kerascope
