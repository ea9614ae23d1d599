// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/host_operations.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

/// Operations that put pieces together, make rows of numbers, or know their answer from the shape alone.
namespace kerascope {
namespace {

void append(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "x1"), y = arguments.operand(1, "x2");
    if (c.failed())
        return;
    if (!arguments.find(99, "axis")) {
        c.set(b.concat({flattened(b, x), flattened(b, y)}, 0));
        return;
    }
    const int axis = arguments.axis(99, b.rank(x), 0);
    c.set(c.failed() ? -1 : b.concat({x, y}, axis));
}

/// Quarter turns from the first axis to the second.
void quarterTurns(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "array");
    const auto axes = arguments.integers(99, "axes"), times = arguments.integers(99, "k");
    const int64_t turns = ((times && !times->empty() ? (*times)[0] : 1) % 4 + 4) % 4;
    if (c.failed() || (axes && axes->size() != 2))
        return b.fail(unreadable());
    const int first = c.axis(axes ? (*axes)[0] : 0, b.rank(x)),
              second = c.axis(axes ? (*axes)[1] : 1, b.rank(x));
    const auto turned = [&](ValueId from, int axis) {
        const int64_t size = b.shape(from)[axis];
        return b.sliceAxis(from, axis, size - 1, size, -1);
    };
    if (c.failed())
        return;
    std::vector<int> order(size_t(b.rank(x)));
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[size_t(first)], order[size_t(second)]);
    if (turns == 1)
        x = b.transpose(turned(x, second), order);
    else if (turns == 2)
        x = turned(turned(x, first), second);
    else if (turns == 3)
        x = turned(b.transpose(x, order), second);
    c.set(x);
}

/// One side of "b (h w) c -> b h w c": groups of names.
std::optional<std::vector<std::vector<std::string>>> groupsOf(const std::string& text)
{
    std::vector<std::vector<std::string>> groups;
    bool inside = false;
    std::string name;
    const auto end = [&] {
        if (name.empty())
            return;
        if (inside)
            groups.back().push_back(name);
        else
            groups.push_back({name});
        name.clear();
    };
    for (const char letter : text) {
        if (letter != '(' && letter != ')' && letter != ' ') {
            name += letter;
            continue;
        }
        end();
        if (letter == ' ')
            continue;
        if (inside == (letter == '('))
            return std::nullopt;
        inside = letter == '(';
        if (inside)
            groups.emplace_back();
    }
    end();
    return inside ? std::nullopt : std::optional(groups);
}

/// The axes apart, in another order, and together again.
void rearrange(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "tensor");
    const std::string pattern = arguments.text(1, "pattern");
    const size_t arrow = pattern.find("->");
    if (c.failed() || arrow == std::string::npos)
        return b.fail(unreadable());
    const auto from = groupsOf(pattern.substr(0, arrow)), to = groupsOf(pattern.substr(arrow + 2));
    if (!from || !to || int(from->size()) != b.rank(x))
        return b.fail(unreadable());
    std::vector<std::string> names;
    Shape apart;
    for (int axis = 0; axis < b.rank(x); ++axis) {
        int open = -1;
        int64_t known = 1;
        for (const std::string& name : (*from)[size_t(axis)]) {
            const auto size = arguments.integers(99, name.c_str());
            const int64_t dim = size && size->size() == 1 ? (*size)[0] : -1;
            if (c.failed() || (dim < 1 && open >= 0))
                return b.fail(unreadable());
            if (dim < 1)
                open = apart.rank();
            known = b.times(known, std::max<int64_t>(dim, 1));
            names.push_back(name);
            apart.dims.push_back(dim);
        }
        if (open >= 0)
            apart[open] = b.shape(x)[axis] / known;
    }
    std::vector<int> order;
    Shape together;
    for (const auto& group : *to) {
        int64_t size = 1;
        for (const std::string& name : group) {
            const auto at = std::find(names.begin(), names.end(), name);
            if (at == names.end())
                return b.fail(unreadable());
            order.push_back(int(at - names.begin()));
            size = b.times(size, apart[order.back()]);
        }
        together.dims.push_back(size);
    }
    std::vector<int> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    if (sorted.size() != names.size() || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        return b.fail(unreadable());
    c.set(b.reshape(b.transpose(b.reshape(x, apart), order), together));
}

