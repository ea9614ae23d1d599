// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/hdf5_file.h"

#include <optional>

namespace kerascope {

/// How a tensor's bytes are got.
struct Hdf5Place {
    std::string path; ///< from the root of the HDF5 file
    std::optional<uint64_t>
        offset; ///< contiguous and plain: where its bytes lie in the source; else by libhdf5
    bool bigEndian = false; ///< of the bytes at `offset`
    uint64_t cacheBytes = 0; ///< chunk cache that reading in order wants
};

struct Hdf5Dataset {
    StoredTensor tensor;
    Hdf5Place place;
};

/// Checks an open dataset before anything of it is read: number type, extent, where and how it is stored, and
/// that the file holds as many bytes as it declares. Errors: File (damaged), Unsupported (a filter or a type
/// that is not read).
Result<Hdf5Dataset> describeHdf5Dataset(const Hdf5File& file, hid_t dataset, const std::string& path);

} // namespace kerascope
