// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/spatial.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

/// Spectrograms as convolutions with the waves of a Fourier transform.
namespace kerascope {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float ln10 = std::numbers::ln10_v<float>;

ValueId atLeast(ProgramBuilder& b, ValueId x, float low)
{
    return b.unary(x, {Unary::Clip, low, infinity, 0});
}

/// Frames of a signal [N, T, 1] times the waves [length, 1, bins] → [N, frames, bins].
ValueId transformed(LayerContext& c, ValueId x, ValueId waves, int64_t stride, const std::string& padding)
{
    ProgramBuilder& b = c.build;
    if (c.failed())
        return -1;
    const Shape kernel = b.shape(waves), in = b.shape(x);
    const WindowPlace place = placeWindow(c, padding, in[1], kernel[0], stride, 1);
    ConvAttributes attributes;
    attributes.spatialRank = 1;
    attributes.stride[0] = stride;
    attributes.padBefore[0] = place.before;
    attributes.padAfter[0] = place.after;
    return b.add(OpKind::Conv, {x, waves}, {in[0], place.out, kernel[2]}, attributes);
}

ValueId power(ProgramBuilder& b, ValueId real, ValueId imaginary)
{
    return b.binary(Binary::Add, b.unary(real, {Unary::Square}), b.unary(imaginary, {Unary::Square}));
}

/// What a mode makes of the real and imaginary parts [N·C, frames, bins].
ValueId modeOf(LayerContext& c, const std::string& mode, ValueId real, ValueId imaginary)
{
    constexpr float epsilon = 1e-7F;
    ProgramBuilder& b = c.build;
    if (mode == "real" || mode == "imag")
        return mode == "real" ? real : imaginary;
    if (mode == "stft")
        return b.concat({real, imaginary}, 2);
    const ValueId p = power(b, real, imaginary);
    if (c.failed())
        return -1;
    if (mode == "psd") { // all but the first and the last count for the mirrored half too
        const int64_t bins = b.shape(p)[2];
        if (bins < 3)
            return p;
        const ValueId inner = b.pad(b.sliceAxis(p, 2, 1, bins - 2), {0, 0, 1}, {0, 0, 1});
        return b.binary(Binary::Add, p, inner);
    }
    const ValueId magnitude = b.unary(atLeast(b, p, epsilon), {Unary::Sqrt});
    if (mode == "magnitude")
        return magnitude;
    if (mode == "log")
        return b.unary(atLeast(b, magnitude, epsilon), {Unary::Log});
    b.fail(Text(msg("core", "its option \"%1\" is not supported"), "mode"));
    return -1;
}

void stftSpectrogram(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input(3, 3);
    const bool first = c.channelsFirst(), apart = c.flag("expand_dims", false);
    const int64_t length = c.positive("frame_length", 256);
    const int64_t step =
        c.find("frame_step") ? c.positive("frame_step", 1) : std::max<int64_t>(length / 2, 1);
    const int64_t fft = c.find("fft_length") ? c.positive("fft_length", 1) : length;
    const std::string mode = c.text("mode", "log"), padding = c.text("padding", "valid");
    if (c.failed())
        return;
    if (!first)
        x = b.transpose(x, {0, 2, 1}); // [N, C, T]
    const Shape in = b.shape(x);
    x = b.reshape(x, {in[0] * in[1], in[2], 1});
    const Shape waves{length, 1, fft / 2 + 1};
    const ValueId real =
        mode == "imag" ? -1 : transformed(c, x, c.weight("real_kernel", waves), step, padding);
    const ValueId imaginary =
        mode == "real" ? -1 : transformed(c, x, c.weight("imag_kernel", waves), step, padding);
    const ValueId y = c.failed() ? -1 : modeOf(c, mode, real, imaginary);
    if (c.failed())
        return;
    const int64_t frames = b.shape(y)[1], bins = b.shape(y)[2];
    const ValueId whole = b.reshape(y, {in[0], in[1], frames, bins}); // [N, C, T, F]
    if (apart)
        c.set(first ? whole : b.transpose(whole, {0, 2, 3, 1}));
    else if (first)
        c.set(b.reshape(b.transpose(whole, {0, 1, 3, 2}), {in[0], in[1] * bins, frames}));
    else
        c.set(b.reshape(b.transpose(whole, {0, 2, 1, 3}), {in[0], frames, in[1] * bins}));
}

/// Waves of a window in the middle of `fft` samples; [fft, 1, bins], cosine or −sine.
std::vector<float> waves(int64_t fft, int64_t length, const std::string& window, bool cosine)
{
    const int64_t bins = fft / 2 + 1, before = (fft - length) / 2;
    std::vector<float> out(static_cast<size_t>(fft * bins), 0.0F);
    constexpr double turn = 2 * std::numbers::pi;
    for (int64_t i = 0; i < length; ++i) {
        const double at = std::cos(turn * double(i) / double(length)); // periodic windows
        const double weight = window == "hann" ? 0.5 - 0.5 * at : window == "hamming" ? 0.54 - 0.46 * at : 1;
        for (int64_t k = 0; k < bins; ++k) {
            const double angle = turn * double((i + before) * k % fft) / double(fft);
            out[size_t((i + before) * bins + k)] =
                float(weight * (cosine ? std::cos(angle) : -std::sin(angle)));
        }
    }
    return out;
}

double mel(double hertz) { return 1127.0 * std::log(1 + hertz / 700.0); }

/// [bins, bands]: triangles that are even on the mel scale.
std::vector<float> melWeights(int64_t bins, int64_t bands, double rate, double low, double high)
{
    std::vector<float> out(static_cast<size_t>(bins * bands), 0.0F);
    const double width = (mel(high) - mel(low)) / double(bands + 1);
    for (int64_t k = 1; k < bins; ++k) { // the constant part is left out
        const double at = mel(rate / 2 * double(k) / double(bins - 1));
        for (int64_t band = 0; band < bands; ++band) {
            const double left = mel(low) + width * double(band);
            const double rising = (at - left) / width, falling = (left + 2 * width - at) / width;
            out[size_t(k * bands + band)] = float(std::max(0.0, std::min(rising, falling)));
        }
    }
    return out;
}

void melSpectrogram(LayerContext& c)
{
    constexpr int64_t mostWaves = int64_t(1) << 24;
    ProgramBuilder& b = c.build;
    ValueId x = c.input(1, 2);
    const int64_t fft = c.positive("fft_length", 2048), step = c.positive("sequence_stride", 512);
    const int64_t length = c.find("sequence_length") ? c.positive("sequence_length", 1) : fft;
    const std::string window = c.text("window", "hann");
    const int64_t bands = c.positive("num_mel_bins", 128), bins = fft / 2 + 1;
    const double rate = c.number("sampling_rate", 16000), low = c.number("min_freq", 20);
    const double high = c.number("max_freq", rate / 2), exponent = c.number("mag_exp", 2);
    if (c.failed())
        return;
    const bool knownWindow = window == "hann" || window == "hamming";
    if (length > fft || b.times(fft, bins) > mostWaves || b.times(bins, bands) > mostWaves || !knownWindow)
        return b.fail(Text(msg("core", "its arguments cannot be read")));
    const bool batched = b.rank(x) == 2;
    if (!batched)
        x = b.reshape(x, {1, b.shape(x)[0]});
    const int64_t samples = b.shape(x)[1], edge = fft / 2;
    if (edge >= samples)
        return b.misfit(Text(msg("core", "a window of %1 does not fit into an axis of %2"), fft, samples));
    if (edge > 0) // frames are centred: the signal goes on as its mirror image
        x = b.concat({b.sliceAxis(x, 1, edge, edge, -1), x, b.sliceAxis(x, 1, samples - 2, edge, -1)}, 1);
    x = b.reshape(x, {b.shape(x)[0], b.shape(x)[1], 1});
    const auto part = [&](bool cosine) {
        return transformed(
            c, x, b.literal(waves(fft, length, window, cosine), {fft, 1, bins}), step, "valid");
    };
    ValueId y = power(b, part(true), part(false));
    if (exponent != 2)
        y = b.binary(Binary::Power, b.unary(y, {Unary::Sqrt}), b.scalar(float(exponent), 3));
    y = b.matMul(y, b.literal(melWeights(bins, bands, rate, low, high), {bins, bands}), -1, {});
    if (c.flag("power_to_db", true) && !c.failed()) {
        const auto least = float(c.number("min_power", 1e-10));
        const auto reference = std::max(float(std::abs(c.number("ref_power", 1))), least);
        y = b.linear(b.unary(atLeast(b, y, least), {Unary::Log}), 10 / ln10, -10 * std::log10(reference));
        const ValueId top = b.reduce(ReduceKind::Maximum, y, {0, 1, 2}, true); // of the whole batch
        y = b.binary(Binary::Maximum, y, b.linear(top, 1, -float(c.number("top_db", 80))));
    }
    y = b.transpose(y, {0, 2, 1});
    c.set(batched || c.failed() ? y : b.reshape(y, {b.shape(y)[1], b.shape(y)[2]}));
}

} // namespace

void addAudioLayers(LayerTable& table)
{
    table.emplace("STFTSpectrogram", stftSpectrogram);
    table.emplace("MelSpectrogram", melSpectrogram);
}

} // namespace kerascope
