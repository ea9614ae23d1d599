// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kerascope {

/// Element types of Keras files and tensors.
enum class DType {
    Float32,
    Float16,
    BFloat16,
    Float64,
    Int8,
    UInt8,
    Int16,
    UInt16,
    Int32,
    UInt32,
    Int64,
    UInt64,
    Bool,
    String,
};

/// Bytes of one element; 0 for String.
size_t dtypeBytes(DType type);
/// As NumPy and Keras name it: "float32", "bool", "string".
const char* dtypeName(DType type);
std::optional<DType> dtypeFromName(std::string_view name);
bool isFloat(DType type);

} // namespace kerascope
