// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"

namespace kerascope {

/// An HDF5 file: a whole model, weights of Keras 1 and 2, or weights of Keras 3. ModelFile::files is left to
/// the caller. Errors: File (damaged, cut off, no model inside), Unsupported.
Result<OpenedFile> openHdf5Model(
    const SharedSource& source, const std::string& where, const std::stop_token& stop);

/// One of the files that Keras 3 spreads weights over; it may hold none of the model's.
Result<OpenedFile> openHdf5Shard(
    const SharedSource& source, const std::string& where, const std::stop_token& stop);

} // namespace kerascope
