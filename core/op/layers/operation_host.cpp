// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/host_operations.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

/// Element functions that no shader has, and what looks at whole rows: order, quantiles, places.
namespace kerascope {
namespace {

double erfInverse(double y)
{
    if (!(std::abs(y) < 1))
        return y / 0.0 * (std::abs(y) == 1 ? 1 : std::nan(""));
    const double w = std::log(1 - y * y), a = 0.147, t = 2 / (std::numbers::pi * a) + w / 2;
    double x = std::copysign(std::sqrt(std::sqrt(t * t - w / a) - t), y);
    for (int i = 0; i < 4; ++i) // Newton
        x -= (std::erf(x) - y) / (2 * std::numbers::inv_sqrtpi * std::exp(-x * x));
    return x;
}

/// The modified Bessel function of order 0, by its series.
double bessel(double x)
{
    double term = 1, sum = 1;
    for (int k = 1; k < 500 && term > 1e-18 * sum; ++k) {
        term *= x * x / (4.0 * k * k);
        sum += term;
    }
    return sum;
}

double sinc(double x) { return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x); }

int64_t whole(double x) { return int64_t(x); }

struct OneFunction {
    double (*function)(double);
    DType dtype = DType::Float32;
};

const std::unordered_map<std::string, OneFunction>& functions()
{
    static const std::unordered_map<std::string, OneFunction> table{
        {"Arccos", {[](double x) { return std::acos(x); }}},
        {"Arcsin", {[](double x) { return std::asin(x); }}},
        {"Arctan", {[](double x) { return std::atan(x); }}},
        {"Arccosh", {[](double x) { return std::acosh(x); }}},
        {"Arcsinh", {[](double x) { return std::asinh(x); }}},
        {"Arctanh", {[](double x) { return std::atanh(x); }}},
        {"Cbrt", {[](double x) { return std::cbrt(x); }}}, {"Erfc", {[](double x) { return std::erfc(x); }}},
        {"Erfinv", {erfInverse}}, {"I0", {bessel}}, {"Sinc", {sinc}},
        {"Isneginf", {[](double x) { return double(std::isinf(x) && x < 0); }, DType::Bool}},
        {"Isposinf", {[](double x) { return double(std::isinf(x) && x > 0); }, DType::Bool}},
        {"Isreal", {[](double) { return 1.0; }, DType::Bool}},
        {"Signbit", {[](double x) { return double(std::signbit(x)); }, DType::Bool}},
        {"BitwiseNot", {[](double x) { return double(~whole(x)); }, DType::Int32}},
        {"BitwiseInvert", {[](double x) { return double(~whole(x)); }, DType::Int32}}};
    return table;
}

void one(LayerContext& c)
{
    const OneFunction& of = functions().at(c.type);
    c.set(hostMap(c.build, OperationArguments(c).operand(0, "x"), of.function, of.dtype));
}

double remainderOf(double a, double b) { return std::fmod(a, b); }

struct TwoFunction {
    double (*function)(double, double);
    DType dtype = DType::Float32;
};

const std::unordered_map<std::string, TwoFunction>& pairs()
{
    static const std::unordered_map<std::string, TwoFunction> table{
        {"Arctan2", {[](double a, double b) { return std::atan2(a, b); }}}, {"Fmod", {remainderOf}},
        {"Heaviside", {[](double a, double b) { return a < 0 ? 0
                                                    : a > 0  ? 1
                                                             : b; }}},
        {"Ldexp", {[](double a, double b) { return std::ldexp(a, int(b)); }}},
        {"Logaddexp2", {[](double a, double b) { return std::log2(std::exp2(a) + std::exp2(b)); }}},
        {"Nextafter", {[](double a, double b) { return double(std::nextafter(float(a), float(b))); }}},
        {"Gcd", {[](double a, double b) { return double(std::gcd(whole(a), whole(b))); }, DType::Int32}},
        {"Lcm", {[](double a, double b) { return double(std::lcm(whole(a), whole(b))); }, DType::Int32}},
        {"BitwiseAnd", {[](double a, double b) { return double(whole(a) & whole(b)); }, DType::Int32}},
        {"BitwiseOr", {[](double a, double b) { return double(whole(a) | whole(b)); }, DType::Int32}},
        {"BitwiseXor", {[](double a, double b) { return double(whole(a) ^ whole(b)); }, DType::Int32}},
        {"LeftShift", {[](double a, double b) { return std::ldexp(a, int(b)); }, DType::Int32}},
        {"BitwiseLeftShift", {[](double a, double b) { return std::ldexp(a, int(b)); }, DType::Int32}},
        {"RightShift", {[](double a, double b) { return std::floor(std::ldexp(a, -int(b))); }, DType::Int32}},
        {"BitwiseRightShift",
            {[](double a, double b) { return std::floor(std::ldexp(a, -int(b))); }, DType::Int32}}};
    return table;
}

void two(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const TwoFunction& of = pairs().at(c.type);
    ValueId x = arguments.operand(0, "x1"), y = arguments.operand(1, "x2");
    const int rank = std::max(b.rank(x), b.rank(y));
    x = b.alignLeft(x, rank);
    y = b.alignLeft(y, rank);
    const auto size = c.failed() ? std::nullopt : broadcastShape(Shape(b.shape(x)), Shape(b.shape(y)));
    if (!size)
        return b.misfit(unreadable());
    c.set(hostMap(b, b.broadcast(x, *size), b.broadcast(y, *size), of.function, of.dtype));
}

/// The axis of the operation, moved to the end; a missing one flattens.
struct Line {
    ValueId x = -1;
    int axis = 0;
    bool flat = false;
};

Line lineOf(LayerContext& c, OperationArguments& arguments, std::optional<int64_t> otherwise)
{
    ProgramBuilder& b = c.build;
    Line line;
    line.x = arguments.operand(0, "x");
    if (c.failed())
        return line;
    const nlohmann::json* written = arguments.find(99, "axis");
    const auto given = written ? arguments.integers(99, "axis") : std::nullopt;
    if (given && given->size() > 1)
        b.fail(unreadable());
    line.flat = !given && (!otherwise || c.config.contains("axis"));
    if (line.flat)
        line.x = b.reshape(line.x, {b.shape(line.x).product(0, b.rank(line.x))});
    const int64_t axis = given && !given->empty() ? (*given)[0] : line.flat ? -1 : otherwise.value_or(-1);
    line.axis = c.axis(axis, b.rank(line.x));
    line.x = c.failed() ? -1 : b.moveAxis(line.x, line.axis, b.rank(line.x) - 1);
    return line;
}

/// Places of a row in rising order of its numbers; NaN last.
std::vector<size_t> order(const float* row, size_t count)
{
    std::vector<size_t> places(count);
    std::iota(places.begin(), places.end(), size_t(0));
    std::stable_sort(places.begin(), places.end(),
        [row](size_t a, size_t b) { return std::isnan(row[b]) ? !std::isnan(row[a]) : row[a] < row[b]; });
    return places;
}

template <bool places> void sort(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const Line line = lineOf(c, arguments, -1);
    if (c.failed())
        return;
    const Shape size = b.shape(line.x);
    const auto count = size_t(size[-1]);
    const bool falling = arguments.text(99, "direction") == "DESCENDING";
    const ValueId y = hostRows(b, {line.x}, size, places ? DType::Int32 : b.dtype(line.x),
        [count, falling](const std::vector<const float*>& in, float* out) {
            const auto sorted = order(in[0], count);
            for (size_t i = 0; i < count; ++i) {
                const size_t at = sorted[falling ? count - 1 - i : i];
                out[i] = places ? float(at) : in[0][at];
            }
        });
    c.set(b.moveAxis(y, size.rank() - 1, line.axis));
}

/// The k largest of each row, and where they stand; the first of equal ones first.
void topK(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId x = arguments.operand(0, "x");
    const nlohmann::json* written = arguments.find(1, "k");
    const auto k = written ? arguments.integers(1, "k") : std::vector<int64_t>{1};
    if (c.failed() || !k || k->size() != 1 || b.rank(x) < 1 || (*k)[0] < 1 || (*k)[0] > b.shape(x)[-1])
        return b.fail(unreadable());
    const auto count = size_t(b.shape(x)[-1]), wanted = size_t((*k)[0]);
    Shape size = b.shape(x);
    size[-1] = (*k)[0];
    for (const bool places : {false, true})
        c.outputs.push_back(hostRows(b, {x}, size, places ? DType::Int32 : b.dtype(x),
            [count, wanted, places](const std::vector<const float*>& in, float* out) {
                std::vector<size_t> at(count);
                std::iota(at.begin(), at.end(), size_t(0));
                std::stable_sort(
                    at.begin(), at.end(), [&](size_t i, size_t j) { return in[0][i] > in[0][j]; });
                for (size_t i = 0; i < wanted; ++i)
                    out[i] = places ? float(at[i]) : in[0][at[i]];
            }));
}

/// Is the true class among the k likeliest?
void inTopK(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId targets = arguments.operand(0, "targets"), x = arguments.operand(1, "predictions");
    const auto k = arguments.integers(2, "k");
    if (c.failed() || !k || k->size() != 1 || b.rank(x) != 2 || b.rank(targets) != 1
        || b.shape(x)[0] != b.shape(targets)[0])
        return b.fail(unreadable());
    const int64_t count = b.shape(x)[1], wanted = (*k)[0], rows = b.shape(x)[0];
    const ValueId found = hostRows(b, {b.reshape(targets, {rows, 1}), x}, {rows, 1}, DType::Bool,
        [count, wanted](const std::vector<const float*>& in, float* out) {
            const auto target = int64_t(in[0][0]);
            int64_t larger = 0;
            for (int64_t i = 0; i < count && target >= 0 && target < count; ++i)
                larger += in[1][i] > in[1][target] ? 1 : 0;
            out[0] = float(target >= 0 && target < count && larger < wanted);
        });
    c.set(b.reshape(found, {rows}));
}

/// A row put together: quantiles of the given places in [0, 1].
void quantiles(LayerContext& c, const std::vector<double>& wanted, bool scalar, bool skipNan)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const int whole = b.rank(arguments.operand(0, "x"));
    const Line line = lineOf(c, arguments, std::nullopt);
    if (c.failed())
        return;
    // Keras 3.15.1's Quantile forgets its method when a model runs
    const std::string method = c.type == "Quantile" ? "linear" : arguments.text(99, "method");
    Shape size = b.shape(line.x);
    const auto count = size_t(size[-1]);
    size[-1] = int64_t(wanted.size());
    const auto row = [=](const std::vector<const float*>& in, float* out) {
        std::vector<float> sorted(in[0], in[0] + count);
        bool nan = false;
        for (const float number : sorted)
            nan = nan || std::isnan(number);
        std::erase_if(sorted, [](float number) { return std::isnan(number); });
        std::sort(sorted.begin(), sorted.end());
        for (size_t i = 0; i < wanted.size(); ++i) {
            if (sorted.empty() || (nan && !skipNan)) {
                out[i] = std::nanf("");
                continue;
            }
            const double at = wanted[i] * double(sorted.size() - 1);
            const double low = std::floor(at), high = std::ceil(at);
            const double below = sorted[size_t(low)], above = sorted[size_t(high)];
            if (method == "lower")
                out[i] = float(below);
            else if (method == "higher")
                out[i] = float(above);
            else if (method == "nearest")
                out[i] = sorted[size_t(std::nearbyint(at))];
            else if (method == "midpoint")
                out[i] = float((below + above) / 2);
            else
                out[i] = float(below + (above - below) * (at - low));
        }
    };
    ValueId y = hostRows(b, {line.x}, size, DType::Float32, row);
    y = b.moveAxis(y, size.rank() - 1, 0); // the quantiles stand in front
    if (c.failed())
        return;
    Shape out = b.shape(y);
    if (arguments.flag(99, "keepdims", false)) {
        if (line.flat)
            out.dims.insert(out.dims.end(), size_t(whole), 1);
        else
            out.dims.insert(out.dims.begin() + 1 + line.axis, 1);
    }
    if (scalar)
        out.dims.erase(out.dims.begin());
    c.set(b.reshape(y, std::move(out)));
}

