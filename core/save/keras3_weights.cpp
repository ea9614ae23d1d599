// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/save/keras3_weights.h"

#include "core/keras/class_names.h"
#include "core/keras/weight_spec.h"
#include "core/save/hdf5_writer.h"
#include "core/save/save_part.h"

namespace kerascope::save {
namespace {

/// Whole numbers keep their type, so that packed and quantised weights stay what they are.
DType storedType(const Weight& weight, const ModelFile& file)
{
    if (weight.tensors.size() != 1)
        return DType::Float32;
    const StoredTensor& tensor = file.tensors[size_t(weight.tensors[0])];
    const bool whole = tensor.dtype == DType::Int8 || tensor.dtype == DType::UInt8
        || tensor.dtype == DType::Int16 || tensor.dtype == DType::Int32 || tensor.dtype == DType::UInt32
        || tensor.dtype == DType::Int64;
    return whole && tensor.scale == 1 && tensor.minimum == 0 ? tensor.dtype : DType::Float32;
}

/// Where Keras 3 puts the weights of a layer, below its own path; parallel to Layer::weights.
Result<std::vector<std::string>> placesOf(const Layer& layer)
{
    const auto specs = keras::weightSpecs(layer.type, layer.config);
    if (!specs || specs->size() != layer.weights.size())
        return Error{ErrorCode::Unsupported, layer.path,
            {msg("core", "it is not known where Keras 3 keeps the weights of a %1"), layer.type}, {}};
    std::vector<std::string> places;
    for (const keras::WeightSpec& spec : *specs)
        places.push_back((spec.holders.empty() || spec.holders[0].empty() ? "" : spec.holders[0] + "/")
            + "vars/" + std::to_string(spec.index));
    return places;
}

std::string className(const PartLayer& layer, const Model& model)
{
    return layer.id == noId ? std::string("InputLayer") : model.layers[size_t(layer.id)].type;
}

} // namespace

Result<void> writeKeras3Weights(const PartGraph& part, const WrittenModel& written, const ModelFile& file,
    WeightStore& weights, const std::filesystem::path& path, const WrittenBytes& progress,
    const std::stop_token& stop)
{
    auto out = Hdf5Writer::create(path);
    if (!out)
        return out.error();
    std::map<std::string, int> counters;
    uint64_t done = 0;
    for (const int index : written.order) {
        const PartLayer& from = part.layers[size_t(index)];
        const Layer* layer = from.id == noId ? nullptr : &part.model->layers[size_t(from.id)];
        if (layer && layer->operation)
            continue;
        const std::string snake = keras::snakeCase(className(from, *part.model));
        const int number = counters[snake]++;
        const std::string own = "layers/" + snake + (number > 0 ? "_" + std::to_string(number) : "") + "/";
        if (auto made = out->group(own + "vars", from.name); !made)
            return made;
        if (!layer || layer->weights.empty())
            continue;
        const auto places = placesOf(*layer);
        if (!places)
            return places.error();
        for (size_t i = 0; i < layer->weights.size(); ++i) {
            if (stop.stop_requested())
                return cancelled();
            const auto tensor = weights.weight({layer->id, int(i)}, stop);
            if (!tensor)
                return tensor.error();
            const DType type = storedType(layer->weights[i], file);
            if (auto set = out->dataset(own + (*places)[i], **tensor, type); !set)
                return set;
            // SpectralNormalization lists its layer's kernel among its own variables
            if (layer->type == "SpectralNormalization" && i == 0)
                if (auto set = out->dataset(own + "vars/0", **tensor, type); !set)
                    return set;
            done += (*tensor)->data.size() * sizeof(float);
            if (progress)
                progress(done);
        }
    }
    return out->close();
}

} // namespace kerascope::save
