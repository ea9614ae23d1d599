// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/file_error.h"
#include "core/file/hdf5_attribute.h"
#include "core/file/hdf5_index.h"

#include <algorithm>

namespace kerascope {
namespace {

constexpr const char* topLevelWeights = "top_level_model_weights";

std::string joined(const std::string& path, const std::string& name)
{
    return path.empty() ? name : path + "/" + name;
}

struct Placed {
    Hdf5Id object;
    std::string path; ///< from the root
};

/// What is named in the group `parent` at `path`. A name with a leading slash was put at the root by h5py.
Result<Placed> openNamed(const Hdf5File& file, hid_t parent, const std::string& path, const std::string& name)
{
    auto object = openHdf5Object(file, parent, name);
    if (!object)
        return object.error();
    if (*object || !name.starts_with('/'))
        return Placed{std::move(*object), joined(path, name)};
    auto atRoot = openHdf5Object(file, file.id(), name);
    if (!atRoot)
        return atRoot.error();
    return Placed{std::move(*atRoot), name.substr(1)};
}

Result<void> indexLayer(
    const Hdf5File& file, hid_t parent, const std::string& path, const std::string& layer, Hdf5Index& index)
{
    const auto group = openNamed(file, parent, path, layer);
    if (!group)
        return group.error();
    if (!group->object || !isHdf5Group(group->object.get()))
        return damagedFile(file.where(), {msg("core", "the weights of the layer \"%1\" are missing"), layer});
    auto names = readHdf5Texts(file, group->object.get(), "weight_names");
    if (!names)
        return names.error();
    TensorGroup out{layer, {}, {}, {}};
    for (std::string& name : names->value_or(std::vector<std::string>())) {
        const auto dataset = openNamed(file, group->object.get(), group->path, name);
        if (!dataset)
            return dataset.error();
        if (!dataset->object || !isHdf5Dataset(dataset->object.get()))
            return damagedFile(
                file.where(), {msg("core", "the weight \"%1\" of the layer \"%2\" is missing"), name, layer});
        auto described = describeHdf5Dataset(file, dataset->object.get(), dataset->path);
        if (!described)
            return described.error();
        index.add(out, std::move(*described), std::move(name));
    }
    index.groups.push_back(std::move(out));
    return {};
}

} // namespace

Result<void> indexLayerGroups(
    const Hdf5File& file, hid_t group, const std::string& path, Hdf5Index& index, const std::stop_token& stop)
{
    auto layers = readHdf5Texts(file, group, "layer_names");
    if (!layers)
        return layers.error();
    if (!*layers)
        return fileError(file.where(),
            {msg("core", "the HDF5 file does not say which layers its weights belong to")},
            {msg("core", "save the model again with a newer Keras")});
    for (const std::string& layer : **layers) {
        if (stop.stop_requested())
            return cancelled();
        if (auto done = indexLayer(file, group, path, layer, index); !done)
            return done;
    }
    index.layout = WeightLayout::LayerGroups;
    // Keras writes this group beside the layers and does not list it.
    if (std::find((*layers)->begin(), (*layers)->end(), topLevelWeights) != (*layers)->end())
        return {};
    const auto top = openHdf5Group(file, group, topLevelWeights);
    if (!top)
        return top.error();
    if (!*top)
        return {};
    const size_t groups = index.groups.size();
    if (auto done = indexLayer(file, group, path, topLevelWeights, index); !done)
        return done;
    if (index.groups.back().tensors.empty())
        index.groups.resize(groups);
    return {};
}

Result<void> indexNumberedLayers(const Hdf5File& file, Hdf5Index& index, const std::stop_token& stop)
{
    for (int number = 0;; ++number) {
        if (stop.stop_requested())
            return cancelled();
        const std::string layer = "layer_" + std::to_string(number);
        const auto group = openHdf5Group(file, file.id(), layer);
        if (!group)
            return group.error();
        if (!*group)
            break;
        TensorGroup out{layer, {}, {}, {}};
        for (int tensor = 0;; ++tensor) {
            const std::string name = "param_" + std::to_string(tensor);
            const auto dataset = openHdf5Object(file, group->get(), name);
            if (!dataset)
                return dataset.error();
            if (!*dataset || !isHdf5Dataset(dataset->get()))
                break;
            auto described = describeHdf5Dataset(file, dataset->get(), joined(layer, name));
            if (!described)
                return described.error();
            index.add(out, std::move(*described), name);
        }
        index.groups.push_back(std::move(out));
    }
    index.layout = WeightLayout::LayerGroups;
    return {};
}

} // namespace kerascope
