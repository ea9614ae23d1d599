// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/host_operations.h"
#include "core/op/layers/layer_table.h"
#include "core/op/layers/operation_arguments.h"
#include "core/op/layers/spatial.h"

#include <algorithm>
#include <cmath>
#include <numbers>

/// Operations that look through windows: frames of a signal, patches of a picture, and back.
namespace kerascope {

ValueId slidingRows(ProgramBuilder& b, ValueId x, int64_t length, int64_t step)
{
    constexpr int64_t most = int64_t(1) << 26;
    if (b.failed())
        return -1;
    const Shape whole = b.shape(x);
    const int64_t size = whole[-1], count = size < length ? 0 : (size - length) / step + 1;
    if (count < 1 || b.times(count, length) > most) {
        b.misfit(Text(msg("core", "a window of %1 does not fit into an axis of %2"), length, size));
        return -1;
    }
    std::vector<float> places;
    places.reserve(size_t(count * length));
    for (int64_t i = 0; i < count; ++i)
        for (int64_t k = 0; k < length; ++k)
            places.push_back(float(i * step + k));
    const int64_t rows = whole.product(0, whole.rank()) / size;
    const ValueId table = b.transpose(b.reshape(x, {rows, size}), {1, 0});
    const ValueId picked = b.add(OpKind::Gather, {table, b.literal(std::move(places), {count, length})},
        {count, length, rows}, NoAttributes{});
    Shape out(std::vector<int64_t>(whole.dims.begin(), whole.dims.end() - 1));
    out.dims.insert(out.dims.end(), {count, length});
    return b.reshape(b.transpose(picked, {2, 0, 1}), out);
}

namespace {

constexpr int64_t mostNumbers = int64_t(1) << 24;

int64_t wholeOf(LayerContext& c, const char* name, int64_t otherwise)
{
    const auto given = OperationArguments(c).integers(99, name);
    return given && !given->empty() ? (*given)[0] : otherwise;
}

void sequences(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    const int64_t length = wholeOf(c, "sequence_length", 0), step = wholeOf(c, "sequence_stride", 0);
    if (c.failed() || b.rank(x) < 1 || length < 1 || step < 1)
        return b.fail(unreadable());
    c.set(slidingRows(b, x, length, step));
}

/// What a short-time Fourier transform works with.
struct Short {
    int64_t step = 1, fft = 1;
    std::vector<double> window; ///< [fft], zero at both ends; all ones for none
    bool windowed = true, centred = true;
};

std::optional<Short> shortOf(LayerContext& c)
{
    Short s;
    const int64_t length = wholeOf(c, "sequence_length", 0);
    s.step = wholeOf(c, "sequence_stride", 0);
    s.fft = wholeOf(c, "fft_length", 0);
    s.centred = OperationArguments(c).flag(99, "center", true);
    if (c.failed() || length < 1 || s.step < 1 || s.fft < length
        || c.build.times(s.fft, s.fft) > mostNumbers) {
        c.build.fail(unreadable());
        return std::nullopt;
    }
    const auto& config = c.config;
    const auto written = config.is_object() ? config.find("window") : config.end();
    const bool absent = !config.is_object() || written == config.end();
    s.windowed = absent || !written->is_null();
    s.window.assign(size_t(s.fft), s.windowed ? 0.0 : 1.0);
    std::vector<float> numbers;
    if (s.windowed && !absent && !written->is_string()) {
        const ValueId value = OperationArguments(c).value(*written);
        const std::vector<float>* known = value >= 0 ? OperationArguments(c).known(value) : nullptr;
        if (!known || int64_t(known->size()) != length) {
            c.build.fail(unreadable());
            return std::nullopt;
        }
        numbers = *known;
    }
    const bool hamming = !absent && written->is_string() && *written == "hamming";
    const int64_t before = (s.fft - length) / 2;
    for (int64_t i = 0; s.windowed && i < length; ++i) {
        const double at = std::cos(2 * std::numbers::pi * double(i) / double(length)); // periodic windows
        s.window[size_t(i + before)] = !numbers.empty() ? double(numbers[size_t(i)])
            : hamming                                   ? 0.54 - 0.46 * at
                                                        : 0.5 - 0.5 * at;
    }
    return s;
}

/// cos and sin of every sample and bin, weighed; [fft, 2·bins], the sines last.
std::vector<float> wavesOf(const std::vector<double>& window, double cosines, double sines, bool halves)
{
    const auto fft = int64_t(window.size()), bins = fft / 2 + 1;
    std::vector<float> out(static_cast<size_t>(fft * 2 * bins));
    for (int64_t i = 0; i < fft; ++i)
        for (int64_t k = 0; k < bins; ++k) {
            const double angle = 2 * std::numbers::pi * double(i * k % fft) / double(fft);
            // of half a spectrum every bin but the first and the middle one stands for two
            const double factor = window[size_t(i)] * (halves && k != 0 && 2 * k != fft ? 2 : 1);
            out[size_t(i * 2 * bins + k)] = float(factor * cosines * std::cos(angle));
            out[size_t(i * 2 * bins + bins + k)] = float(factor * sines * std::sin(angle));
        }
    return out;
}

/// The signal continued by its mirror image.
ValueId mirroredEnds(ProgramBuilder& b, ValueId x, int64_t edge)
{
    const int last = b.rank(x) - 1;
    const int64_t size = b.shape(x)[-1];
    if (edge < 1)
        return x;
    return b.concat(
        {b.sliceAxis(x, last, edge, edge, -1), x, b.sliceAxis(x, last, size - 2, edge, -1)}, last);
}

void shortTime(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = OperationArguments(c).operand(0, "x");
    const auto s = shortOf(c);
    if (!s || c.failed() || b.rank(x) < 1)
        return;
    if (s->centred)
        x = mirroredEnds(b, x, s->fft / 2);
    const Shape in = b.shape(x);
    const int64_t rows = in.product(0, in.rank() - 1), bins = s->fft / 2 + 1;
    const WindowPlace place = placeWindow(c, "valid", in[-1], s->fft, s->step, 1);
    ConvAttributes attributes;
    attributes.spatialRank = 1;
    attributes.stride[0] = s->step;
    const ValueId kernel = b.literal(wavesOf(s->window, 1, -1, false), {s->fft, 1, 2 * bins});
    const ValueId y = b.add(
        OpKind::Conv, {b.reshape(x, {rows, in[-1], 1}), kernel}, {rows, place.out, 2 * bins}, attributes);
    Shape out(std::vector<int64_t>(in.dims.begin(), in.dims.end() - 1));
    out.dims.insert(out.dims.end(), {place.out, bins});
    for (const int64_t begin : {int64_t(0), bins})
        c.outputs.push_back(b.reshape(b.sliceAxis(y, 2, begin, bins), out));
}

/// The window that undoes another one where frames overlap: w/Σw², over the frames that a sample lies in.
std::vector<double> inverseWindow(const Short& s)
{
    std::vector<double> out(s.window.size());
    for (int64_t i = 0; i < s.fft; ++i) {
        double sum = 0;
        for (int64_t k = i % s.step; k < s.fft; k += s.step)
            sum += s.window[size_t(k)] * s.window[size_t(k)];
        out[size_t(i)] = s.window[size_t(i)] / sum;
    }
    return out;
}

void inverseShortTime(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto parts = OperationArguments(c).operands(0, "x");
    const auto s = shortOf(c);
    if (!s || c.failed() || parts.size() != 2 || b.rank(parts[0]) < 2)
        return b.fail(unreadable());
    const Shape in = b.shape(parts[0]);
    const int64_t rows = in.product(0, in.rank() - 2), frames = in[-2], bins = s->fft / 2 + 1;
    if (in[-1] != bins)
        return b.misfit(unreadable());
    const int64_t whole = (frames - 1) * s->step + s->fft, from = s->centred ? s->fft / 2 : 0;
    const int64_t wanted = wholeOf(c, "length", s->centred ? whole - 2 * from : whole);
    const auto window = s->windowed ? inverseWindow(*s) : s->window;
    const double scale = 1.0 / double(s->fft);
    const ValueId kernel = b.literal(wavesOf(window, scale, -scale, true), {s->fft, 1, 2 * bins});
    const ValueId x = b.reshape(b.concat(parts, in.rank() - 1), {rows, frames, 2 * bins});
    ConvTransposeAttributes attributes;
    attributes.spatialRank = 1;
    attributes.stride[0] = s->step;
    ValueId y = b.add(OpKind::ConvTranspose, {x, kernel}, {rows, whole, 1}, attributes);
    y = b.sliceAxis(y, 1, from, std::min(wanted, whole - from));
    if (c.failed())
        return;
    Shape out(std::vector<int64_t>(in.dims.begin(), in.dims.end() - 2));
    out.dims.push_back(b.shape(y)[1]);
    c.set(b.reshape(y, out));
}

/// The numbers of every window of x [N, spatial…, C]: [N, windows, window, C].
ValueId patches(LayerContext& c, ValueId x, const std::vector<int64_t>& window,
    const std::vector<int64_t>& step, const std::vector<int64_t>& gap, const std::vector<int64_t>& out)
{
    ProgramBuilder& b = c.build;
    const Shape in = b.shape(x);
    const int rank = in.rank() - 2;
    Shape outs(out), windows(window);
    const int64_t places = outs.product(0, rank), inside = windows.product(0, rank);
    if (c.failed() || b.times(places, inside) > mostNumbers) {
        b.fail(Text(msg("core", "the operation %1 cannot be computed yet"), c.type));
        return -1;
    }
    std::vector<float> picked;
    picked.reserve(size_t(places * inside));
    for (int64_t place = 0; place < places; ++place)
        for (int64_t k = 0; k < inside; ++k) {
            int64_t at = 0, stride = 1, restPlace = place, restK = k;
            for (int axis = rank - 1; axis >= 0; --axis) {
                const size_t i = size_t(axis);
                at += stride * (restPlace % out[i] * step[i] + restK % window[i] * gap[i]);
                stride *= in[1 + axis];
                restPlace /= out[i];
                restK /= window[i];
            }
            picked.push_back(float(at));
        }
    const int64_t cells = in.product(1, in.rank() - 1), n = in[0], channels = in[-1];
    const ValueId table =
        b.reshape(b.transpose(b.reshape(x, {n, cells, channels}), {1, 0, 2}), {cells, n * channels});
    const ValueId y = b.add(OpKind::Gather, {table, b.literal(std::move(picked), {places, inside})},
        {places, inside, n * channels}, NoAttributes{});
    return b.transpose(b.reshape(y, {places, inside, n, channels}), {2, 0, 1, 3});
}

/// One number for each spatial axis.
std::vector<int64_t> perAxis(LayerContext& c, const char* name, int rank, int64_t otherwise)
{
    auto given = OperationArguments(c).integers(99, name).value_or(std::vector<int64_t>{otherwise});
    if (given.size() == 1)
        given.assign(size_t(rank), given[0]);
    if (int(given.size()) != rank || *std::min_element(given.begin(), given.end()) < 0)
        c.build.fail(unreadable());
    return given;
}

void extractPatches(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    OperationArguments arguments(c);
    ValueId x = arguments.operand(0, "images");
    const auto sizes = arguments.integers(99, "size");
    if (c.failed() || !sizes)
        return b.fail(unreadable());
    const int rank = sizes->size() == 3 ? 3 : 2;
    const bool first = c.channelsFirst(), single = b.rank(x) == rank + 1;
    if (single)
        x = b.alignLeft(x, rank + 2);
    x = toChannelsLast(b, x, first);
    const auto window = perAxis(c, "size", rank, 1), gap = perAxis(c, "dilation_rate", rank, 1);
    const auto step = arguments.find(99, "strides") ? perAxis(c, "strides", rank, 1) : window;
    if (c.failed() || b.rank(x) != rank + 2)
        return b.fail(unreadable());
    std::vector<int64_t> before(size_t(rank + 2), 0), after = before, out;
    for (int axis = 0; axis < rank && !c.failed(); ++axis) {
        const size_t i = size_t(axis);
        if (window[i] < 1 || step[i] < 1 || gap[i] < 1)
            return b.fail(unreadable());
        const WindowPlace place =
            placeWindow(c, c.text("padding", "valid"), b.shape(x)[1 + axis], window[i], step[i], gap[i]);
        before[i + 1] = place.before;
        after[i + 1] = place.after;
        out.push_back(place.out);
    }
    if (c.failed())
        return;
    ValueId y = patches(c, b.pad(x, before, after), window, step, gap, out);
    if (c.failed())
        return;
    Shape shape{b.shape(y)[0]};
    shape.dims.insert(shape.dims.end(), out.begin(), out.end());
    shape.dims.push_back(b.times(b.shape(y)[2], b.shape(y)[3]));
    y = toChannelsFirst(b, b.reshape(y, shape), first);
    shape = b.shape(y);
    shape.dims.erase(shape.dims.begin());
    c.set(single && !c.failed() ? b.reshape(y, shape) : y);
}

/// Windows of [N, C, H, W] as columns [N, C·window, places], or back: summed where they overlap.
struct Columns {
    std::vector<int64_t> window, gap, edge, step, out;
};

std::optional<Columns> columnsOf(LayerContext& c, const std::vector<int64_t>& size)
{
    Columns of{perAxis(c, "kernel_size", 2, 1), perAxis(c, "dilation", 2, 1), perAxis(c, "padding", 2, 0),
        perAxis(c, "stride", 2, 1), {}};
    if (c.failed())
        return std::nullopt;
    for (size_t i = 0; i < 2; ++i) {
        const int64_t covered = of.gap[i] * (of.window[i] - 1) + 1, whole = size[i] + 2 * of.edge[i];
        if (of.window[i] < 1 || of.gap[i] < 1 || of.step[i] < 1 || whole < covered) {
            c.build.misfit(
                Text(msg("core", "a window of %1 does not fit into an axis of %2"), covered, whole));
            return std::nullopt;
        }
        of.out.push_back((whole - covered) / of.step[i] + 1);
    }
    return of;
}

void unfold(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = OperationArguments(c).operand(0, "x");
    if (c.failed() || b.rank(x) != 4)
        return b.fail(unreadable());
    const auto of = columnsOf(c, {b.shape(x)[2], b.shape(x)[3]});
    if (!of)
        return;
    const std::vector<int64_t> border{0, of->edge[0], of->edge[1], 0};
    x = b.pad(b.transpose(x, {0, 2, 3, 1}), border, border);
    const ValueId y = patches(c, x, of->window, of->step, of->gap, of->out);
    if (c.failed())
        return;
    const Shape s = b.shape(y);
    c.set(b.reshape(b.transpose(y, {0, 3, 2, 1}), {s[0], b.times(s[3], s[2]), s[1]}));
}

void fold(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = OperationArguments(c).operand(0, "x");
    const auto size = perAxis(c, "output_size", 2, 0);
    const auto of = c.failed() ? std::nullopt : columnsOf(c, size);
    if (!of || b.rank(x) != 3)
        return b.fail(unreadable());
    const int64_t inside = of->window[0] * of->window[1], places = of->out[0] * of->out[1];
    const Shape in = b.shape(x);
    if (in[1] % inside != 0 || in[2] != places)
        return b.misfit(unreadable());
    const int64_t rows = in[0] * (in[1] / inside);
    const ValueId y = hostRows(b, {b.reshape(x, {rows, inside * places})}, {rows, b.times(size[0], size[1])},
        DType::Float32, [of = *of, size, inside, places](const std::vector<const float*>& from, float* out) {
            std::fill_n(out, size[0] * size[1], 0.0F);
            for (int64_t k = 0; k < inside; ++k)
                for (int64_t place = 0; place < places; ++place) {
                    const int64_t row = place / of.out[1] * of.step[0] + k / of.window[1] * of.gap[0]
                        - of.edge[0],
                                  column = place % of.out[1] * of.step[1] + k % of.window[1] * of.gap[1]
                        - of.edge[1];
                    if (row >= 0 && row < size[0] && column >= 0 && column < size[1])
                        out[row * size[1] + column] += from[0][k * places + place];
                }
        });
    c.set(b.reshape(y, {in[0], in[1] / inside, size[0], size[1]}));
}

void adaptivePool(LayerContext& c)
{
    const ValueId x = OperationArguments(c).operand(0, "inputs");
    const int rank = c.build.rank(x) - 2;
    asLayer(c,
        (c.type == "AdaptiveMaxPool" ? "AdaptiveMaxPooling" : "AdaptiveAveragePooling") + std::to_string(rank)
            + "D",
        c.config, x);
}

} // namespace

void addWindowOperations(LayerTable& table)
{
    const std::pair<const char*, LowerFunction> entries[]{{"ExtractSequences", sequences},
        {"STFT", shortTime}, {"ISTFT", inverseShortTime}, {"ExtractPatches", extractPatches},
        {"Unfold", unfold}, {"Fold", fold}, {"AdaptiveAveragePool", adaptivePool},
        {"AdaptiveMaxPool", adaptivePool}};
    for (const auto& [name, function] : entries)
        table.emplace(name, function);
}

} // namespace kerascope
