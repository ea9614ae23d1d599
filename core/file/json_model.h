// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"

namespace kerascope {

/// A JSON text: model.to_json() of any Keras, also encoded twice. Gives format JsonArchitecture; `files` is
/// left to the caller. Other JSON kinds (TensorFlow.js, Keras.js, weights lists) are errors that name them.
Result<ModelFile> readJsonArchitecture(
    const ByteSource& source, const std::string& where, const std::stop_token& stop);

} // namespace kerascope
