// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_context.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kerascope {
namespace {

constexpr int64_t integerLimit = std::numeric_limits<int32_t>::max();

} // namespace

const nlohmann::json* LayerContext::find(const char* key) const
{
    if (!config.is_object())
        return nullptr;
    const auto found = config.find(key);
    return found == config.end() || found->is_null() ? nullptr : &*found;
}

bool LayerContext::asInteger(const nlohmann::json& value, const char* key, int64_t& out)
{
    const double real = value.is_number() ? value.get<double>()
        : value.is_boolean()              ? double(value.get<bool>())
                                          : NAN;
    if (!(std::abs(real) <= double(integerLimit)) || std::floor(real) != real) {
        build.fail(Text(msg("core", "its option \"%1\" must be a whole number below 2^31"), key));
        return false;
    }
    out = int64_t(real);
    return true;
}

int64_t LayerContext::integer(const char* key, int64_t otherwise)
{
    int64_t out = otherwise;
    if (const nlohmann::json* value = find(key)) {
        if (value->is_array() && value->size() == 1)
            value = &(*value)[0];
        asInteger(*value, key, out);
    }
    return out;
}

int64_t LayerContext::positive(const char* key, int64_t otherwise)
{
    const int64_t value = integer(key, otherwise);
    if (value > 0)
        return value;
    build.fail(Text(msg("core", "its option \"%1\" must be positive, not %2"), key, value));
    return 1;
}

double LayerContext::number(const char* key, double otherwise)
{
    const nlohmann::json* value = find(key);
    if (!value)
        return otherwise;
    if (value->is_number() || value->is_boolean())
        return value->is_boolean() ? double(value->get<bool>()) : value->get<double>();
    build.fail(Text(msg("core", "its option \"%1\" must be a number"), key));
    return otherwise;
}

bool LayerContext::flag(const char* key, bool otherwise)
{
    const nlohmann::json* value = find(key);
    if (!value)
        return otherwise;
    if (value->is_boolean())
        return value->get<bool>();
    if (value->is_number())
        return value->get<double>() != 0;
    build.fail(Text(msg("core", "its option \"%1\" must be true or false"), key));
    return otherwise;
}

bool LayerContext::callFlag(const char* key) const
{
    if (!arguments.is_object())
        return false;
    const auto found = arguments.find(key);
    return found != arguments.end() && found->is_boolean() && found->get<bool>();
}

std::string LayerContext::text(const char* key, const char* otherwise)
{
    const nlohmann::json* value = find(key);
    if (!value)
        return otherwise;
    if (value->is_string())
        return value->get<std::string>();
    build.fail(Text(msg("core", "its option \"%1\" must be a word"), key));
    return otherwise;
}

std::vector<int64_t> LayerContext::integers(const char* key)
{
    std::vector<int64_t> out;
    const nlohmann::json* value = find(key);
    if (!value)
        return out;
    if (!value->is_array()) {
        out.push_back(integer(key, 0));
        return out;
    }
    for (const nlohmann::json& item : *value) {
        out.push_back(0);
        if (!asInteger(item, key, out.back()))
            break;
    }
    return out;
}

std::vector<float> LayerContext::numbers(const char* key)
{
    std::vector<float> out;
    const nlohmann::json* value = find(key);
    if (!value)
        return out;
    std::vector<const nlohmann::json*> left{value};
    while (!left.empty()) {
        const nlohmann::json& item = *left.back();
        left.pop_back();
        if (item.is_array()) {
            for (auto one = item.rbegin(); one != item.rend(); ++one)
                left.push_back(&*one);
        } else if (item.is_number()) {
            out.push_back(float(item.get<double>()));
        } else {
            build.fail(Text(msg("core", "its option \"%1\" must hold numbers"), key));
            break;
        }
    }
    return out;
}

Spatial LayerContext::spatial(const char* key, int rank, int64_t otherwise)
{
    Spatial out{1, 1, 1};
    std::vector<int64_t> values = integers(key);
    if (values.empty())
        values.push_back(otherwise);
    if (values.size() == 1)
        values.assign(size_t(rank), values[0]);
    if (int(values.size()) != rank) {
        build.fail(Text(msg("core", "its option \"%1\" needs %2 numbers"), key, rank));
        return out;
    }
    for (int i = 0; i < rank; ++i) {
        if (values[size_t(i)] < 1)
            build.fail(
                Text(msg("core", "its option \"%1\" must be positive, not %2"), key, values[size_t(i)]));
        else
            out[size_t(i)] = values[size_t(i)];
    }
    return out;
}

std::vector<std::array<int64_t, 2>> LayerContext::borders(const char* key, int rank)
{
    std::vector<std::array<int64_t, 2>> out(size_t(rank), {0, 0});
    const nlohmann::json* value = find(key);
    const bool list = value && value->is_array();
    const bool nested = list && !value->empty() && (*value)[0].is_array();
    bool good = value != nullptr;
    if (nested && int(value->size()) == rank) {
        for (size_t i = 0; good && i < value->size(); ++i) {
            const nlohmann::json& pair = (*value)[i];
            good = pair.is_array() && pair.size() == 2 && asInteger(pair[0], key, out[i][0])
                && asInteger(pair[1], key, out[i][1]);
        }
    } else if (!nested) {
        std::vector<int64_t> numbers = integers(key);
        if (numbers.size() == 1)
            numbers.assign(rank == 1 ? 2 : size_t(rank), numbers[0]);
        good = good && numbers.size() == (rank == 1 ? 2 : size_t(rank));
        for (size_t i = 0; good && i < size_t(rank); ++i)
            out[i] = rank == 1 ? std::array<int64_t, 2>{numbers[0], numbers[1]}
                               : std::array<int64_t, 2>{numbers[i], numbers[i]};
    } else {
        good = false;
    }
    for (const auto& pair : out)
        good = good && pair[0] >= 0 && pair[1] >= 0;
    if (!good)
        build.fail(Text(msg("core", "its option \"%1\" must hold sizes for %2 axes"), key, rank));
    return out;
}

bool LayerContext::channelsFirst()
{
    const std::string format = text("data_format", "channels_last");
    if (format != "channels_last" && format != "channels_first")
        build.fail(Text(msg("core", "the data format \"%1\" is not known"), format));
    return format == "channels_first";
}

int LayerContext::axis(int64_t value, int rank)
{
    if (value >= -rank && value < rank)
        return int(value < 0 ? value + rank : value);
    build.fail(Text(msg("core", "axis %1 does not exist in a tensor of %2 axes"), value, rank));
    return 0;
}

std::vector<int> LayerContext::axes(const char* key, int rank, std::vector<int64_t> otherwise)
{
    std::vector<int64_t> values = integers(key);
    if (values.empty())
        values = std::move(otherwise);
    std::vector<int> out;
    for (const int64_t value : values) {
        const int one = axis(value, rank);
        if (std::find(out.begin(), out.end(), one) != out.end())
            build.fail(Text(msg("core", "its option \"%1\" names an axis twice"), key));
        else
            out.push_back(one);
    }
    return out;
}

} // namespace kerascope
