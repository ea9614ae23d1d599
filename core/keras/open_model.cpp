// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/open_model.h"
#include "core/base/destroy_later.h"
#include "core/file/json.h"
#include "core/keras/build_model.h"
#include "core/keras/guess_input.h"
#include "core/keras/ignored_arguments.h"
#include "core/keras/json_access.h"
#include "core/keras/read_config.h"
#include "core/keras/weights.h"
#include "core/keras/weights_alone.h"

#include <algorithm>
#include <map>

namespace kerascope {
namespace {

std::string nameOf(const ModelFile& file)
{
    return file.files.empty() ? std::string() : file.files[0].path.string();
}

/// The file of a pair that was found beside the given one.
std::filesystem::path otherThan(const std::filesystem::path& given, const ModelFile& file)
{
    for (const FileIdentity& one : file.files)
        if (one.path != given)
            return one.path;
    return given;
}

/// HDF5 of Keras 1 does not say its backend, but TensorFlow ends the names of its variables with ":0".
/// Nothing else of Keras wrote names without it into HDF5 before Keras 3.
bool namedByTheano(const ModelFile& file)
{
    const bool keras1 = file.kerasVersion.empty() || file.kerasVersion.starts_with("1.");
    bool any = false;
    if (!keras1 || file.layout != WeightLayout::LayerGroups || file.format == FileFormat::KerasJs)
        return false;
    for (const TensorGroup& group : file.groups)
        for (const std::string& name : group.weightNames) {
            if (name.find(':') != std::string::npos)
                return false;
            any = any || name.ends_with("_W");
        }
    return any;
}

/// Keras computes by the layer's policy, every engine here in float32 with the weights as stored.
void notePrecision(Model& model)
{
    for (const DType type : {DType::Float16, DType::BFloat16, DType::Float64}) {
        const auto count =
            std::count_if(model.layers.begin(), model.layers.end(), [type](const Layer& layer) {
                return layer.dtype == type && layer.type != "InputLayer" && !layer.container;
            });
        const DType coarser = type == DType::Float64 ? DType::Float32 : type;
        if (count > 0)
            model.notes.push_back({msg("core",
                                       "%1 layers work in %2 in Keras and in float32 here; outputs agree "
                                       "within the rounding of %3"),
                count, dtypeName(type), dtypeName(coarser)});
    }
}

void noteReplaced(Model& model, const keras::ModelDef& def)
{
    std::map<std::string, std::string> chosen;
    for (const keras::LayerDef& layer : def.layers)
        if (layer.replaced)
            if (const Replacement* replacement = replacementFor(def.origin.treatAs, layer.foreignClass))
                chosen[layer.foreignClass] = replacementText(*replacement);
    for (const auto& [name, text] : chosen)
        model.notes.push_back({msg("core", "the class %1 is treated as %2"), name, text});
}

void dropLater(keras::ModelDef& def)
{
    const size_t layers = def.layers.size();
    destroyLater(std::move(def), layers);
}

} // namespace

Result<std::shared_ptr<const Model>> importModel(
    const ModelFile& file, const std::stop_token& stop, const TreatAs& treatAs)
{
    if (file.config.empty())
        return keras::weightsAlone(file, {}); // file.notes say so already
    auto root = parseJson(file.config, nameOf(file), stop);
    if (!root)
        return root.error();
    const std::string className = keras::memberString(*root, "class_name");
    if (!root->is_object() || className.empty())
        return Error{ErrorCode::File, nameOf(file), {msg("core", "the architecture is no Keras model")},
            {msg("core", "choose a file that Keras saved")}};
    if (!keras::holdsLayers(*root))
        return keras::weightsAlone(file,
            {msg("core", "the model is of the class %1, whose graph is Python code and not in the file"),
                className});
    const std::string version =
        file.kerasVersion.empty() ? keras::memberString(*root, "keras_version") : file.kerasVersion;
    std::string backend = file.backend.empty() ? keras::memberString(*root, "backend") : file.backend;
    if (backend.empty() && namedByTheano(file))
        backend = "theano";
    keras::Origin origin = keras::originOf(version, backend, file.config);
    origin.file = nameOf(file);
    origin.treatAs = treatAs;
    auto def = keras::readConfig(*root, origin, stop);
    if (!def) {
        destroyLater(std::move(*root), file.config.size() / 64); // about as many values
        return def.error();
    }
    if (auto done = keras::assignWeights(*def, file, stop); !done) {
        dropLater(*def);
        return done.error();
    }
    keras::noteIgnoredArguments(*def);
    keras::guessInputShape(*def);
    auto model = keras::buildModel(*def, stop);
    if (!model) {
        dropLater(*def);
        return model.error();
    }
    Model& built = **model;
    built.kerasVersion = version;
    built.format = formatName(file.format);
    built.notes = file.notes;
    built.notes.insert(built.notes.end(), def->notes.begin(), def->notes.end());
    notePrecision(built);
    noteReplaced(built, *def);

    return std::shared_ptr<const Model>(std::move(*model));
}

Result<OpenedModel> openModel(const std::vector<std::filesystem::path>& paths, const std::stop_token& stop,
    FileOpener open, const TreatAs& treatAs)
{
    auto opened = open(paths, stop, Beside::Take);
    if (!opened)
        return opened.error();
    auto file = std::make_shared<const ModelFile>(std::move(opened->file));
    auto model = importModel(*file, stop, treatAs);
    if (!model && file->foundBeside && model.error().code == ErrorCode::File) {
        // what stood beside it is of another model
        opened = open(paths, stop, Beside::Ignore);
        if (!opened)
            return opened.error();
        opened->file.notes.push_back({msg("core", "\"%1\" stands beside it but does not fit: %2"),
            otherThan(paths[0], *file).filename().string(), model.error().what.english()});
        file = std::make_shared<const ModelFile>(std::move(opened->file));
        model = importModel(*file, stop, treatAs);
    }
    if (!model)
        return model.error();
    return OpenedModel{*model, file, opened->tensors};
}

Result<OpenedModel> openModelOnto(const ModelFile& current, const std::vector<std::filesystem::path>& paths,
    const std::stop_token& stop, FileOpener open, const TreatAs& treatAs)
{
    const bool architecture = current.format == FileFormat::JsonArchitecture;
    if (paths.size() != 1 || current.files.empty() || (!architecture && !current.config.empty()))
        return openModel(paths, stop, open, treatAs);
    const auto given = open(paths, stop, Beside::Ignore);
    const bool fits = given
        && (architecture ? given->file.config.empty() : given->file.format == FileFormat::JsonArchitecture);
    return fits ? openModel({current.files.front().path, paths.front()}, stop, open, treatAs)
                : openModel(paths, stop, open, treatAs);
}

} // namespace kerascope
