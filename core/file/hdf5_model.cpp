// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/hdf5_model.h"

#include "core/file/file_error.h"
#include "core/file/hdf5_attribute.h"
#include "core/file/hdf5_index.h"
#include "core/file/hdf5_tensors.h"
#include "core/file/json.h"

namespace kerascope {
namespace {

bool has(hid_t object, const char* attribute) { return H5Aexists(object, attribute) > 0; }
bool hasLayerNames(hid_t group) { return has(group, "layer_names") || has(group, "layer_names0"); }

/// The attribute of the first object that has it.
Result<std::string> text(const Hdf5File& file, std::initializer_list<hid_t> objects, const char* attribute)
{
    for (const hid_t object : objects) {
        auto value = object >= 0 ? readHdf5Text(file, object, attribute) : std::optional<std::string>();
        if (!value)
            return value.error();
        if (*value)
            return std::move(**value);
    }
    return std::string();
}

Result<void> readHeader(const Hdf5File& file, hid_t weights, ModelFile& out, const std::stop_token& stop)
{
    struct {
        const char* attribute;
        std::string& value;
    } const fields[] = {
        {"model_config", out.config}, {"keras_version", out.kerasVersion}, {"backend", out.backend}};
    for (const auto& field : fields) {
        auto value = text(file, {file.id(), weights}, field.attribute);
        if (!value)
            return value.error();
        field.value = std::move(*value);
    }
    if (out.config.empty())
        return {};
    auto inner = innermostJson(std::move(out.config), file.where(), stop);
    if (!inner)
        return inner.error();
    out.config = std::move(*inner);
    // The importer parses it; here only what is plainly something else.
    const size_t first = out.config.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || out.config[first] != '{')
        return damagedFile(
            file.where(), {msg("core", "the model's configuration inside the HDF5 file is not JSON")});
    return {};
}

Error noModel(const Hdf5File& file)
{
    return fileError(file.where(), {msg("core", "this is an HDF5 file without a Keras model in it")},
        {msg("core", "open a file that was written by model.save() or model.save_weights()")});
}

Result<void> indexWeights(
    const Hdf5File& file, hid_t weights, ModelFile& out, Hdf5Index& index, const std::stop_token& stop)
{
    const bool atRoot = hasLayerNames(file.id()); // Keras's own test for what save_weights() writes
    if (atRoot)
        return indexLayerGroups(file, file.id(), "", index, stop);
    if (weights >= 0)
        return indexLayerGroups(file, weights, "model_weights", index, stop);
    if (has(file.id(), "nb_layers")) {
        out.notes.emplace_back(
            msg("core", "Keras 0.x wrote these weights, which go by numbers and not by names"));
        return indexNumberedLayers(file, index, stop);
    }
    if (auto done = indexKeras3Paths(file, index, stop); !done)
        return done;
    if (index.layout == WeightLayout::None && out.config.empty())
        return noModel(file);
    return {};
}

void setFormat(ModelFile& out)
{
    if (!out.config.empty()) {
        out.format = FileFormat::Hdf5Model;
        if (out.layout == WeightLayout::None)
            out.notes.emplace_back(msg("core", "the file holds the architecture without weights"));
        return;
    }
    out.format =
        out.layout == WeightLayout::Keras3Paths ? FileFormat::Keras3Weights : FileFormat::Hdf5Weights;
    out.notes.emplace_back(msg("core",
        "the file holds weights without an architecture; open it together with the model's JSON file"));
}

} // namespace

Result<OpenedFile> openHdf5Model(
    const SharedSource& source, const std::string& where, const std::stop_token& stop)
{
    const Hdf5Lock lock;
    auto file = Hdf5File::open(source, where);
    if (!file)
        return file.error();
    const auto weights = openHdf5Group(**file, (*file)->id(), "model_weights");
    if (!weights)
        return weights.error();
    OpenedFile out;
    if (const auto done = readHeader(**file, weights->get(), out.file, stop); !done)
        return done.error();
    Hdf5Index index;
    if (const auto done = indexWeights(**file, weights->get(), out.file, index, stop); !done)
        return done.error();
    out.file.layout = index.layout;
    out.file.groups = std::move(index.groups);
    out.file.tensors = index.tensors;
    setFormat(out.file);
    out.tensors = hdf5Tensors(std::move(*file), std::move(index.tensors), std::move(index.places));
    return out;
}

Result<OpenedFile> openHdf5Shard(
    const SharedSource& source, const std::string& where, const std::stop_token& stop)
{
    const Hdf5Lock lock;
    auto file = Hdf5File::open(source, where);
    if (!file)
        return file.error();
    Hdf5Index index;
    if (const auto done = indexKeras3Paths(**file, index, stop); !done)
        return done.error();
    OpenedFile out;
    out.file.format = FileFormat::Keras3Weights;
    out.file.layout = WeightLayout::Keras3Paths;
    out.file.groups = std::move(index.groups);
    out.file.tensors = index.tensors;
    out.tensors = hdf5Tensors(std::move(*file), std::move(index.tensors), std::move(index.places));
    return out;
}

} // namespace kerascope