/// The choice of the first condition that holds.
void selectOperation(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const auto conditions = arguments.operands(0, "condlist"), choices = arguments.operands(1, "choicelist");
    const nlohmann::json* written = arguments.find(2, "default");
    ValueId y = written ? arguments.value(*written) : b.scalar(0, 0);
    if (c.failed() || conditions.size() != choices.size() || conditions.empty())
        return b.fail(unreadable());
    int rank = b.rank(y);
    for (size_t i = 0; i < choices.size(); ++i)
        rank = std::max({rank, b.rank(choices[i]), b.rank(conditions[i])});
    y = b.alignLeft(y, rank);
    for (size_t i = choices.size(); i-- > 0;)
        y = b.select(b.alignLeft(conditions[i], rank), b.alignLeft(choices[i], rank), y);
    c.set(y);
}

/// How many elements, or how many axes.
void sizeOf(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    if (c.failed())
        return;
    const int64_t number = c.type == "Ndim" ? b.rank(x) : b.shape(x).product(0, b.rank(x));
    c.set(b.literal({float(number)}, Shape{}));
}

void full(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId value = arguments.operand(0, "fill_value");
    const auto shape = arguments.integers(99, "shape");
    if (c.failed() || !shape || int(shape->size()) < b.rank(value))
        return b.fail(unreadable());
    c.set(b.broadcast(b.alignLeft(value, int(shape->size())), Shape(*shape)));
}

/// start, start + step, … before stop, of numbers that are known while lowering.
void range(LayerContext& c)
{
    constexpr double most = 1 << 24;
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    std::vector<double> given;
    for (size_t i = 0; i < 3; ++i) {
        const nlohmann::json* written = arguments.find(i, std::array{"start", "stop", "step"}[i]);
        const ValueId value = written ? arguments.value(*written) : -1;
        const std::vector<float>* number = value >= 0 ? arguments.known(value) : nullptr;
        if (c.failed() || (written && (!number || number->size() != 1)))
            return b.fail(Text(msg("core", "the size of its output depends on the numbers that come in")));
        if (number)
            given.push_back((*number)[0]);
    }
    if (given.empty())
        return b.fail(unreadable());
    const double start = given.size() > 1 ? given[0] : 0, stop = given[given.size() > 1 ? 1 : 0],
                 step = given.size() > 2 ? given[2] : 1;
    const double count = std::ceil((stop - start) / step);
    if (!(count >= 1 && count <= most))
        return b.misfit(unreadable());
    std::vector<float> numbers;
    for (int64_t i = 0; i < int64_t(count); ++i)
        numbers.push_back(float(start + double(i) * step));
    c.set(b.literal(std::move(numbers), {int64_t(count)}));
}

/// `num` numbers from start to stop along a new axis.
ValueId evenly(LayerContext& c, ValueId start, ValueId stop)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const auto num = arguments.integers(99, "num");
    const int64_t count = num && num->size() == 1 ? (*num)[0] : 50;
    if (c.failed() || count < 1 || count > (int64_t(1) << 20)) {
        b.fail(unreadable());
        return -1;
    }
    const int rank = std::max(b.rank(start), b.rank(stop)), axis = arguments.axis(99, rank + 1, 0);
    const auto spread = [&](ValueId x) {
        x = b.alignLeft(x, rank);
        Shape shape = b.shape(x);
        shape.dims.insert(shape.dims.begin() + axis, 1);
        return b.reshape(x, shape);
    };
    if (c.failed())
        return -1;
    const int64_t steps = arguments.flag(99, "endpoint", true) ? count - 1 : count;
    const ValueId from = spread(start), to = spread(stop);
    const ValueId part = b.linear(counting(b, count, axis, rank + 1), steps > 0 ? 1.0F / float(steps) : 0, 0);
    return b.binary(
        Binary::Add, from, b.binary(Binary::Multiply, b.binary(Binary::Subtract, to, from), part));
}

