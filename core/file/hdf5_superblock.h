// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"

#include <optional>
#include <string>

namespace kerascope {

/// Where the HDF5 signature stands (0, 512, 1024, 2048, …: a user block may come first).
std::optional<uint64_t> findHdf5Signature(const ByteSource& source);

/// How addresses are written in the file.
struct Hdf5Geometry {
    uint64_t base = 0; ///< addresses count from here
    unsigned offsetBytes = 8;
    unsigned lengthBytes = 8;
};

/// What can be checked before libhdf5 sees the bytes: the first header is whole and of a known version, the
/// file is as long as it says, and its writer closed it. `signature` as found by findHdf5Signature.
/// Layout: HDF5 File Format Specification 3.0, section II.A.
Result<Hdf5Geometry> checkHdf5Superblock(
    const ByteSource& source, uint64_t signature, const std::string& where);

} // namespace kerascope
