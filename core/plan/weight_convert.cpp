// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/weight_convert.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace kerascope {
namespace {

float halfToFloat(uint16_t half)
{
    const uint32_t sign = uint32_t(half & 0x8000U) << 16;
    const uint32_t exponent = (half >> 10) & 0x1FU;
    const uint32_t mantissa = half & 0x3FFU;
    if (exponent == 0x1F)
        return std::bit_cast<float>(sign | 0x7F800000U | (mantissa << 13));
    if (exponent == 0) {
        const float magnitude = float(mantissa) * 0x1p-24F;
        return sign ? -magnitude : magnitude;
    }
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

template <class Stored, class Function>
void convertEach(std::span<const std::byte> bytes, float* out, Function function)
{
    const size_t count = bytes.size() / sizeof(Stored);
    for (size_t i = 0; i < count; ++i) {
        Stored stored;
        std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
        out[i] = function(stored);
    }
}

template <class Stored> void convertNumbers(std::span<const std::byte> bytes, float* out)
{
    convertEach<Stored>(bytes, out, [](Stored stored) { return static_cast<float>(stored); });
}

/// A bias stored as [1, n] holds the same numbers in the same order as [n].
std::vector<int64_t> withoutOnes(const Shape& shape)
{
    std::vector<int64_t> dims;
    for (int64_t dim : shape.dims)
        if (dim != 1)
            dims.push_back(dim);
    return dims;
}

} // namespace

bool convertToFloat(DType type, std::span<const std::byte> bytes, float* out)
{
    switch (type) {
    case DType::Float32:
        std::memcpy(out, bytes.data(), bytes.size() / sizeof(float) * sizeof(float));
        return true;
    case DType::Float16:
        convertEach<uint16_t>(bytes, out, halfToFloat);
        return true;
    case DType::BFloat16:
        convertEach<uint16_t>(bytes, out, [](uint16_t x) { return std::bit_cast<float>(uint32_t(x) << 16); });
        return true;
    case DType::Float64:
        convertNumbers<double>(bytes, out);
        return true;
    case DType::Int8:
        convertNumbers<int8_t>(bytes, out);
        return true;
    case DType::UInt8:
        convertNumbers<uint8_t>(bytes, out);
        return true;
    case DType::Int16:
        convertNumbers<int16_t>(bytes, out);
        return true;
    case DType::UInt16:
        convertNumbers<uint16_t>(bytes, out);
        return true;
    case DType::Int32:
        convertNumbers<int32_t>(bytes, out);
        return true;
    case DType::UInt32:
        convertNumbers<uint32_t>(bytes, out);
        return true;
    case DType::Int64:
        convertNumbers<int64_t>(bytes, out);
        return true;
    case DType::UInt64:
        convertNumbers<uint64_t>(bytes, out);
        return true;
    case DType::Bool:
        convertEach<uint8_t>(bytes, out, [](uint8_t x) { return x ? 1.0F : 0.0F; });
        return true;
    case DType::String:
        return false;
    }
    return false;
}

std::optional<ConversionMap> ConversionMap::make(
    const std::vector<Shape>& sources, const WeightConversion& conversion, const Shape& wanted)
{
    ConversionMap map;
    Shape joined = sources.at(0);
    const int axis = conversion.concatAxis;
    if (axis >= joined.rank() || (axis < 0 && sources.size() != 1))
        return std::nullopt;
    if (axis >= 0)
        joined[axis] = 0;
    for (const Shape& source : sources) {
        if (!source.elements() || source.rank() != joined.rank())
            return std::nullopt;
        for (int i = 0; i < joined.rank(); ++i)
            if (i != axis && source[i] != joined[i])
                return std::nullopt;
        if (axis >= 0)
            joined[axis] += source[axis];
        map.inner_.push_back(uint64_t(source.product(std::max(axis, 0), source.rank())));
        map.innerOffset_.push_back(map.innerOffset_.empty() ? 0 : map.innerTotal_);
        map.innerTotal_ = map.innerOffset_.back() + map.inner_.back();
    }
    if (!joined.elements())
        return std::nullopt;

    const Shape& reshaped = conversion.reshaped.rank() > 0 ? conversion.reshaped : joined;
    if (reshaped.elements() != joined.elements())
        return std::nullopt;
    std::vector<int> permutation = conversion.permutation;
    if (permutation.empty())
        for (int i = 0; i < reshaped.rank(); ++i)
            permutation.push_back(i);
    if (int(permutation.size()) != reshaped.rank())
        return std::nullopt;
    Shape result;
    std::vector<bool> seen(permutation.size(), false);
    for (int from : permutation) {
        if (from < 0 || from >= reshaped.rank() || seen[size_t(from)])
            return std::nullopt;
        seen[size_t(from)] = true;
        result.dims.push_back(reshaped[from]);
    }
    if (withoutOnes(result) != withoutOnes(wanted))
        return std::nullopt;

    map.dims_ = reshaped.dims;
    map.strides_.assign(reshaped.dims.size(), 0);
    int64_t stride = 1;
    for (int i = result.rank() - 1; i >= 0; --i) {
        const bool flipped = std::find(conversion.flippedAxes.begin(), conversion.flippedAxes.end(), i)
            != conversion.flippedAxes.end();
        if (flipped)
            map.base_ += (result[i] - 1) * stride;
        map.strides_[size_t(permutation[size_t(i)])] = flipped ? -stride : stride;
        map.identity_ = map.identity_ && !flipped && permutation[size_t(i)] == i;
        stride *= result[i];
    }
    return map;
}

void ConversionMap::scatter(size_t source, uint64_t first, std::span<const float> numbers, float* out) const
{
    const uint64_t inner = inner_[source];
    while (!numbers.empty()) {
        const uint64_t row = first / inner;
        const uint64_t column = first % inner;
        const auto run = size_t(std::min<uint64_t>(inner - column, numbers.size()));
        scatterRun(row * innerTotal_ + innerOffset_[source] + column, numbers.first(run), out);
        numbers = numbers.subspan(run);
        first += run;
    }
}

void ConversionMap::scatterRun(uint64_t first, std::span<const float> numbers, float* out) const
{
    if (identity_) {
        std::memcpy(out + first, numbers.data(), numbers.size_bytes());
        return;
    }
    const size_t rank = dims_.size();
    std::vector<int64_t> index(rank);
    int64_t place = base_;
    auto rest = int64_t(first);
    for (size_t i = rank; i-- > 0;) {
        index[i] = rest % dims_[i];
        rest /= dims_[i];
        place += index[i] * strides_[i];
    }
    for (float number : numbers) {
        out[place] = number;
        for (size_t i = rank; i-- > 0;) {
            place += strides_[i];
            if (++index[i] < dims_[i])
                break;
            place -= index[i] * strides_[i];
            index[i] = 0;
        }
    }
}

} // namespace kerascope