void median(LayerContext& c) { quantiles(c, {0.5}, true, c.type == "Nanmedian"); }

template <int parts> void quantile(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const ValueId q = arguments.operand(1, "q");
    const std::vector<float>* numbers = c.failed() ? nullptr : arguments.known(q);
    if (!numbers || b.rank(q) > 1)
        return b.fail(unreadable());
    std::vector<double> wanted;
    for (const float number : *numbers)
        wanted.push_back(double(number) / parts);
    const bool inside =
        std::all_of(wanted.begin(), wanted.end(), [](double at) { return at >= 0 && at <= 1; });
    if (!inside || wanted.empty())
        return b.fail(unreadable());
    quantiles(c, wanted, b.rank(q) == 0, c.type.starts_with("Nan"));
}

/// Products (or sums without NaN) of all elements up to each.
void cumulated(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const Line line = lineOf(c, arguments, std::nullopt);
    if (c.failed())
        return;
    const bool product = c.type.ends_with("prod"), skip = c.type.starts_with("Nan");
    const Shape size = b.shape(line.x);
    const int64_t count = size[-1];
    const ValueId y = hostRows(b, {line.x}, size, DType::Float32,
        [count, product, skip](const std::vector<const float*>& in, float* out) {
            double all = product ? 1 : 0;
            for (int64_t i = 0; i < count; ++i) {
                const double number = skip && std::isnan(in[0][i]) ? (product ? 1 : 0) : double(in[0][i]);
                all = product ? all * number : all + number;
                out[i] = float(all);
            }
        });
    c.set(b.moveAxis(y, size.rank() - 1, line.axis));
}

