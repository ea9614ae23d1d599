// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/save/save_part.h"

#include "core/keras/class_names.h"
#include "core/keras/json_access.h"
#include "core/save/keras_archive.h"
#include "core/save/keras_js_file.h"

#include <algorithm>
#include <unistd.h>

namespace kerascope::save {
namespace {

constexpr size_t mostNames = 20;
constexpr const char* keras3Version = "3.10.0";
constexpr const char* keras2Version = "2.1.2";

/// A file beside the target that takes its place when it is whole.
class PendingFile {
public:
    explicit PendingFile(const std::filesystem::path& target)
        : target_(target)
        , path_(target)
    {
        path_ += "." + std::to_string(getpid()) + ".part";
    }
    ~PendingFile()
    {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;

    const std::filesystem::path& path() const { return path_; }
    Result<void> keep() const
    {
        std::error_code failed;
        std::filesystem::rename(path_, target_, failed);
        return failed ? Result<void>(cannotWrite(target_)) : Result<void>();
    }

private:
    std::filesystem::path target_, path_;
};

Error inexpressible(const std::vector<std::string>& layers, const std::filesystem::path& path, Text hint)
{
    std::string names;
    for (size_t i = 0; i < layers.size() && i < mostNames; ++i)
        names += (i > 0 ? ", " : "") + layers[i];
    if (layers.size() > mostNames)
        names += ", …";
    return {ErrorCode::Unsupported, path.string(),
        {msg("core", "this format cannot express the layers %1"), names}, std::move(hint)};
}

/// Of a layer by itself, or of the one that it wraps.
bool isInKeras3(const std::string& type, const nlohmann::json& config)
{
    static const std::set<std::string> methods{"nearest", "bilinear", "bicubic", "lanczos3", "lanczos5"};
    const std::string method = keras::memberString(config, "interpolation");
    return keras::inKeras3(type) && (type != "Resizing" || methods.contains(method))
        && keras::memberString(config, "padding") != "full";
}

/// Layers that Keras 3 does not have: they are gone from it, or stand for code of an older one.
std::vector<std::string> beyondKeras3(const PartGraph& part)
{
    std::vector<std::string> out;
    for (const PartLayer& from : part.layers) {
        if (from.id == noId)
            continue;
        const Layer& layer = part.model->layers[size_t(from.id)];
        const bool operation = layer.operation && (part.model->dialect != "keras3" || layer.module.empty());
        const auto& inner = keras::member(layer.config, "layer");
        const bool wraps = inner.is_object() && !layer.operation;
        const bool there = layer.operation || isInKeras3(layer.type, layer.config);
        const bool innerThere =
            !wraps || isInKeras3(keras::memberString(inner, "class_name"), keras::member(inner, "config"));
        if (operation || layer.inner || !there || !innerThere)
            out.push_back(layer.path);
    }
    return out;
}

uint64_t weightBytes(const PartGraph& part)
{
    uint64_t bytes = 0;
    for (const PartLayer& from : part.layers)
        if (from.id != noId)
            for (const Weight& weight : part.model->layers[size_t(from.id)].weights)
                bytes += uint64_t(weight.shape.elements().value_or(0)) * sizeof(float);
    return bytes;
}

} // namespace

Error cannotWrite(const std::filesystem::path& path)
{
    return {ErrorCode::File, path.string(), {msg("core", "the file cannot be written")},
        {msg("core", "check the folder and the space on the disk")}};
}

Result<PartFormat> partFormat(const std::filesystem::path& path)
{
    const std::string name = path.filename().string();
    if (name.ends_with(".weights.h5"))
        return PartFormat::Keras3Weights;
    if (name.ends_with(".keras"))
        return PartFormat::Keras3;
    if (name.ends_with(".bin"))
        return PartFormat::KerasJs;
    return Error{ErrorCode::Usage, path.string(), {msg("core", "it is not known in which format to write")},
        {msg("core", "end the name with .keras, .weights.h5 or .bin")}};
}

Result<SavedPart> savePart(const ModelSummary& summary, const ModelFile& file, WeightStore& weights,
    const LayerSelection& ticked, const std::filesystem::path& path,
    const std::function<void(Progress)>& progress, const std::stop_token& stop)
{
    const auto format = partFormat(path);
    if (!format)
        return format.error();
    const auto part = partGraph(summary, ticked, stop);
    if (!part)
        return part.error();
    const bool keras3 = *format != PartFormat::KerasJs;
    const Text hint(
        keras3 ? msg("core", "leave them out") : msg("core", "leave them out, or save the part as .keras"));
    if (const auto beyond = keras3 ? beyondKeras3(*part) : beyondKerasJs(*part); !beyond.empty())
        return inexpressible(beyond, path, hint);
    const WrittenModel written = keras3 ? keras3Model(*part, summary.shapes) : keras2Model(*part);
    const auto lost = lostLayers(*part, written, keras3 ? keras3Version : keras2Version, stop);
    if (!lost)
        return lost.error();
    if (!lost->empty())
        return inexpressible(*lost, path, hint);

    SavedPart out;
    out.weightBytes = weightBytes(*part);
    for (const PartLayer& layer : part->layers) {
        out.layers += layer.id != noId ? 1 : 0;
        if (layer.id == noId)
            out.inputs.push_back(layer.name);
    }
    const WrittenBytes told = [&](uint64_t bytes) {
        if (progress)
            progress({{msg("core", "Writing the part")}, bytes, out.weightBytes, true});
    };
    const PendingFile pending(path);
    Result<void> done;
    if (*format == PartFormat::KerasJs)
        done = writeKerasJs(*part, written, weights, pending.path(), told, stop);
    else if (*format == PartFormat::Keras3Weights)
        done = writeKeras3Weights(*part, written, file, weights, pending.path(), told, stop);
    else {
        PendingFile inside(pending.path().string() + ".weights");
        done = writeKeras3Weights(*part, written, file, weights, inside.path(), told, stop);
        if (done)
            done = packKeras(configText(written.config), keras3Version, inside.path(), pending.path());
    }
    if (done)
        done = pending.keep();
    if (!done)
        return done.error();
    return out;
}

} // namespace kerascope::save
