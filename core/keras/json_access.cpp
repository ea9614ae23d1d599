// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/keras/json_access.h"

#include <cmath>

namespace kerascope::keras {

const Json& member(const Json& object, const char* key)
{
    static const Json nothing;
    if (!object.is_object())
        return nothing;
    const auto found = object.find(key);
    return found == object.end() ? nothing : *found;
}

std::string stringOr(const Json& value, const std::string& fallback)
{
    return value.is_string() ? value.get_ref<const std::string&>() : fallback;
}

std::string memberString(const Json& object, const char* key) { return stringOr(member(object, key), {}); }

bool memberBool(const Json& object, const char* key, bool fallback)
{
    const Json& value = member(object, key);
    return value.is_boolean() ? value.get<bool>() : fallback;
}

std::optional<int64_t> wholeNumber(const Json& value)
{
    if (value.is_number_unsigned()) {
        const auto number = value.get<uint64_t>();
        return number > uint64_t(INT64_MAX) ? std::nullopt : std::optional<int64_t>(int64_t(number));
    }
    if (value.is_number_integer())
        return value.get<int64_t>();
    if (!value.is_number_float())
        return std::nullopt;
    const double number = value.get<double>();
    if (!(std::abs(number) < 9e15) || number != std::floor(number))
        return std::nullopt;
    return int64_t(number);
}

const Json& unwrapTuple(const Json& value)
{
    const Json& items = member(value, "items");
    return items.is_array() ? items : value;
}

std::optional<Shape> shapeOf(const Json& written)
{
    constexpr size_t maxRank = 32;
    const Json& value = unwrapTuple(written);
    if (!value.is_array() || value.size() > maxRank)
        return std::nullopt;
    Shape shape;
    for (const Json& item : value) {
        if (item.is_null()) {
            shape.dims.push_back(unknownDim);
            continue;
        }
        const auto size = wholeNumber(item);
        if (!size || *size < -1)
            return std::nullopt;
        shape.dims.push_back(*size);
    }
    return shape;
}

std::optional<Shape> inputShapeOf(const Json& config)
{
    for (const char* key : {"batch_shape", "batch_input_shape", "batchInputShape"})
        if (auto shape = shapeOf(member(config, key)); shape && shape->rank() > 0)
            return shape;
    for (const char* key : {"input_shape", "inputShape"})
        if (auto shape = shapeOf(member(config, key))) {
            shape->dims.insert(shape->dims.begin(), unknownDim);
            return shape;
        }
    return std::nullopt;
}

Json inputLayerConfig(const Shape& shape, DType dtype)
{
    Json dims = Json::array();
    for (int64_t dim : shape.dims)
        dims.push_back(dim < 0 ? Json() : Json(dim));
    Json config = Json::object();
    config["batch_shape"] = std::move(dims);
    config["dtype"] = dtypeName(dtype);
    return config;
}

namespace {

std::string policyName(const Json& dtype)
{
    if (dtype.is_string())
        return dtype.get<std::string>();
    const Json& config = member(dtype, "config");
    for (const char* key : {"name", "source_name"}) // the second of a policy that quantises
        if (std::string name = memberString(config, key); !name.empty())
            return name;
    return memberString(dtype, "name");
}

} // namespace

Text nonsense(const std::string& key, const Json& value)
{
    return {msg("core", "its %1 makes no sense: %2"), key,
        value.dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, 80)};
}

bool knownDType(const Json& dtype)
{
    if (dtype.is_null())
        return true;
    const std::string name = policyName(dtype);
    for (const char* other : {"mixed_float16", "mixed_bfloat16", "infer", "_infer", "infer_float32_vars",
             "infer_with_float32_vars", "float32_vars", "float", "half", "double", "int", "complex64",
             "complex128"})
        if (name == other)
            return true;
    return dtypeFromName(name).has_value();
}

DType computeDType(const Json& dtype)
{
    const std::string name = policyName(dtype);
    if (name == "mixed_float16")
        return DType::Float16;
    if (name == "mixed_bfloat16")
        return DType::BFloat16;
    return dtypeFromName(name).value_or(DType::Float32);
}

std::string quantizedPolicy(const Json& dtype)
{
    const std::string className = memberString(dtype, "class_name");
    if (className.empty() || className == "DTypePolicy" || className == "Policy" || className == "PolicyV1")
        return {};
    const std::string mode = memberString(member(dtype, "config"), "mode");
    return mode.empty() ? className : mode;
}

} // namespace kerascope::keras
