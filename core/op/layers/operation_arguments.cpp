// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/operation_arguments.h"

#include "core/op/layers/layer_table.h"

#include <algorithm>
#include <numeric>

namespace kerascope {

const nlohmann::json* OperationArguments::find(size_t position, const char* name) const
{
    const nlohmann::json* found = nullptr;
    if (c.arguments.is_object()) {
        const auto args = c.arguments.find("args");
        if (args != c.arguments.end() && args->is_array() && position < args->size())
            found = &(*args)[position];
        const auto keywords = c.arguments.find("kwargs");
        if (!found && keywords != c.arguments.end() && keywords->is_object())
            if (const auto entry = keywords->find(name); entry != keywords->end())
                found = &*entry;
    }
    if (found && !found->is_null())
        return found;
    return c.find(name);
}

ValueId OperationArguments::constant(const nlohmann::json& written)
{
    constexpr size_t maxNumbers = 1 << 20;
    std::vector<float> numbers;
    Shape shape;
    const nlohmann::json* level = &written;
    while (level->is_array() && !level->empty() && shape.rank() < ProgramBuilder::maxRank) {
        shape.dims.push_back(int64_t(level->size()));
        level = &(*level)[0];
    }
    std::vector<const nlohmann::json*> left{&written};
    while (!left.empty() && numbers.size() < maxNumbers) {
        const nlohmann::json& item = *left.back();
        left.pop_back();
        if (item.is_array())
            for (auto one = item.rbegin(); one != item.rend(); ++one)
                left.push_back(&*one);
        else if (item.is_number())
            numbers.push_back(float(item.get<double>()));
        else if (item.is_boolean())
            numbers.push_back(item.get<bool>() ? 1.0F : 0.0F);
        else
            break;
    }
    if (!left.empty() || shape.elements() != int64_t(numbers.size())) {
        c.build.fail(unreadable());
        return -1;
    }
    return c.build.literal(std::move(numbers), shape);
}

ValueId OperationArguments::value(const nlohmann::json& written)
{
    if (written.is_object() && written.contains("constant"))
        return constant(written["constant"]);
    if (!written.is_object())
        return constant(written);
    const auto index = written.find("tensor");
    if (index != written.end() && index->is_number_integer() && index->get<double>() >= 0
        && index->get<double>() < double(c.inputs.size()))
        return c.inputs[index->get<size_t>()].value;
    c.build.fail(unreadable());
    return -1;
}

ValueId OperationArguments::operand(size_t position, const char* name)
{
    if (const nlohmann::json* written = find(position, name))
        return value(*written);
    const auto tensors = c.positional();
    if (!c.arguments.contains("args") && position < tensors.size())
        return tensors[position];
    c.build.fail(Text(msg("core", "its argument \"%1\" is missing"), name));
    return -1;
}

std::vector<ValueId> OperationArguments::operands(size_t position, const char* name)
{
    const nlohmann::json* written = find(position, name);
    if (!written || !written->is_array())
        return {operand(position, name)};
    std::vector<ValueId> values;
    for (const nlohmann::json& item : *written)
        values.push_back(value(item));
    return values;
}

const std::vector<float>* OperationArguments::known(ValueId value) const
{
    const Program& program = c.build.program();
    if (!c.build.isConstant(value))
        return nullptr;
    const Constant& constant = program.constants[size_t(program.values[size_t(value)].constant)];
    const auto* numbers = std::get_if<std::shared_ptr<const std::vector<float>>>(&constant.source);
    return numbers ? numbers->get() : nullptr;
}

std::optional<std::vector<int64_t>> OperationArguments::integers(size_t position, const char* name)
{
    const nlohmann::json* written = find(position, name);
    if (!written)
        return std::nullopt;
    std::vector<int64_t> out;
    const nlohmann::json list = written->is_array() ? *written : nlohmann::json::array({*written});
    for (const nlohmann::json& item : list) {
        if (item.is_object() && (item.contains("tensor") || item.contains("constant"))) {
            const std::vector<float>* numbers = known(value(item));
            if (!numbers) {
                c.build.fail(Text(msg("core", "its option \"%1\" is computed while running"), name));
                return std::nullopt;
            }
            for (const float one : *numbers)
                out.push_back(int64_t(one));
            continue;
        }
        if (!item.is_number_integer() || std::abs(item.get<double>()) > 2147483647.0) {
            c.build.fail(Text(msg("core", "its option \"%1\" must be a whole number below 2^31"), name));
            return std::nullopt;
        }
        out.push_back(item.get<int64_t>());
    }
    return out;
}

std::vector<int> OperationArguments::axes(size_t position, int rank)
{
    std::vector<int> all;
    if (const auto given = integers(position, "axis"))
        for (const int64_t one : *given)
            all.push_back(c.axis(one, rank));
    else
        for (int axis = 0; axis < rank; ++axis)
            all.push_back(axis);
    std::sort(all.begin(), all.end());
    return all;
}

int OperationArguments::axis(size_t position, int rank, int64_t otherwise)
{
    const auto given = integers(position, "axis");
    if (given && given->size() != 1)
        c.build.fail(unreadable());
    return c.failed() ? 0 : c.axis(given ? (*given)[0] : otherwise, rank);
}

OperationArguments::Along OperationArguments::along(size_t position)
{
    const ValueId x = operand(0, "x");
    if (c.failed())
        return {};
    if (!find(position, "axis"))
        return {flattened(c.build, x), 0};
    return {x, axis(position, c.build.rank(x), 0)};
}

double OperationArguments::number(size_t position, const char* name, double otherwise)
{
    const nlohmann::json* written = find(position, name);
    if (written && written->is_number())
        return written->get<double>();
    if (written)
        c.build.fail(Text(msg("core", "its option \"%1\" must be a number"), name));
    return otherwise;
}

bool OperationArguments::flag(size_t position, const char* name, bool otherwise)
{
    const nlohmann::json* written = find(position, name);
    return written && written->is_boolean() ? written->get<bool>() : otherwise;
}

std::string OperationArguments::text(size_t position, const char* name)
{
    const nlohmann::json* written = find(position, name);
    return written && written->is_string() ? written->get<std::string>() : std::string();
}

Text unreadable() { return Text(msg("core", "its arguments cannot be read")); }

ValueId flattened(ProgramBuilder& b, ValueId x)
{
    return b.failed() ? -1 : b.reshape(x, {b.shape(x).product(0, b.rank(x))});
}

ValueId counting(ProgramBuilder& b, int64_t size, int axis, int rank)
{
    std::vector<float> numbers(static_cast<size_t>(size));
    std::iota(numbers.begin(), numbers.end(), 0.0F);
    Shape shape(std::vector<int64_t>(size_t(rank), 1));
    shape[axis] = size;
    return b.literal(std::move(numbers), shape);
}

void asLayer(LayerContext& c, const std::string& type, nlohmann::json config, ValueId x)
{
    static const nlohmann::json noArguments = nlohmann::json::object();
    if (c.failed())
        return;
    for (auto entry = config.begin(); entry != config.end();)
        entry = entry->is_null() ? config.erase(entry) : std::next(entry);
    LayerContext inner(c.build, c.layer, c.prefix, type, config, noArguments);
    inner.inputs = {{x, {}}};
    inner.depth = c.depth + 1;
    lowerLayer(inner, false);
    c.outputs = inner.outputs;
}

} // namespace kerascope
