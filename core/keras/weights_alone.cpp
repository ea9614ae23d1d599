// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/weights_alone.h"
#include "core/keras/build_model.h"

#include <algorithm>
#include <map>
#include <set>

namespace kerascope::keras {
namespace {

constexpr std::ptrdiff_t maxParts = 32; // names with more slashes stay in one piece

/// A place in the tree of paths: a group, or a folder of groups.
struct Place {
    std::string name; ///< below its parent
    std::string path;
    const TensorGroup* group = nullptr;
    int parent = -1;
    std::vector<int> children;
};

class Tree {
public:
    explicit Tree(const ModelFile& file)
        : file_(file)
        , places_(1)
    {
        for (const TensorGroup& group : file.groups)
            if (!whole(group.name))
                for (size_t slash = group.name.find('/'); slash != std::string::npos;
                     slash = group.name.find('/', slash + 1))
                    holders_.insert(group.name.substr(0, slash));
        for (const TensorGroup& group : file.groups)
            add(group);
    }

    /// Layers from first to last, a folder before what is in it.
    void emit(Model& model) const
    {
        std::vector<std::pair<int, LayerId>> open;
        const auto push = [&](int place, LayerId as) {
            const auto& children = places_[size_t(place)].children;
            for (auto child = children.rbegin(); child != children.rend(); ++child)
                open.emplace_back(*child, as);
        };
        push(0, noId);
        while (!open.empty()) {
            const auto [place, parent] = open.back();
            open.pop_back();
            const LayerId id = addLayer(model, places_[size_t(place)], parent);
            push(place, id);
        }
        sumContainers(model);
    }

private:
    static bool whole(const std::string& name)
    {
        return std::count(name.begin(), name.end(), '/') > maxParts;
    }

    void add(const TensorGroup& group)
    {
        const std::string& name = group.name;
        int parent = 0;
        size_t begin = 0;
        for (size_t slash = name.find('/'); !whole(name) && slash != std::string::npos;
             slash = name.find('/', slash + 1)) {
            if (slash != begin) // a leading slash
                parent = folder(name.substr(0, slash), name.substr(begin, slash - begin), parent);
            begin = slash + 1;
        }
        Place place;
        place.name = name.empty() ? "(weights)" : name.substr(begin);
        place.path = name.empty() ? "(weights)" : name;
        place.group = &group;
        if (holders_.contains(name)) { // others stand in it
            parent = folder(name, place.name, parent);
            if (group.tensors.empty())
                return;
            place.name = "vars";
            place.path += "/vars";
        }
        append(std::move(place), parent);
    }

    int folder(const std::string& path, std::string name, int parent)
    {
        const auto known = folders_.find(path);
        if (known != folders_.end())
            return known->second;
        Place place;
        place.name = std::move(name);
        place.path = path;
        return folders_[path] = append(std::move(place), parent);
    }

    int append(Place place, int parent)
    {
        const int index = int(places_.size());
        place.parent = parent;
        places_.push_back(std::move(place));
        places_[size_t(parent)].children.push_back(index);
        return index;
    }

    LayerId addLayer(Model& model, const Place& place, LayerId parent) const
    {
        Layer layer;
        layer.id = LayerId(model.layers.size());
        layer.name = place.name;
        layer.path = place.path;
        layer.parent = parent;
        layer.depth = parent == noId ? 0 : model.layers[size_t(parent)].depth + 1;
        layer.type = place.group ? "Weights" : "Group";
        layer.container = place.group == nullptr;
        layer.supported = false;
        layer.reason = {msg("core", "there is no architecture for these weights")};
        if (place.group != nullptr)
            addWeights(*place.group, layer);
        model.layers.push_back(std::move(layer));
        return model.layers.back().id;
    }

    void addWeights(const TensorGroup& group, Layer& layer) const
    {
        for (size_t i = 0; i < group.tensors.size(); ++i) {
            const StoredTensor& stored = file_.tensors[size_t(group.tensors[i])];
            Weight weight;
            weight.role = i < group.weightNames.size() ? group.weightNames[i] : stored.name;
            weight.shape = stored.shape;
            weight.tensors = {group.tensors[i]};
            weight.fileBytes = stored.bytes;
            layer.params += stored.shape.elements().value_or(0);
            layer.fileBytes += stored.bytes;
            layer.dtype = stored.dtype;
            layer.weights.push_back(std::move(weight));
        }
        layer.trainableParams = layer.params;
    }

    const ModelFile& file_;
    std::vector<Place> places_; ///< the first is the root
    std::set<std::string> holders_; ///< paths of what holds groups, which may be groups themselves
    std::map<std::string, int> folders_;
};

} // namespace

std::shared_ptr<const Model> weightsAlone(const ModelFile& file, const Text& note)
{
    auto model = std::make_shared<Model>();
    model->kerasVersion = file.kerasVersion;
    model->format = formatName(file.format);
    if (!file.files.empty())
        model->name = file.files.front().path.stem().string();
    model->notes = file.notes;
    if (!note.empty())
        model->notes.push_back(note);
    Tree(file).emit(*model);
    return model;
}

} // namespace kerascope::keras
