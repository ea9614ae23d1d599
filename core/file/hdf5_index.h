// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/hdf5_dataset.h"

namespace kerascope {

/// The tensors of one HDF5 file as they are found.
struct Hdf5Index {
    WeightLayout layout = WeightLayout::None;
    std::vector<StoredTensor> tensors;
    std::vector<Hdf5Place> places;
    std::vector<TensorGroup> groups;

    void add(TensorGroup& group, Hdf5Dataset dataset, std::string weightName)
    {
        group.tensors.push_back(int(tensors.size()));
        group.weightNames.push_back(std::move(weightName));
        tensors.push_back(std::move(dataset.tensor));
        places.push_back(std::move(dataset.place));
    }
};

/// Layer groups of Keras 1, 2 and of .h5 by Keras 3, from the group `path` ("" or "model_weights") with the
/// attribute layer_names. Weights are found through weight_names alone, never through the layer's name.
Result<void> indexLayerGroups(const Hdf5File& file, hid_t group, const std::string& path, Hdf5Index& index,
    const std::stop_token& stop);

/// Weights of Keras 0.x: the groups layer_0, layer_1 … with the datasets param_0, param_1 …
Result<void> indexNumberedLayers(const Hdf5File& file, Hdf5Index& index, const std::stop_token& stop);

/// Every "…/vars" group of a .weights.h5 by Keras 3 or of a .keras, optimizer state left out. layout stays
/// None where there is none.
Result<void> indexKeras3Paths(const Hdf5File& file, Hdf5Index& index, const std::stop_token& stop);

} // namespace kerascope
