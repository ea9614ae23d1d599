// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"
#include "core/file/hdf5_library.h"

namespace kerascope {

/// Opens an HDF5 file, read only, on a byte source through a file driver of our own, so that a member stored
/// in a zip is read in place. No system file is ever opened by it. The handle keeps the source alive.
/// Call under Hdf5Lock. An invalid handle where libhdf5 does not take the bytes.
Hdf5Id openHdf5OnSource(const SharedSource& source);

} // namespace kerascope
