// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/spatial.h"

#include <array>

/// LocallyConnected1D and 2D of Keras 1 and 2: convolutions with a kernel of its own at each place of the
/// output. The option "implementation" says in which of three forms that kernel is stored.
namespace kerascope {
namespace {

struct Windows {
    int rank = 2;
    bool channelsFirst = false;
    std::string padding;
    int64_t filters = 0, channels = 0;
    Spatial kernel{1, 1, 1}, stride{1, 1, 1}, in{1, 1, 1}, out{1, 1, 1}, before{0, 0, 0}, after{0, 0, 0};

    int64_t places() const { return out[0] * out[1]; }
    int64_t taps() const { return kernel[0] * kernel[1]; }
};

std::optional<Windows> readWindows(LayerContext& c, ValueId x, int rank)
{
    Windows w;
    w.rank = rank;
    w.padding = c.text("padding", "valid");
    w.filters = c.positive("filters", 0);
    const Spatial kernel = c.spatial("kernel_size", rank, 0), stride = c.spatial("strides", rank, 1);
    for (int i = 0; i < rank && !c.failed(); ++i) {
        const size_t k = size_t(i);
        w.kernel[k] = kernel[k];
        w.stride[k] = stride[k];
        w.in[k] = c.build.shape(x)[1 + i];
        const WindowPlace place = placeWindow(c, w.padding, w.in[k], kernel[k], stride[k], 1);
        w.out[k] = place.out;
        // its own "same": an even window reaches further to the front than a convolution's
        w.before[k] = w.padding == "same" ? kernel[k] / 2 : 0;
        w.after[k] = w.padding == "same" ? kernel[k] - 1 - kernel[k] / 2 : 0;
    }
    if (c.failed())
        return std::nullopt;
    w.channels = c.build.shape(x)[-1];
    c.build.times(c.build.times(w.places(), w.taps()), c.build.times(w.channels, w.filters));
    return c.failed() ? std::nullopt : std::optional(w);
}

/// [N, H, W, C] → [N, places, features of a window]: taps outermost, or channels outermost.
ValueId patches(ProgramBuilder& b, ValueId x, const Windows& w, bool channelsOutermost)
{
    const int64_t batch = b.shape(x)[0];
    x = b.reshape(x, {batch, w.in[0], w.in[1], w.channels});
    x = b.pad(x, {0, w.before[0], w.before[1], 0}, {0, w.after[0], w.after[1], 0});
    std::vector<ValueId> taps;
    for (int64_t i = 0; i < w.kernel[0] && !b.failed(); ++i)
        for (int64_t j = 0; j < w.kernel[1] && !b.failed(); ++j) {
            const ValueId rows = b.sliceAxis(x, 1, i, w.out[0], w.stride[0]);
            const ValueId tap = b.sliceAxis(rows, 2, j, w.out[1], w.stride[1]);
            taps.push_back(b.reshape(tap, {batch, w.places(), 1, w.channels}));
        }
    ValueId all = b.concat(taps, 2);
    if (channelsOutermost)
        all = b.moveAxis(all, 3, 2);
    return b.reshape(all, {batch, w.places(), w.taps() * w.channels});
}

/// [N, places, features] × [places, features, filters], place by place.
ValueId placeByPlace(ProgramBuilder& b, ValueId x, ValueId kernel)
{
    return b.transpose(b.matMul(b.transpose(x, {1, 0, 2}), kernel, -1, {}), {1, 0, 2});
}

/// Is input row (or column) i inside the window of output place o, and as which tap?
std::optional<int64_t> tapOf(const Windows& w, size_t axis, int64_t o, int64_t i)
{
    const int64_t tap = i - (o * w.stride[axis] - w.before[axis]);
    return tap >= 0 && tap < w.kernel[axis] ? std::optional(tap) : std::nullopt;
}

/// Form 2: a dense matrix from all inputs to all outputs, of which only what lies in the windows counts.
ValueId denseForm(LayerContext& c, ValueId x, const Windows& w)
{
    constexpr int64_t mostElements = int64_t(1) << 26;
    ProgramBuilder& b = c.build;
    const int64_t inputs = b.times(w.in[0], w.in[1]);
    const int64_t elements = b.times(b.times(inputs, w.channels), b.times(w.places(), w.filters));
    if (c.failed() || elements > mostElements) {
        b.fail(Text(msg("core", "its dense kernel of %1 numbers is too large"), elements));
        return -1;
    }
    std::vector<float> mask(static_cast<size_t>(elements));
    size_t at = 0;
    const bool first = w.channelsFirst;
    const int64_t outerIn = first ? w.channels : 1, innerIn = first ? 1 : w.channels;
    const int64_t outerOut = first ? w.filters : 1, innerOut = first ? 1 : w.filters;
    for (int64_t ci = 0; ci < outerIn; ++ci)
        for (int64_t i = 0; i < inputs * innerIn; ++i)
            for (int64_t co = 0; co < outerOut; ++co)
                for (int64_t o = 0; o < w.places() * innerOut; ++o) {
                    const int64_t from = i / innerIn, to = o / innerOut;
                    const bool inside = tapOf(w, 0, to / w.out[1], from / w.in[1])
                        && tapOf(w, 1, to % w.out[1], from % w.in[1]);
                    mask[at++] = inside ? 1.0F : 0.0F;
                }
    Shape stored;
    const auto push = [&](const Spatial& sizes, int64_t channels) {
        if (first)
            stored.dims.push_back(channels);
        stored.dims.insert(stored.dims.end(), sizes.begin(), sizes.begin() + w.rank);
        if (!first)
            stored.dims.push_back(channels);
    };
    push(w.in, w.channels);
    push(w.out, w.filters);
    const ValueId kernel = c.weight("kernel", stored);
    if (c.failed())
        return -1;
    const ValueId masked =
        b.derived(DerivedKind::Multiply, {kernel, b.literal(std::move(mask), stored)}, stored);
    const int64_t batch = b.shape(x)[0];
    const ValueId flat = b.reshape(toChannelsFirst(b, x, first), {batch, inputs * w.channels});
    const ValueId y =
        b.matMul(flat, b.reshape(masked, {inputs * w.channels, w.places() * w.filters}), -1, {});
    return first ? b.transpose(b.reshape(y, {batch, w.filters, w.places()}), {0, 2, 1})
                 : b.reshape(y, {batch, w.places(), w.filters});
}

/// Form 3: only the numbers inside the windows, ordered by output and then by input. Gathered into form 1; a
/// tap outside the input points at any number, because the input is 0 there.
ValueId sparseKernel(LayerContext& c, const Windows& w)
{
    constexpr int64_t mostExact = int64_t(1) << 24; // indices are kept as floats
    ProgramBuilder& b = c.build;
    const int64_t places = w.places(), features = w.taps() * w.channels;
    if (b.times(places, b.times(features, w.filters)) > mostExact || c.failed()) {
        b.fail(
            Text(msg("core", "its dense kernel of %1 numbers is too large"), places * features * w.filters));
        return -1;
    }
    // the place of each tap of each window among the taps that lie inside, −1 outside
    std::vector<int64_t> rank, count(static_cast<size_t>(places), 0);
    for (int64_t o = 0; o < places; ++o)
        for (int64_t tap = 0; tap < w.taps(); ++tap) {
            const int64_t row = (o / w.out[1]) * w.stride[0] - w.before[0] + tap / w.kernel[1];
            const int64_t column = (o % w.out[1]) * w.stride[1] - w.before[1] + tap % w.kernel[1];
            const bool inside = row >= 0 && row < w.in[0] && column >= 0 && column < w.in[1];
            rank.push_back(inside ? count[size_t(o)]++ : -1);
        }
    std::vector<int64_t> before(static_cast<size_t>(places), 0); // taps of the windows in front
    int64_t total = 0;
    for (int64_t o = 0; o < places; ++o) {
        before[size_t(o)] = total;
        total += count[size_t(o)];
    }
    std::vector<float> index(static_cast<size_t>(places * features * w.filters), 0.0F);
    size_t at = 0;
    for (int64_t o = 0; o < places; ++o)
        for (int64_t feature = 0; feature < features; ++feature)
            for (int64_t f = 0; f < w.filters; ++f, ++at) {
                const bool first = w.channelsFirst;
                const int64_t tap = first ? feature % w.taps() : feature / w.channels;
                const int64_t channel = first ? feature / w.taps() : feature % w.channels;
                const int64_t inWindow = rank[size_t(o * w.taps() + tap)], n = count[size_t(o)];
                if (inWindow < 0)
                    continue;
                const int64_t base = first ? (f * total + before[size_t(o)]) * w.channels
                                           : (before[size_t(o)] * w.filters + f * n) * w.channels;
                index[at] = float(base + (first ? channel * n + inWindow : inWindow * w.channels + channel));
            }
    const int64_t stored = total * w.channels * w.filters;
    const ValueId kernel = b.reshape(c.weight("kernel", {stored}), {stored, 1});
    const Shape shape{places, features, w.filters};
    const ValueId gathered = b.add(OpKind::Gather, {kernel, b.literal(std::move(index), shape)},
        {places, features, w.filters, 1}, NoAttributes{});
    return b.reshape(gathered, shape);
}

ValueId applied(LayerContext& c, ValueId x, const Windows& w)
{
    ProgramBuilder& b = c.build;
    switch (c.integer("implementation", 1)) {
    case 1: {
        const ValueId kernel = c.weight("kernel", {w.places(), w.taps() * w.channels, w.filters});
        return placeByPlace(b, patches(b, x, w, w.channelsFirst), kernel);
    }
    case 2:
        return denseForm(c, x, w);
    case 3:
        return placeByPlace(b, patches(b, x, w, w.channelsFirst), sparseKernel(c, w));
    default:
        b.fail(Text(msg("core", "its option \"%1\" cannot be read"), "implementation"));
        return -1;
    }
}

template <int rank> void locallyConnected(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input(rank + 2, rank + 2);
    const bool channelsFirst = c.channelsFirst();
    if (c.failed())
        return;
    x = toChannelsLast(b, x, channelsFirst);
    auto w = readWindows(c, x, rank);
    if (!w)
        return;
    w->channelsFirst = channelsFirst;
    const ActivationSpec activation = c.activation("activation");
    ValueId y = applied(c, x, *w);
    Shape out(std::vector<int64_t>(w->out.begin(), w->out.begin() + rank));
    out.dims.push_back(w->filters);
    const ValueId bias = c.flag("use_bias", true) ? c.weight("bias", out) : -1;
    if (c.failed())
        return;
    out.dims.insert(out.dims.begin(), b.shape(x)[0]);
    y = toChannelsFirst(b, b.reshape(y, out), channelsFirst);
    if (c.failed())
        return;
    if (bias >= 0) { // with channels_first its numbers are read in that order, whatever the stored shape says
        Shape spread = b.shape(y);
        spread[0] = 1;
        y = b.binary(Binary::Add, y, b.reshape(bias, spread));
    }
    c.set(c.finish(b.unary(y, activation.simple), activation));
}

} // namespace

void addLocallyConnectedLayers(LayerTable& table)
{
    table.emplace("LocallyConnected1D", locallyConnected<1>);
    table.emplace("LocallyConnected2D", locallyConnected<2>);
}

} // namespace kerascope
