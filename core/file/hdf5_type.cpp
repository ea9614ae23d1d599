// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/hdf5_type.h"

#include "core/file/hdf5_attribute.h"

namespace kerascope {
namespace {

struct FloatLayout {
    size_t bytes;
    size_t signBit;
    size_t exponentBit;
    size_t exponentBits;
    size_t fractionBits;
    size_t bias;
    DType dtype;
};
constexpr FloatLayout floatLayouts[] = {
    {2, 15, 10, 5, 10, 15, DType::Float16},
    {2, 15, 7, 8, 7, 127, DType::BFloat16},
    {4, 31, 23, 8, 23, 127, DType::Float32},
    {8, 63, 52, 11, 52, 1023, DType::Float64},
};

std::optional<DType> floatType(hid_t type)
{
    size_t signBit = 0;
    size_t exponentBit = 0;
    size_t exponentBits = 0;
    size_t fractionBit = 0;
    size_t fractionBits = 0;
    if (H5Tget_fields(type, &signBit, &exponentBit, &exponentBits, &fractionBit, &fractionBits) < 0
        || H5Tget_offset(type) != 0 || fractionBit != 0 || H5Tget_norm(type) != H5T_NORM_IMPLIED)
        return std::nullopt;
    const size_t bytes = H5Tget_size(type);
    const size_t bias = H5Tget_ebias(type);
    for (const FloatLayout& layout : floatLayouts)
        if (bytes == layout.bytes && signBit == layout.signBit && exponentBit == layout.exponentBit
            && exponentBits == layout.exponentBits && fractionBits == layout.fractionBits
            && bias == layout.bias)
            return layout.dtype;
    return std::nullopt;
}

std::optional<DType> integerType(hid_t type)
{
    const size_t bytes = H5Tget_size(type);
    if (H5Tget_precision(type) != bytes * 8 || H5Tget_offset(type) != 0)
        return std::nullopt;
    const bool isSigned = H5Tget_sign(type) == H5T_SGN_2;
    switch (bytes) {
    case 1:
        return isSigned ? DType::Int8 : DType::UInt8;
    case 2:
        return isSigned ? DType::Int16 : DType::UInt16;
    case 4:
        return isSigned ? DType::Int32 : DType::UInt32;
    case 8:
        return isSigned ? DType::Int64 : DType::UInt64;
    default:
        return std::nullopt;
    }
}

/// h5py writes bool as an enumeration of one byte: FALSE = 0, TRUE = 1.
bool isBool(hid_t type)
{
    if (H5Tget_size(type) != 1 || H5Tget_nmembers(type) != 2)
        return false;
    signed char no = -1;
    signed char yes = -1;
    return H5Tenum_valueof(type, "FALSE", &no) >= 0 && H5Tenum_valueof(type, "TRUE", &yes) >= 0 && no == 0
        && yes == 1;
}

/// Keras 3 stores bfloat16 as two opaque bytes and says so in an attribute.
/// Keras 3 writes two opaque bytes and names them in an attribute; in its legacy layout there is neither
/// attribute nor tag, and no other type of Keras is stored so.
bool isBFloat16(const Hdf5File& file, hid_t dataset, hid_t type)
{
    if (H5Tget_size(type) != 2)
        return false;
    char* tag = H5Tget_tag(type);
    const bool untagged = tag && *tag == '\0';
    H5free_memory(tag);
    const auto name = readHdf5Text(file, dataset, "dtype");
    if (!name)
        return false;
    return *name ? **name == "bfloat16" : untagged;
}

} // namespace

std::optional<Hdf5Number> hdf5Number(const Hdf5File& file, hid_t dataset, hid_t type)
{
    const bool bigEndian = H5Tget_order(type) == H5T_ORDER_BE;
    std::optional<DType> dtype;
    switch (H5Tget_class(type)) {
    case H5T_INTEGER:
        dtype = integerType(type);
        break;
    case H5T_FLOAT:
        dtype = floatType(type);
        break;
    case H5T_ENUM:
        if (isBool(type))
            dtype = DType::Bool;
        break;
    case H5T_OPAQUE:
        if (isBFloat16(file, dataset, type))
            return Hdf5Number{DType::BFloat16, false};
        break;
    default:
        break;
    }
    if (!dtype || (dtypeBytes(*dtype) > 1 && !bigEndian && H5Tget_order(type) != H5T_ORDER_LE))
        return std::nullopt;
    return Hdf5Number{*dtype, bigEndian && dtypeBytes(*dtype) > 1};
}

Hdf5Id littleEndianType(hid_t type)
{
    Hdf5Id copy(H5Tcopy(type));
    const H5T_class_t kind = H5Tget_class(type);
    if (copy && (kind == H5T_INTEGER || kind == H5T_FLOAT) && H5Tset_order(copy.get(), H5T_ORDER_LE) < 0)
        return {};
    return copy;
}

} // namespace kerascope
