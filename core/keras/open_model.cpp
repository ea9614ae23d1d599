// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/open_model.h"
#include "core/file/json.h"
#include "core/keras/build_model.h"
#include "core/keras/guess_input.h"
#include "core/keras/json_access.h"
#include "core/keras/read_config.h"
#include "core/keras/weights.h"

namespace kerascope {
namespace {

std::string nameOf(const ModelFile& file)
{
    return file.files.empty() ? std::string() : file.files[0].path.string();
}

/// Tensors without a graph: one layer for each group, to look at.
std::shared_ptr<const Model> tensorsAlone(const ModelFile& file, const Text& note)
{
    auto model = std::make_shared<Model>();
    model->kerasVersion = file.kerasVersion;
    model->format = formatName(file.format);
    model->notes = file.notes;
    if (!note.empty())
        model->notes.push_back(note);
    for (const TensorGroup& group : file.groups) {
        Layer layer;
        layer.id = LayerId(model->layers.size());
        layer.name = layer.path = group.name.empty() ? "(weights)" : group.name;
        layer.type = "Weights";
        layer.supported = false;
        layer.reason = {msg("core", "there is no architecture for these weights")};
        for (size_t i = 0; i < group.tensors.size(); ++i) {
            const StoredTensor& stored = file.tensors[size_t(group.tensors[i])];
            Weight weight;
            weight.role = i < group.weightNames.size() ? group.weightNames[i] : stored.name;
            weight.shape = stored.shape;
            weight.tensors = {group.tensors[i]};
            weight.fileBytes = stored.bytes;
            layer.params += stored.shape.elements().value_or(0);
            layer.fileBytes += stored.bytes;
            layer.weights.push_back(std::move(weight));
        }
        layer.trainableParams = layer.params;
        model->layers.push_back(std::move(layer));
    }
    return model;
}

/// The file of a pair that was found beside the given one.
std::filesystem::path otherThan(const std::filesystem::path& given, const ModelFile& file)
{
    for (const FileIdentity& one : file.files)
        if (one.path != given)
            return one.path;
    return given;
}

} // namespace

Result<std::shared_ptr<const Model>> importModel(const ModelFile& file, const std::stop_token& stop)
{
    if (file.config.empty())
        return tensorsAlone(file, {}); // file.notes say so already
    auto root = parseJson(file.config, nameOf(file), stop);
    if (!root)
        return root.error();
    const std::string className = keras::memberString(*root, "class_name");
    if (!root->is_object() || className.empty())
        return Error{ErrorCode::File, nameOf(file), {msg("core", "the architecture is no Keras model")},
            {msg("core", "choose a file that Keras saved")}};
    if (!keras::holdsLayers(*root))
        return tensorsAlone(file,
            {msg("core", "the model is of the class %1, whose graph is Python code and not in the file"),
                className});
    const std::string version =
        file.kerasVersion.empty() ? keras::memberString(*root, "keras_version") : file.kerasVersion;
    const std::string backend = file.backend.empty() ? keras::memberString(*root, "backend") : file.backend;
    keras::Origin origin = keras::originOf(version, backend, file.config);
    origin.file = nameOf(file);
    auto def = keras::readConfig(*root, origin, stop);
    if (!def)
        return def.error();
    if (auto done = keras::assignWeights(*def, file, stop); !done)
        return done.error();
    keras::guessInputShape(*def);
    auto model = keras::buildModel(*def, stop);
    if (!model)
        return model.error();
    Model& built = **model;
    built.kerasVersion = version;
    built.format = formatName(file.format);
    built.notes = file.notes;
    built.notes.insert(built.notes.end(), def->notes.begin(), def->notes.end());

    return std::shared_ptr<const Model>(std::move(*model));
}

Result<OpenedModel> openModel(
    const std::vector<std::filesystem::path>& paths, const std::stop_token& stop, FileOpener open)
{
    auto opened = open(paths, stop);
    if (!opened)
        return opened.error();
    auto file = std::make_shared<const ModelFile>(std::move(opened->file));
    auto model = importModel(*file, stop);
    if (!model && file->foundBeside && model.error().code == ErrorCode::File) {
        // what stood beside it is of another model
        opened = openModelFile(paths, stop, Beside::Ignore);
        if (!opened)
            return opened.error();
        opened->file.notes.push_back({msg("core", "\"%1\" stands beside it but does not fit: %2"),
            otherThan(paths[0], *file).filename().string(), model.error().what.english()});
        file = std::make_shared<const ModelFile>(std::move(opened->file));
        model = importModel(*file, stop);
    }
    if (!model)
        return model.error();
    return OpenedModel{*model, file, opened->tensors};
}

} // namespace kerascope
