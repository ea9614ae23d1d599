// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hdf5.h>

namespace kerascope {

/// The filter of h5py's compression="lzf".
inline constexpr H5Z_filter_t lzfFilter = 32000;
/// Most that LZF can shrink, rounded up: three bytes stand for 264 at most.
inline constexpr size_t maxLzfRatio = 90;

/// Teaches the HDF5 library to unpack LZF; packing is not offered. Once, before a file is opened.
void registerLzfFilter();

} // namespace kerascope
