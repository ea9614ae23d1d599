// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/sharded_weights.h"

#include "core/file/file_error.h"
#include "core/file/hdf5_model.h"
#include "core/file/json.h"
#include "core/file/plain_tensors.h"
#include "core/file/sniff.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace kerascope {
namespace {

using Json = nlohmann::json;

constexpr size_t maxShards = 10'000;

Error badIndex(const std::string& where)
{
    return damagedFile(where, {msg("core", "the list of sharded weights makes no sense")});
}

/// "/layers/dense/vars" → "layers/dense"; nothing for what is not of the model.
std::optional<std::string> groupOf(std::string path)
{
    while (path.starts_with('/'))
        path.erase(0, 1);
    if (path.starts_with("optimizer/"))
        return std::nullopt;
    constexpr std::string_view end = "/vars";
    if (path == "vars")
        return std::string();
    if (path.ends_with(end))
        path.resize(path.size() - end.size());
    return path;
}

class Merger {
public:
    explicit Merger(const std::string& where)
        : where_(where)
    {
        out_.file.format = FileFormat::Keras3Weights;
        out_.file.layout = WeightLayout::Keras3Paths;
    }

    Result<void> add(OpenedFile shard, const std::string& name)
    {
        const size_t part = parts_.size();
        parts_.push_back(std::move(shard.tensors));
        for (const TensorGroup& from : shard.file.groups) {
            const auto [at, added] = known_.emplace(from.name, out_.file.groups.size());
            if (added)
                out_.file.groups.push_back({from.name, {}, {}, {}});
            TensorGroup& into = out_.file.groups[at->second];
            if (into.layerName.empty())
                into.layerName = from.layerName;
            for (size_t i = 0; i < from.tensors.size(); ++i) {
                StoredTensor& tensor = shard.file.tensors[size_t(from.tensors[i])];
                if (!names_.insert(tensor.name).second)
                    return damagedFile(where_,
                        {msg("core", "the tensor \"%1\" stands in two of its files, the second is \"%2\""),
                            tensor.name, name});
                into.tensors.push_back(int(out_.file.tensors.size()));
                into.weightNames.push_back(from.weightNames[i]);
                places_.push_back({part, from.tensors[i]});
                out_.file.tensors.push_back(std::move(tensor));
            }
        }
        return {};
    }

    bool has(const std::string& group) const { return known_.contains(group); }

    OpenedFile finish(std::vector<FileIdentity> files)
    {
        for (TensorGroup& group : out_.file.groups)
            sortByNumber(group);
        out_.file.files = std::move(files);
        out_.tensors = joinedTensors(std::move(parts_), std::move(places_));
        return std::move(out_);
    }

private:
    /// A group's variables may be spread over shards: "0", "1", …, "10".
    static void sortByNumber(TensorGroup& group)
    {
        std::vector<size_t> order(group.tensors.size());
        std::iota(order.begin(), order.end(), size_t(0));
        std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
            const std::string& first = group.weightNames[a];
            const std::string& second = group.weightNames[b];
            return std::pair(first.size(), first) < std::pair(second.size(), second);
        });
        TensorGroup sorted{group.name, group.layerName, {}, {}};
        for (const size_t i : order) {
            sorted.tensors.push_back(group.tensors[i]);
            sorted.weightNames.push_back(std::move(group.weightNames[i]));
        }
        group = std::move(sorted);
    }

    const std::string& where_;
    OpenedFile out_;
    std::map<std::string, size_t> known_;
    std::set<std::string> names_;
    std::vector<std::shared_ptr<TensorSource>> parts_;
    std::vector<TensorPart> places_;
};

/// The names of the shards, each once, and the groups that they must hold.
struct Index {
    std::vector<std::string> shards;
    std::set<std::string> groups;
};

Result<Index> readIndex(const Json& root, const std::string& where)
{
    Index out;
    std::set<std::string> seen;
    const Json& map = jsonField(root, "weight_map");
    if (!map.is_object())
        return badIndex(where);
    for (const auto& [path, written] : map.items()) {
        const auto group = groupOf(path);
        if (group)
            out.groups.insert(*group);
        const Json names = written.is_array() ? written : Json::array({written});
        for (const Json& name : names) {
            if (!name.is_string())
                return badIndex(where);
            if (group && seen.insert(name.get<std::string>()).second)
                out.shards.push_back(name.get<std::string>());
        }
        if (out.shards.size() > maxShards)
            return badIndex(where);
    }
    std::sort(out.shards.begin(), out.shards.end());
    return out;
}

} // namespace

bool isShardIndex(const Json& root) { return root.is_object() && root.contains("weight_map"); }

Result<OpenedFile> openShardedWeights(
    const Json& root, const std::string& where, const OpenShard& openShard, const std::stop_token& stop)
{
    const auto index = readIndex(root, where);
    if (!index)
        return index.error();
    if (!index->shards.empty() && index->shards.front().ends_with(".safetensors"))
        return foreignContent(Content::Safetensors, where);
    if (!index->shards.empty() && index->shards.front().ends_with(".bin"))
        return foreignContent(Content::PyTorch, where);
    Merger merger(where);
    std::vector<FileIdentity> files;
    for (const std::string& name : index->shards) {
        if (stop.stop_requested())
            return cancelled();
        auto bytes = openShard(name);
        if (!bytes)
            return bytes.error();
        const std::string shardName =
            bytes->identity.path.empty() ? where + ":" + name : bytes->identity.path.string();
        if (const Content content = sniff(*bytes->bytes); content != Content::Hdf5)
            return foreignContent(content, shardName);
        auto shard = openHdf5Shard(bytes->bytes, shardName, stop);
        if (!shard)
            return shard.error();
        if (Result<void> done = merger.add(std::move(*shard), name); !done)
            return done.error();
        if (!bytes->identity.path.empty())
            files.push_back(std::move(bytes->identity));
    }
    if (index->groups.empty())
        return fileError(where,
            {msg("core", "this lists weights that are spread over several files, but none")},
            {msg("core", "save the weights again")});
    for (const std::string& group : index->groups)
        if (!merger.has(group))
            return damagedFile(where, {msg("core", "none of its files holds the weights of \"%1\""), group});
    OpenedFile out = merger.finish(std::move(files));
    out.file.notes.emplace_back(msg("core",
        "the file holds weights without an architecture; open it together with the model's JSON file"));
    return out;
}

} // namespace kerascope
