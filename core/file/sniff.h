// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"

#include <string>

namespace kerascope {

/// What a file's first bytes (for some kinds its last) say that it is; the name plays no part.
enum class Content {
    Hdf5,
    Zip,
    Json,
    Empty,
    Zeros, ///< a download that reserved its space and stopped
    WebPage,
    LfsPointer,
    AppleDouble,
    KerasJs,
    Onnx,
    TfLite,
    SavedModel,
    TensorFlowGraph,
    TensorFlowCheckpoint,
    CoreMl,
    OpenVino,
    PyTorch,
    Pickle,
    Safetensors,
    Gguf,
    NumpyArray,
    Packed, ///< gzip, xz, bzip2, 7z, rar, tar
    Picture,
    Unknown,
};

Content sniff(const ByteSource& source);

/// For every kind that no reader here takes: one sentence that names it, and what to do.
Error foreignContent(Content content, const std::string& where);

} // namespace kerascope
