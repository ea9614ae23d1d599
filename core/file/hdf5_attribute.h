// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/hdf5_file.h"

#include <optional>

namespace kerascope {

/// A text attribute: scalar or one element; fixed or variable length, ASCII or UTF-8, padded by null or
/// space. Nothing where it is absent or empty. Type, size and extent are checked before it is read.
Result<std::optional<std::string>> readHdf5Text(const Hdf5File& file, hid_t object, const std::string& name);

/// A list of texts; Keras cuts long lists in NAME0, NAME1, … An empty list may be of any type (h5py writes
/// float64). Nothing where it is absent.
Result<std::optional<std::vector<std::string>>> readHdf5Texts(
    const Hdf5File& file, hid_t object, const std::string& name);

} // namespace kerascope
