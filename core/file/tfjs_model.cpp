// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/tfjs_model.h"

#include "core/file/file_error.h"
#include "core/file/json.h"

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

/// The shards of one group, one after the other.
struct ShardGroup {
    std::vector<SharedSource> shards;
    std::vector<uint64_t> starts;
    uint64_t bytes = 0;
};

bool readAcross(const ShardGroup& group, uint64_t offset, std::span<std::byte> out)
{
    while (!out.empty()) {
        const auto after = std::upper_bound(group.starts.begin(), group.starts.end(), offset);
        const auto shard = size_t(after - group.starts.begin()) - 1;
        const uint64_t inside = offset - group.starts[shard];
        const uint64_t left = group.shards[shard]->size() - inside;
        const size_t count = size_t(std::min<uint64_t>(left, out.size()));
        if (count == 0 || !group.shards[shard]->read(inside, out.first(count)))
            return false;
        out = out.subspan(count);
        offset += count;
    }
    return true;
}

struct TensorPlace {
    size_t group = 0;
    uint64_t offset = 0, elementBytes = 4;
};

class TfjsTensors : public TensorSource {
public:
    TfjsTensors(std::vector<ShardGroup> groups, std::vector<TensorPlace> places,
        const std::vector<StoredTensor>& tensors, std::string where)
        : groups_(std::move(groups))
        , places_(std::move(places))
        , tensors_(tensors)
        , where_(std::move(where))
    {
    }
    Result<void> read(
        int tensor, uint64_t first, std::span<std::byte> out, const std::stop_token& stop) override
    {
        const TensorPlace& place = places_[size_t(tensor)];
        uint64_t offset = place.offset + first * place.elementBytes;
        bytesRead_ += out.size();
        while (!out.empty()) {
            if (stop.stop_requested())
                return cancelled();
            const auto piece = out.first(size_t(std::min<uint64_t>(out.size(), pieceBytes)));
            if (!readAcross(groups_[place.group], offset, piece))
                return damagedFile(where_, {msg("core", "the weights cannot be read")});
            offset += piece.size();
            out = out.subspan(piece.size());
        }
        return {};
    }
    uint64_t bytesRead() const override { return bytesRead_; }
    std::optional<FilePlace> place(int tensor) const override
    {
        const TensorPlace& at = places_[size_t(tensor)];
        const ShardGroup& group = groups_[at.group];
        const auto after = std::upper_bound(group.starts.begin(), group.starts.end(), at.offset);
        if (after == group.starts.begin())
            return std::nullopt;
        const auto shard = size_t(after - group.starts.begin()) - 1;
        const uint64_t inside = at.offset - group.starts[shard];
        return group.shards[shard]->contains(inside, tensors_[size_t(tensor)].bytes)
            ? group.shards[shard]->place(inside)
            : std::nullopt; // it goes on in the next shard
    }

private:
    std::vector<ShardGroup> groups_;
    std::vector<TensorPlace> places_;
    std::vector<StoredTensor> tensors_;
    std::string where_;
    uint64_t bytesRead_ = 0;
};

/// Reads the manifest into a ModelFile.
class TfjsReader {
public:
    explicit TfjsReader(const FileIdentity& identity)
        : where_(identity.path.string())
        , folder_(identity.path.parent_path())
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
        out_.tensors =
            std::make_shared<TfjsTensors>(std::move(groups_), std::move(places_), out_.file.tensors, where_);
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

    Result<void> openShards(const Json& paths, ShardGroup& group)
    {
        for (const Json& path : paths) {
            const std::filesystem::path name =
                std::filesystem::path(path.is_string() ? path.get<std::string>() : std::string())
                    .lexically_normal(); // "./weights.bin"
            // a manifest names files beside it; anything else would read other people's files
            if (name.empty() || name != name.filename() || name == "." || name == "..")
                return fileError(where_,
                    {msg("core", "its weights file \"%1\" is not in its folder"), name.string()},
                    {msg("core", "put model.json and its weights files into one folder")});
            const auto opened = openFileBytes(folder_ / name);
            if (!opened)
                return fileError(where_, {msg("core", "its weights file \"%1\" is missing"), name.string()},
                    {msg("core", "put model.json and its weights files into one folder")});
            group.starts.push_back(group.bytes);
            group.bytes += opened->bytes->size();
            group.shards.push_back(opened->bytes);
            out_.file.files.push_back(opened->identity);
        }
        return {};
    }

    Result<void> addGroup(const Json& written)
    {
        ShardGroup group;
        if (Result<void> done = openShards(jsonField(written, "paths"), group); !done)
            return done;
        uint64_t offset = 0;
        for (const Json& weight : jsonField(written, "weights"))
            if (Result<void> done = addWeight(weight, group, offset); !done)
                return done;
        groups_.push_back(std::move(group));
        return {};
    }

    Result<void> addWeight(const Json& written, const ShardGroup& group, uint64_t& offset)
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
        if (quantised.is_object() && jsonField(quantised, "scale").is_number()) {
            tensor.scale = jsonField(quantised, "scale").get<double>();
            tensor.minimum =
                jsonField(quantised, "min").is_number() ? jsonField(quantised, "min").get<double>() : 0;
        }
        const auto elements = tensor.shape.elements();
        const uint64_t width = dtypeBytes(*dtype);
        if (!elements || uint64_t(*elements) > (group.bytes - std::min(offset, group.bytes)) / width)
            return truncatedFile(
                where_ + ": " + tensor.name, group.bytes, offset + uint64_t(elements.value_or(0)) * width);
        tensor.bytes = uint64_t(*elements) * width;
        const uint64_t place = offset;
        offset += tensor.bytes;
        if (jsonText(written, "group") == "optimizer")
            return {};
        places_.push_back({groups_.size(), place, width});
        out_.file.tensors.push_back(std::move(tensor));
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
    std::filesystem::path folder_;
    OpenedFile out_;
    std::vector<ShardGroup> groups_;
    std::vector<TensorPlace> places_;
};

} // namespace

bool isTfjsJson(const Json& root)
{
    return root.is_object() && (root.contains("modelTopology") || root.contains("weightsManifest"));
}

Result<OpenedFile> openTfjsModel(const Json& root, const FileIdentity& identity, const std::stop_token& stop)
{
    if (jsonText(root, "format") == "graph-model"
        || !jsonField(jsonField(root, "modelTopology"), "node").is_null())
        return fileError(identity.path.string(),
            {msg("core", "this is a TensorFlow.js graph model, which holds no Keras layers")},
            {msg("core", "open the Keras model that it was converted from")});
    return TfjsReader(identity).read(root, stop);
}

} // namespace kerascope
