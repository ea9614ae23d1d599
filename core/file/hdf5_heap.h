// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/hdf5_file.h"

#include <optional>

namespace kerascope {

/// Texts of variable length: an attribute holds references (length, address, index) into global heaps.
/// libhdf5 1.10 follows them unchecked and crashes on damaged ones, so it is only asked for the references;
/// the heaps are read here with bounds. Layout: HDF5 File Format Specification 3.0, III.E and VIII.C.
/// Nothing where a reference or a heap makes no sense, or the texts are more than `maxBytes` together.
std::optional<std::vector<std::string>> readHdf5HeapTexts(
    const Hdf5File& file, hid_t attribute, uint64_t count, uint64_t maxBytes);

} // namespace kerascope
