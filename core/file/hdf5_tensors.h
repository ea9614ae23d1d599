// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/hdf5_dataset.h"

#include <memory>
#include <vector>

namespace kerascope {

/// Reads tensors of one HDF5 file; `places` goes by the indices of ModelFile::tensors.
std::shared_ptr<TensorSource> hdf5Tensors(
    std::shared_ptr<Hdf5File> file, std::vector<StoredTensor> tensors, std::vector<Hdf5Place> places);

} // namespace kerascope