void linearSpace(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId start = arguments.operand(0, "start"), stop = arguments.operand(1, "stop");
    const ValueId y = c.failed() ? -1 : evenly(c, start, stop);
    if (!arguments.flag(99, "retstep", false))
        return c.set(y);
    const auto num = arguments.integers(99, "num");
    const int64_t steps =
        (num && !num->empty() ? (*num)[0] : 50) - (arguments.flag(99, "endpoint", true) ? 1 : 0);
    const int rank = std::max(b.rank(start), b.rank(stop));
    const ValueId whole = b.binary(Binary::Subtract, b.alignLeft(stop, rank), b.alignLeft(start, rank));
    c.outputs = {y, b.linear(whole, 1.0F / float(steps), 0)};
}

/// base^(evenly spaced), and for Geomspace from logarithms of the ends.
void powerSpace(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId start = arguments.operand(0, "start"), stop = arguments.operand(1, "stop");
    const bool ends = c.type == "Geomspace";
    const double base = ends ? 10 : arguments.number(99, "base", 10);
    if (c.failed() || base <= 0)
        return b.fail(unreadable());
    const ValueId first = start;
    if (ends)
        for (ValueId* one : {&start, &stop})
            *one = b.linear(b.unary(b.unary(*one, {Unary::Abs}), {Unary::Log}), float(1 / std::log(base)), 0);
    ValueId y = b.unary(b.linear(evenly(c, start, stop), float(std::log(base)), 0), {Unary::Exp});
    if (c.failed())
        return;
    if (ends) {
        Shape shape = b.shape(b.alignLeft(first, b.rank(y) - 1));
        shape.dims.insert(shape.dims.begin() + arguments.axis(99, b.rank(y), 0), 1);
        y = b.binary(Binary::Multiply, y, b.reshape(b.unary(first, {Unary::Sign}), shape));
    }
    c.set(y);
}

/// A real number's angle in the complex plane: 0, or π below 0.
void angle(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    if (c.failed())
        return;
    const int rank = b.rank(x);
    c.set(b.select(b.binary(Binary::Less, x, b.scalar(0, rank)), b.scalar(std::numbers::pi_v<float>, rank),
        b.scalar(0, rank)));
}

/// The bits as another type: only where it is the same one.
void view(LayerContext& c)
{
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const std::string type = arguments.text(99, "dtype");
    if (!type.empty() && (type != "float32" || c.build.dtype(x) != DType::Float32))
        return c.build.fail(Text(msg("core", "its option \"%1\" is not supported"), "dtype"));
    c.set(x);
}

void array(LayerContext& c) { c.set(OperationArguments(c).operand(0, "x")); }

/// The places of the kth + 1 smallest, then those of the largest others. Keras 3.15.1 works on whole numbers,
/// on one axis, and counts the first places again as zeros; so does this.
void partition(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const auto kth = arguments.integers(99, "kth");
    if (c.failed() || !kth || kth->size() != 1 || b.rank(x) != 1)
        return b.fail(unreadable());
    const int64_t count = b.shape(x)[0], low = std::clamp<int64_t>((*kth)[0], 0, count - 1) + 1;
    c.set(hostRows(b, {x}, {count}, DType::Int32, [count, low](const auto& in, float* out) {
        std::vector<double> numbers(static_cast<size_t>(count));
        for (int64_t i = 0; i < count; ++i)
            numbers[size_t(i)] = std::trunc(double(in[0][i]));
        std::vector<size_t> places(numbers.size());
        std::iota(places.begin(), places.end(), size_t(0));
        std::stable_sort(
            places.begin(), places.end(), [&](size_t i, size_t j) { return numbers[i] < numbers[j]; });
        for (int64_t i = 0; i < low; ++i) {
            out[i] = float(places[size_t(i)]);
            numbers[places[size_t(i)]] = 0;
        }
        std::iota(places.begin(), places.end(), size_t(0));
        std::stable_sort(
            places.begin(), places.end(), [&](size_t i, size_t j) { return numbers[i] > numbers[j]; });
        for (int64_t i = low; i < count; ++i)
            out[i] = float(places[size_t(i - low)]);
    }));
}

} // namespace

void addPieceOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"Append", append}, {"Rot90", quarterTurns},
        {"Rearrange", rearrange}, {"Select", selectOperation}, {"Size", sizeOf}, {"Ndim", sizeOf},
        {"Full", full}, {"Arange", range}, {"Linspace", linearSpace}, {"Logspace", powerSpace},
        {"Geomspace", powerSpace}, {"Angle", angle}, {"View", view}, {"Array", array},
        {"Argpartition", partition}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
