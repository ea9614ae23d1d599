// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/tfjs_model.h"

#include "core/file/file_error.h"
#include "core/file/json.h"
#include "core/file/plain_tensors.h"

#include <algorithm>
#include <map>

namespace kerascope {
namespace {

using Json = nlohmann::json;

/// The older spelling with capitals, or the newer one.
const Json& eitherField(const Json& object, const char* key, const char* other)
{
    const Json& value = jsonField(object, key);
    return value.is_null() ? jsonField(object, other) : value;
}

/// Reads the manifest into a ModelFile.
class TfjsReader {
public:
    TfjsReader(const FileIdentity& identity, const Neighbours& neighbours)
        : where_(identity.path.string())
        , neighbours_(neighbours)
    {
        out_.file.files.push_back(identity);
    }

    Result<OpenedFile> read(const Json& root, const std::stop_token& stop)
    {
        if (Result<void> done = topology(root); !done)
            return done.error();
        for (const Json& group : jsonField(root, "weightsManifest")) {
            if (stop.stop_requested())
                return cancelled();
            if (Result<void> done = addGroup(group); !done)
                return done.error();
        }
        finishGroups();
        out_.tensors = plainTensors(std::move(places_), where_);
        return std::move(out_);
    }

private:
    Result<void> topology(const Json& root)
    {
        const Json& written = jsonField(root, "modelTopology");
        const Json& nested = eitherField(written, "model_config", "modelConfig");
        const Json& config = nested.is_object() ? nested : written;
        if (jsonText(config, "class_name").empty() && jsonText(config, "className").empty())
            return fileError(where_, {msg("core", "the architecture is no Keras model")},
                {msg("core", "open the Keras model that it was converted from")});
        ModelFile& file = out_.file;
        file.format = FileFormat::TensorFlowJs;
        const Json& version = eitherField(written, "keras_version", "kerasVersion");
        // "tfjs-layers 1.5.2" writes the config of tf.keras
        if (version.is_string() && !version.get<std::string>().starts_with("tfjs"))
            file.kerasVersion = version.get<std::string>();
        else
            file.kerasVersion = "2.4.0-tf";
        file.backend = "tensorflow";
        file.config = config.dump(-1, ' ', false, Json::error_handler_t::replace);
        return {};
    }

    Result<void> addGroup(const Json& written)
    {
        std::vector<SharedSource> shards;
        for (const Json& path : jsonField(written, "paths")) {
            auto opened =
                neighbours_.open(path.is_string() ? path.get<std::string>() : std::string(), where_);
            if (!opened)
                return opened.error();
            shards.push_back(std::move(opened->bytes));
            out_.file.files.push_back(std::move(opened->identity));
        }
        const SharedSource group = joinedSource(std::move(shards));
        uint64_t offset = 0;
        for (const Json& weight : jsonField(written, "weights"))
            if (Result<void> done = addWeight(weight, group, offset); !done)
                return done;
        return {};
    }

    Result<void> addWeight(const Json& written, const SharedSource& group, uint64_t& offset)
    {
        StoredTensor tensor;
        tensor.name = jsonText(written, "name");
        if (tensor.name.ends_with(":0"))
            tensor.name.resize(tensor.name.size() - 2);
        for (const Json& size : jsonField(written, "shape")) {
            if (!size.is_number_integer() || size.get<int64_t>() < 0)
                return damagedFile(
                    where_, {msg("core", "the shape of the tensor %1 cannot be read"), tensor.name});
            tensor.shape.dims.push_back(size.get<int64_t>());
        }
        const Json& quantised = jsonField(written, "quantization");
        const auto dtype = dtypeFromName(jsonText(quantised.is_object() ? quantised : written, "dtype"));
        if (!dtype || dtypeBytes(*dtype) == 0)
            return Error{ErrorCode::Unsupported, where_,
                {msg("core", "The tensor %1 holds text, not numbers"), tensor.name},
                {msg("core", "open the Keras model that it was converted from")}};
        tensor.dtype = *dtype;
        if (Result<void> done = readScale(quantised, tensor); !done)
            return done;
        const auto elements = tensor.shape.elements();
        const uint64_t width = dtypeBytes(*dtype);
        if (!elements)
            return damagedFile(
                where_, {msg("core", "the tensor \"%1\" declares an impossible size"), tensor.name});
        if (uint64_t(*elements) > (group->size() - std::min(offset, group->size())) / width)
            return truncatedFile(
                where_ + ": " + tensor.name, group->size(), offset + uint64_t(*elements) * width);
        tensor.bytes = uint64_t(*elements) * width;
        const uint64_t place = offset;
        offset += tensor.bytes;
        if (jsonText(written, "group") == "optimizer")
            return {};
        places_.push_back({group, place, width, tensor.bytes});
        out_.file.tensors.push_back(std::move(tensor));
        return {};
    }

    /// Whole numbers mean nothing without it; half precision has none.
    Result<void> readScale(const Json& quantised, StoredTensor& tensor) const
    {
        if (!quantised.is_object() || tensor.dtype == DType::Float16)
            return {};
        const Json& scale = jsonField(quantised, "scale");
        const Json& minimum = jsonField(quantised, "min");
        if (!scale.is_number())
            return damagedFile(where_,
                {msg("core", "the tensor %1 is quantised, but the file does not say the scale"),
                    tensor.name});
        tensor.scale = scale.get<double>();
        tensor.minimum = minimum.is_number() ? minimum.get<double>() : 0;
        return {};
    }

    /// By layer: "dense/kernel" is of "dense"; Keras 3's converter writes "layers/dense/vars/0".
    void finishGroups()
    {
        ModelFile& file = out_.file;
        const auto isPath = [](const StoredTensor& tensor) {
            return tensor.name.find("/vars/") != std::string::npos;
        };
        const bool paths =
            !file.tensors.empty() && std::all_of(file.tensors.begin(), file.tensors.end(), isPath);
        file.layout = paths ? WeightLayout::Keras3Paths : WeightLayout::LayerGroups;
        std::map<std::string, size_t> known;
        for (size_t i = 0; i < file.tensors.size(); ++i) {
            const std::string& name = file.tensors[i].name;
            const size_t cut = paths ? name.rfind("/vars/") : name.find('/');
            const auto [at, added] = known.emplace(name.substr(0, cut), file.groups.size());
            if (added)
                file.groups.push_back({name.substr(0, cut), {}, {}, {}});
            TensorGroup& group = file.groups[at->second];
            group.tensors.push_back(int(i));
            group.weightNames.push_back(paths ? name.substr(cut + 6) : name);
        }
    }

    std::string where_;
    const Neighbours& neighbours_;
    OpenedFile out_;
    std::vector<PlainPlace> places_;
};

} // namespace

bool isTfjsJson(const Json& root)
{
    return root.is_object() && (root.contains("modelTopology") || root.contains("weightsManifest"));
}

Result<OpenedFile> openTfjsModel(
    const Json& root, const FileIdentity& identity, const Neighbours& neighbours, const std::stop_token& stop)
{
    if (jsonText(root, "format") == "graph-model"
        || !jsonField(jsonField(root, "modelTopology"), "node").is_null())
        return fileError(identity.path.string(),
            {msg("core", "this is a TensorFlow.js graph model, which holds no Keras layers")},
            {msg("core", "open the Keras model that it was converted from")});
    return TfjsReader(identity, neighbours).read(root, stop);
}

} // namespace kerascope