/// x at the places of another tensor, along one axis.
void takeAlongAxis(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const Line line = lineOf(c, arguments, -1);
    ValueId places = arguments.operand(1, "indices");
    if (c.failed() || line.flat || b.rank(places) != b.rank(line.x))
        return b.fail(unreadable());
    places = b.moveAxis(places, line.axis, b.rank(places) - 1);
    if (c.failed())
        return;
    Shape size = b.shape(places), from = b.shape(line.x);
    const int64_t count = from[-1], wanted = size[-1];
    Shape rows = size;
    for (int i = 0; i + 1 < rows.rank(); ++i)
        rows[i] = std::max(rows[i], from[i]);
    size = rows;
    from = rows;
    from[-1] = count;
    const ValueId y = hostRows(b, {b.broadcast(line.x, from), b.broadcast(places, size)}, size,
        b.dtype(line.x), [count, wanted](const std::vector<const float*>& in, float* out) {
            for (int64_t i = 0; i < wanted; ++i) {
                const auto at = int64_t(in[1][i]);
                const int64_t place = at < 0 ? at + count : at;
                out[i] = place >= 0 && place < count ? in[0][place] : std::nanf("");
            }
        });
    c.set(b.moveAxis(y, size.rank() - 1, line.axis));
}

/// Where each number belongs in a sorted row; for Digitize the edges stand in the config.
void searchSorted(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    const bool digitize = c.type == "Digitize";
    ValueId edges = digitize ? arguments.operand(1, "bins") : arguments.operand(0, "sorted_sequence");
    const ValueId x = digitize ? arguments.operand(0, "x") : arguments.operand(1, "values");
    if (c.failed() || b.rank(edges) != 1)
        return b.fail(unreadable());
    const bool right = digitize || arguments.text(99, "side") == "right";
    const int64_t count = b.shape(edges)[0];
    const Shape size = b.shape(x);
    const int64_t all = size.product(0, size.rank());
    const ValueId y = hostRows(b, {b.reshape(edges, {1, count}), b.reshape(x, {1, all})}, {1, all},
        DType::Int32, [count, all, right](const std::vector<const float*>& in, float* out) {
            for (int64_t i = 0; i < all; ++i) {
                const float* end = in[0] + count;
                const float* at =
                    right ? std::upper_bound(in[0], end, in[1][i]) : std::lower_bound(in[0], end, in[1][i]);
                out[i] = float(at - in[0]);
            }
        });
    c.set(b.reshape(y, size));
}

} // namespace

void addHostOperations(LayerTable& table)
{
    for (const auto& [name, entry] : functions())
        table.emplace(name, one);
    for (const auto& [name, entry] : pairs())
        table.emplace(name, two);
    const std::pair<const char*, LowerFunction> entries[]{{"Sort", sort<false>}, {"Argsort", sort<true>},
        {"TopK", topK}, {"InTopK", inTopK}, {"Median", median}, {"Nanmedian", median},
        {"Quantile", quantile<1>}, {"Nanquantile", quantile<1>}, {"Percentile", quantile<100>},
        {"Nanpercentile", quantile<100>}, {"Cumprod", cumulated}, {"Nancumsum", cumulated},
        {"Nancumprod", cumulated}, {"TakeAlongAxis", takeAlongAxis}, {"SearchSorted", searchSorted},
        {"Digitize", searchSorted}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
