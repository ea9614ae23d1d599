// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/dtype.h"

#include <array>

namespace kerascope {
namespace {

struct Entry {
    DType type;
    const char* name;
    size_t bytes;
};

constexpr std::array<Entry, 14> entries{{
    {DType::Float32, "float32", 4},
    {DType::Float16, "float16", 2},
    {DType::BFloat16, "bfloat16", 2},
    {DType::Float64, "float64", 8},
    {DType::Int8, "int8", 1},
    {DType::UInt8, "uint8", 1},
    {DType::Int16, "int16", 2},
    {DType::UInt16, "uint16", 2},
    {DType::Int32, "int32", 4},
    {DType::UInt32, "uint32", 4},
    {DType::Int64, "int64", 8},
    {DType::UInt64, "uint64", 8},
    {DType::Bool, "bool", 1},
    {DType::String, "string", 0},
}};

} // namespace

size_t dtypeBytes(DType type) { return entries[size_t(type)].bytes; }
const char* dtypeName(DType type) { return entries[size_t(type)].name; }

std::optional<DType> dtypeFromName(std::string_view name)
{
    for (const Entry& entry : entries)
        if (name == entry.name)
            return entry.type;
    return std::nullopt;
}

bool isFloat(DType type)
{
    return type == DType::Float32 || type == DType::Float16 || type == DType::BFloat16
        || type == DType::Float64;
}

} // namespace kerascope
