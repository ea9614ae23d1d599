// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/file/npy.h"

#include "core/base/text_table.h"
#include "core/file/npy_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <type_traits>

namespace kerascope {
namespace {

Error bad(const std::string& where, const char* what)
{
    return {ErrorCode::File, where, {what}, {msg("core", "save the array again with numpy.save")}};
}

struct Header {
    DType dtype = DType::Float32;
    bool swapped = false;
    bool fortran = false;
    Shape shape;
    size_t width = 0; ///< bytes of an element
    size_t dataOffset = 0;
};

/// Value text of a key in the header's Python dict: what stands after "'key':".
std::optional<std::string> field(const std::string& header, const std::string& key)
{
    const size_t at = header.find("'" + key + "'");
    if (at == std::string::npos)
        return std::nullopt;
    const size_t colon = header.find(':', at);
    if (colon == std::string::npos)
        return std::nullopt;
    const size_t from = header.find_first_not_of(' ', colon + 1);
    return from == std::string::npos ? std::nullopt : std::optional(header.substr(from));
}

std::optional<DType> typeFromDescr(const std::string& code)
{
    if (textCharacters(code))
        return DType::String;
    if (code == "b1")
        return DType::Bool;
    if (code == "f2" || code == "f4" || code == "f8")
        return code == "f2" ? DType::Float16 : code == "f4" ? DType::Float32 : DType::Float64;
    static const char* const integers[] = {"i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"};
    static const DType types[] = {DType::Int8, DType::UInt8, DType::Int16, DType::UInt16, DType::Int32,
        DType::UInt32, DType::Int64, DType::UInt64};
    for (size_t i = 0; i < std::size(types); ++i)
        if (code == integers[i])
            return types[i];
    return std::nullopt;
}

std::optional<Shape> parseShape(const std::string& text)
{
    const size_t close = text.find(')');
    if (text.empty() || text[0] != '(' || close == std::string::npos)
        return std::nullopt;
    Shape shape;
    const char* at = text.data() + 1;
    const char* end = text.data() + close;
    while (at < end) {
        if (*at == ' ' || *at == ',') {
            ++at;
            continue;
        }
        int64_t dim = 0;
        const auto parsed = std::from_chars(at, end, dim);
        if (parsed.ec != std::errc() || dim < 0 || shape.rank() >= 32)
            return std::nullopt;
        shape.dims.push_back(dim);
        at = parsed.ptr;
    }
    return shape;
}

Result<Header> parseHeader(std::span<const std::byte> bytes, const std::string& where)
{
    if (bytes.size() < 12 || std::memcmp(bytes.data(), "\x93NUMPY", 6) != 0)
        return bad(where, msg("core", "this is not a NumPy array"));
    const auto byteAt = [&](size_t i) { return size_t(std::to_integer<unsigned>(bytes[i])); };
    const bool longHeader = byteAt(6) >= 2;
    const size_t start = longHeader ? 12 : 10;
    size_t length = byteAt(8) | byteAt(9) << 8;
    if (longHeader)
        length |= byteAt(10) << 16 | byteAt(11) << 24;
    if (length > bytes.size() - start)
        return bad(where, msg("core", "the NumPy array is cut off in its header"));
    std::string text(length, ' ');
    std::memcpy(text.data(), bytes.data() + start, length);

    Header out;
    const auto descr = field(text, "descr");
    const auto order = field(text, "fortran_order");
    const auto shape = field(text, "shape");
    if (!descr || !order || !shape || descr->size() < 4)
        return bad(where, msg("core", "the header of the NumPy array cannot be read"));
    const size_t quote = descr->find('\'', 1);
    const std::string code = quote == std::string::npos ? std::string() : descr->substr(2, quote - 2);
    const auto dtype = typeFromDescr(code);
    if (!dtype)
        return bad(where, msg("core", "the NumPy array holds no plain numbers"));
    const auto dims = parseShape(*shape);
    if (!dims || !dims->elements())
        return bad(where, msg("core", "the shape of the NumPy array cannot be read"));
    out.dtype = *dtype;
    out.width = *dtype == DType::String ? 4 * textCharacters(code).value_or(0) : dtypeBytes(*dtype);
    out.swapped = (*descr)[1] == '>' && out.width > 1;
    out.fortran = order->starts_with("True");
    out.shape = *dims;
    out.dataOffset = start + length;
    return out;
}

float halfToFloat(uint16_t half)
{
    const uint32_t sign = uint32_t(half & 0x8000U) << 16;
    const uint32_t exponent = (half >> 10) & 0x1fU;
    const uint32_t fraction = half & 0x3ffU;
    if (exponent == 0) {
        const float value = std::ldexp(float(fraction), -24);
        return sign != 0 ? -value : value;
    }
    const uint32_t wide = exponent == 31 ? 255 : exponent + 112;
    return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

template <class T> float element(const std::byte* at, bool swapped)
{
    std::array<std::byte, sizeof(T)> raw{};
    std::memcpy(raw.data(), at, sizeof(T));
    if (swapped)
        std::reverse(raw.begin(), raw.end());
    return float(std::bit_cast<T>(raw));
}

float decode(const std::byte* at, DType type, bool swapped)
{
    switch (type) {
    case DType::Float64:
        return element<double>(at, swapped);
    case DType::Float16:
        return halfToFloat(uint16_t(element<uint16_t>(at, swapped)));
    case DType::Int8:
        return element<int8_t>(at, swapped);
    case DType::UInt8:
    case DType::Bool:
        return element<uint8_t>(at, swapped);
    case DType::Int16:
        return element<int16_t>(at, swapped);
    case DType::UInt16:
        return element<uint16_t>(at, swapped);
    case DType::Int32:
        return element<int32_t>(at, swapped);
    case DType::UInt32:
        return element<uint32_t>(at, swapped);
    case DType::Int64:
        return element<int64_t>(at, swapped);
    case DType::UInt64:
        return element<uint64_t>(at, swapped);
    default:
        return element<float>(at, swapped);
    }
}

/// First index fastest → last index fastest.
std::vector<float> fromFortran(const std::vector<float>& data, const Shape& shape)
{
    std::vector<float> out(data.size());
    std::vector<int64_t> index(size_t(shape.rank()), 0);
    for (const float value : data) {
        int64_t place = 0;
        for (int axis = 0; axis < shape.rank(); ++axis)
            place = place * shape[axis] + index[size_t(axis)];
        out[size_t(place)] = value;
        for (int axis = 0; axis < shape.rank(); ++axis) {
            if (++index[size_t(axis)] < shape[axis])
                break;
            index[size_t(axis)] = 0;
        }
    }
    return out;
}

template <class T> void append(std::vector<std::byte>& out, T value)
{
    const auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    out.insert(out.end(), raw.begin(), raw.end());
}

/// A float as a number of another type; what does not fit an integer goes to its nearest end, NaN to 0.
template <class T> T converted(float value)
{
    if constexpr (!std::is_integral_v<T>)
        return T(value);
    else if (std::isnan(value))
        return 0;
    else if (double(value) <= double(std::numeric_limits<T>::min()))
        return std::numeric_limits<T>::min();
    else if (double(value) >= double(std::numeric_limits<T>::max()))
        return std::numeric_limits<T>::max();
    else
        return T(value);
}

template <class T> void appendAll(std::vector<std::byte>& out, const std::vector<float>& data)
{
    for (const float value : data)
        append(out, converted<T>(value));
}

using Appender = void (*)(std::vector<std::byte>&, const std::vector<float>&);
struct Writing {
    const char* descr;
    Appender append;
};

Writing writingOf(DType type)
{
    switch (type) {
    case DType::Bool:
        return {"|b1", appendAll<uint8_t>};
    case DType::Int8:
        return {"|i1", appendAll<int8_t>};
    case DType::UInt8:
        return {"|u1", appendAll<uint8_t>};
    case DType::Int16:
        return {"<i2", appendAll<int16_t>};
    case DType::UInt16:
        return {"<u2", appendAll<uint16_t>};
    case DType::Int32:
        return {"<i4", appendAll<int32_t>};
    case DType::UInt32:
        return {"<u4", appendAll<uint32_t>};
    case DType::Int64:
        return {"<i8", appendAll<int64_t>};
    case DType::UInt64:
        return {"<u8", appendAll<uint64_t>};
    case DType::Float64:
        return {"<f8", appendAll<double>};
    case DType::Float32:
    case DType::Float16:
    case DType::BFloat16:
    case DType::String:
        break;
    }
    return {"<f4", appendAll<float>};
}

Result<void> readTexts(
    Tensor& out, std::span<const std::byte> data, size_t width, bool swapped, const std::string& where)
{
    for (size_t i = 0; i < out.data.size(); ++i) {
        const auto number = TextTable::shared().number(textAt(data.data() + i * width, width, swapped));
        if (!number)
            return bad(where, msg("core", "the NumPy array holds too much text"));
        out.data[i] = *number;
    }
    return {};
}

} // namespace

Result<Tensor> parseNpy(std::span<const std::byte> bytes, const std::string& where)
{
    const auto header = parseHeader(bytes, where);
    if (!header)
        return header.error();
    const int64_t count = *header->shape.elements();
    const size_t width = header->width;
    if (width == 0 || uint64_t(count) > (bytes.size() - header->dataOffset) / width)
        return bad(where, msg("core", "the NumPy array is cut off"));
    Tensor out{header->shape, header->dtype, std::vector<float>(size_t(count))};
    if (header->dtype == DType::String) {
        auto read = readTexts(out, bytes.subspan(header->dataOffset), width, header->swapped, where);
        if (!read)
            return std::move(read).error();
    }
    for (size_t i = 0; i < out.data.size() && header->dtype != DType::String; ++i)
        out.data[i] = decode(bytes.data() + header->dataOffset + i * width, header->dtype, header->swapped);
    if (header->fortran && out.shape.rank() > 1)
        out.data = fromFortran(out.data, out.shape);
    return out;
}

Result<Tensor> readNpy(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    if (!in)
        return Error{ErrorCode::File, file.string(), {msg("core", "the file cannot be read")},
            {msg("core", "check that it exists and that you may read it")}};
    in.seekg(0, std::ios::end);
    std::vector<std::byte> bytes(size_t(std::max<std::streamoff>(0, in.tellg())));
    in.seekg(0);
    in.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size()));
    return parseNpy(bytes, file.string());
}

std::vector<std::byte> npyBytes(const Tensor& tensor)
{
    const Writing writing = writingOf(tensor.dtype);
    const bool text = tensor.dtype == DType::String;
    std::vector<std::byte> texts;
    const std::string textType =
        text ? "<U" + std::to_string(appendTexts(texts, tensor.data)) : std::string();
    std::string header;
    header.append("{'descr': '")
        .append(text ? textType : writing.descr)
        .append("', 'fortran_order': False, 'shape': (");
    for (int64_t dim : tensor.shape.dims)
        header.append(std::to_string(dim)).append(", ");
    header += "), }";
    while ((10 + header.size() + 1) % 64 != 0)
        header += ' ';
    header += '\n';

    std::vector<std::byte> out;
    out.reserve(10 + header.size() + tensor.data.size() * 8);
    for (const char c : std::string("\x93NUMPY\x01\x00", 8))
        out.push_back(std::byte(c));
    append(out, uint16_t(header.size()));
    for (const char c : header)
        out.push_back(std::byte(c));
    if (text)
        out.insert(out.end(), texts.begin(), texts.end());
    else
        writing.append(out, tensor.data);
    return out;
}

} // namespace kerascope
