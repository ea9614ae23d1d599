// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/class_names.h"
#include "core/keras/json_access.h"
#include "core/keras/weights.h"

#include <algorithm>
#include <map>

namespace kerascope::keras {
namespace {

using Choice = WeightAssigner::Choice;

constexpr const char* modernList = "layers/";
constexpr const char* keras213List = "_layer_checkpoint_dependencies/"; // Keras 2.12–2.14

class PathMatcher {
public:
    explicit PathMatcher(WeightAssigner& assigner)
        : assigner_(assigner)
    {
        for (const TensorGroup& group : assigner.file().groups)
            groups_.emplace(group.name, &group);
    }

    Result<void> run(const std::stop_token& stop)
    {
        std::vector<std::pair<int, std::string>> open{{0, {}}};
        while (!open.empty()) {
            if (stop.stop_requested())
                return cancelled();
            const auto [container, prefix] = open.back();
            open.pop_back();
            std::vector<std::pair<int, std::string>> inner;
            if (auto done = readContainer(container, prefix, inner); !done)
                return done;
            open.insert(open.end(), inner.rbegin(), inner.rend());
        }
        return shareOrMiss();
    }

private:
    bool anyBelow(const std::string& path) const
    {
        const auto at = groups_.lower_bound(path);
        return at != groups_.end() && at->first.starts_with(path);
    }
    bool exists(const std::string& path) const { return groups_.contains(path) || anyBelow(path + "/"); }

    /// Names count up by class within a container, whatever the layers are called. Keras 2.12–2.14 counts a
    /// layer with weights twice.
    Result<void> readContainer(
        int container, const std::string& prefix, std::vector<std::pair<int, std::string>>& inner)
    {
        const ContainerDef& self = assigner_.model().containers[size_t(container)];
        const bool old = anyBelow(prefix + keras213List);
        const std::string list = prefix + (old ? keras213List : modernList);
        std::map<std::string, int> counters;
        std::map<std::string, int> places;
        bool first = true;
        for (int index : self.layers) {
            const LayerDef& layer = assigner_.model().layers[size_t(index)];
            const bool entry = self.sequential && first && layer.type == "InputLayer";
            first = false;
            if (entry || layer.fileType.empty() || (layer.operation && !isTfOperation(layer.fileType)))
                continue;
            const std::string snake =
                snakeCase(layer.type == "GroupedQueryAttention" ? layer.type : classNameOf(layer));
            const int number = counters[snake]++;
            std::string path = list + (number == 0 ? snake : snake + "_" + std::to_string(number));
            if (old && hasWeights(index)) {
                ++counters[snake];
                path = existingOr(path, list, snake, places[snake]++);
            }
            path = byName(path, list, snake, layer.name);
            takeVocabulary(index, path);
            if (layer.inner >= 0)
                inner.emplace_back(layer.inner, path + (layer.wrapsModel ? "/layer/" : "/"));
            else if (auto done = readLeaf(index, path); !done)
                return done;
        }
        return {};
    }

    /// The words that the layer was adapted to lie under its weights' path; a list in the config comes first.
    void takeVocabulary(int index, const std::string& path)
    {
        LayerDef& layer = assigner_.model().layers[size_t(index)];
        if (layer.type != "StringLookup" && layer.type != "IntegerLookup"
            && layer.type != "TextVectorization")
            return;
        const auto& assets = assigner_.file().assets;
        const std::string name = "assets/" + path + "/vocabulary.txt";
        const auto found = std::find_if(
            assets.begin(), assets.end(), [&](const TextAsset& asset) { return asset.path == name; });
        if (found == assets.end() || !member(layer.config, "vocabulary").is_null())
            return;
        Json words = Json::array();
        for (size_t begin = 0; begin <= found->text.size();) {
            const size_t end = std::min(found->text.find('\n', begin), found->text.size());
            words.push_back(found->text.substr(begin, end - begin));
            begin = end + 1;
        }
        layer.config["vocabulary"] = std::move(words);
    }

    static std::string classNameOf(const LayerDef& layer)
    {
        return layer.fileType == "Model" ? std::string("Functional") : layer.fileType;
    }

    bool hasWeights(int layer) const
    {
        const auto leaves = assigner_.leavesOf(layer);
        return std::any_of(
            leaves.begin(), leaves.end(), [&](int leaf) { return !assigner_.specsOf(leaf).empty(); });
    }

    /// If the counted name is not there: the n-th group of that class, in numeric order.
    std::string existingOr(
        const std::string& path, const std::string& list, const std::string& snake, int n) const
    {
        if (exists(path))
            return path;
        for (int number = 0, seen = 0; number < int(2 * groups_.size() + 2); ++number) {
            std::string name = list + (number == 0 ? snake : snake + "_" + std::to_string(number));
            if (exists(name) && seen++ == n)
                return name;
        }
        return path;
    }

