// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/hdf5_file.h"
#include "core/graph/dtype.h"

#include <optional>

namespace kerascope {

struct Hdf5Number {
    DType dtype = DType::Float32;
    bool bigEndian = false;
};

/// The number type of a dataset; nothing where Kerascope has none for it. `dataset` is asked for the
/// attribute `dtype` where the type is opaque (bfloat16 of Keras 3).
std::optional<Hdf5Number> hdf5Number(const Hdf5File& file, hid_t dataset, hid_t type);

/// The type to read with: the same numbers, little-endian; the file's own where no order matters.
Hdf5Id littleEndianType(hid_t type);

} // namespace kerascope