    /// Since 3.6 a group carries its layer's name: where that contradicts the counting, the name counts.
    std::string byName(
        const std::string& path, const std::string& list, const std::string& snake, const std::string& name)
    {
        const auto own = groups_.find(path);
        if (own != groups_.end() && (own->second->layerName.empty() || own->second->layerName == name))
            return path;
        if (own == groups_.end() && exists(path))
            return path;
        for (auto at = groups_.lower_bound(list + snake);
             at != groups_.end() && at->first.starts_with(list + snake); ++at) {
            const std::string rest = at->first.substr(list.size() + snake.size());
            const bool sibling = rest.empty()
                || (rest[0] == '_' && rest.find_first_not_of("0123456789", 1) == std::string::npos);
            if (sibling && at->second->layerName == name)
                return at->first;
        }
        return path;
    }

    int tensorAt(const std::string& path, int number) const
    {
        const auto group = groups_.find(path);
        if (group == groups_.end())
            return -1;
        const auto& names = group->second->weightNames;
        const auto place = std::find(names.begin(), names.end(), std::to_string(number)) - names.begin();
        if (names.empty())
            return size_t(number) < group->second->tensors.size() ? group->second->tensors[size_t(number)]
                                                                  : -1;
        return size_t(place) < group->second->tensors.size() ? group->second->tensors[size_t(place)] : -1;
    }

    std::vector<Choice> choose(const std::string& path, const std::vector<WeightSpec>& specs, bool& any) const
    {
        std::vector<Choice> choices(specs.size());
        for (size_t i = 0; i < specs.size(); ++i)
            for (const std::string& holder : specs[i].holders) {
                const int tensor = tensorAt(holder.empty() ? path : path + "/" + holder, specs[i].index);
                if (tensor < 0)
                    continue;
                choices[i].tensors = {tensor};
                any = true;
                break;
            }
        return choices;
    }

    /// Keras writes nothing into the config of an attention whose projections are quantised: their weights
    /// tell.
    void findQuantization(int layer, const std::string& path)
    {
        LayerDef& def = assigner_.model().layers[size_t(layer)];
        if (def.type != "MultiHeadAttention" && def.type != "GroupedQueryAttention")
            return;
        for (const char* holder : {"/query_dense", "/_query_dense"}) {
            const int kernel = tensorAt(path + holder, 0);
            if (kernel < 0 || assigner_.file().tensors[size_t(kernel)].dtype != DType::Int8)
                continue;
            const bool biased = memberBool(def.config, "use_bias", true);
            const bool grouped = tensorAt(path + holder, biased ? 3 : 2) >= 0;
            const bool packed = assigner_.shapeOf(kernel).rank() == 2;
            def.config["quantization"] = !packed ? "int8" : grouped ? "int4_groups" : "int4";
        }
    }

    Result<void> readLeaf(int layer, const std::string& path)
    {
        if (!assigner_.known(layer)) {
            assigner_.assignAll(layer, allBelow(path));
            return {};
        }
        findQuantization(layer, path);
        const auto specs = assigner_.specsOf(layer);
        bool any = false;
        const auto choices = choose(path, specs, any);
        if (!any && !specs.empty()) {
            missing_.push_back(layer);
            return {};
        }
        return assigner_.assign(layer, specs, choices);
    }

    std::vector<NamedTensor> allBelow(const std::string& path) const
    {
        std::vector<NamedTensor> tensors;
        for (auto at = groups_.lower_bound(path); at != groups_.end() && at->first.starts_with(path); ++at) {
            const std::string rest = at->first.substr(path.size());
            if (!rest.empty() && rest[0] != '/')
                continue;
            for (NamedTensor tensor : assigner_.tensorsOf(*at->second)) {
                tensor.name = rest.empty() ? tensor.name : rest.substr(1) + "/" + tensor.name;
                tensors.push_back(std::move(tensor));
            }
        }
        return tensors;
    }

    /// A layer that stands in two containers is written once, where it was met first.
    Result<void> shareOrMiss()
    {
        std::map<std::pair<std::string, std::string>, const LayerDef*> written;
        for (const LayerDef& layer : assigner_.model().layers)
            if (!layer.weights.empty())
                written.emplace(std::pair{layer.name, layer.type}, &layer);
        for (int index : missing_) {
            const LayerDef& layer = assigner_.model().layers[size_t(index)];
            const auto specs = assigner_.specsOf(index);
            std::vector<Choice> choices(specs.size());
            const auto twin = written.find({layer.name, layer.type});
            if (twin != written.end() && twin->second->weights.size() == specs.size())
                for (size_t i = 0; i < specs.size(); ++i)
                    choices[i].tensors = twin->second->weights[i].tensors;
            if (auto done = assigner_.assign(index, specs, choices); !done)
                return done;
        }
        return {};
    }

    WeightAssigner& assigner_;
    std::map<std::string, const TensorGroup*> groups_;
    std::vector<int> missing_;
};

} // namespace

Result<void> assignKeras3Paths(WeightAssigner& assigner, const std::stop_token& stop)
{
    return PathMatcher(assigner).run(stop);
}

} // namespace kerascope::keras
