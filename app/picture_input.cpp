// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture_input.h"

#include <QColorSpace>
#include <QImage>
#include <QImageReader>
#include <algorithm>
#include <array>
#include <cmath>

namespace kerascope {
namespace {

/// Bytes of a decoded picture; larger ones are refused before memory is taken.
constexpr int maxPictureMegabytes = 512;

struct Layout {
    int64_t height = 0, width = 0, channels = 0;
    bool channelsFirst = false;
};

std::optional<Layout> pictureLayout(const Shape& shape)
{
    if (shape.rank() != 4)
        return std::nullopt;
    const auto usable = [](int64_t channels) { return channels == 1 || channels == 3 || channels == 4; };
    if (usable(shape[3]))
        return Layout{shape[1], shape[2], shape[3], false};
    if (usable(shape[1]))
        return Layout{shape[2], shape[3], shape[1], true};
    return std::nullopt;
}

Result<QImage> decode(const std::filesystem::path& file, int64_t channels)
{
    QImageReader::setAllocationLimit(maxPictureMegabytes);
    QImageReader reader(QString::fromStdString(file.string()));
    reader.setAutoTransform(true);
    QImage image = reader.read();
    if (image.isNull())
        return Error{ErrorCode::File, file.string(), {msg("core", "the picture cannot be read")},
            {msg("core", "give a PNG or JPEG file")}};
    if (channels == 1)
        return image.convertToFormat(QImage::Format_Grayscale8);
    return image.convertToFormat(channels == 3 ? QImage::Format_RGB888 : QImage::Format_RGBA8888);
}

/// What a pixel's channel becomes. Source of the constants: keras/src/applications/imagenet_utils.py.
float prepared(float value, int64_t channel, const std::string& mode)
{
    static constexpr std::array<float, 3> mean{0.485F, 0.456F, 0.406F}, deviation{0.229F, 0.224F, 0.225F};
    static constexpr std::array<float, 3> meanBgr{103.939F, 116.779F, 123.68F};
    const size_t c = size_t(std::min<int64_t>(channel, 2));
    if (mode == "unit")
        return value / 255.0F;
    if (mode == "tf")
        return value / 127.5F - 1.0F;
    if (mode == "torch")
        return (value / 255.0F - mean[c]) / deviation[c];
    if (mode == "caffe")
        return value - meanBgr[c];
    return value;
}

struct Source {
    int low = 0, high = 0;
    float weight = 0; ///< of high
};
std::vector<Source> sources(int64_t out, int in)
{
    std::vector<Source> all(static_cast<size_t>(out));
    for (int64_t i = 0; i < out; ++i) {
        const float place = (float(i) + 0.5F) * float(in) / float(out) - 0.5F;
        const float clamped = std::clamp(place, 0.0F, float(in - 1));
        const int low = int(clamped);
        all[size_t(i)] = {low, std::min(low + 1, in - 1), clamped - float(low)};
    }
    return all;
}

} // namespace

Result<Tensor> pictureTensor(const std::filesystem::path& file, const std::string& mode, const Shape& shape)
{
    const auto layout = pictureLayout(shape);
    if (!layout)
        return Error{ErrorCode::Usage, file.string(),
            {msg("core", "the input of shape %1 takes no picture"), shape.text()},
            {msg("core", "give an array instead")}};
    auto image = decode(file, layout->channels);
    if (!image)
        return image.error();
    const auto rows = sources(layout->height, image->height());
    const auto columns = sources(layout->width, image->width());
    const int64_t channels = layout->channels;
    const bool swapsColours = mode == "caffe" && channels >= 3;
    Tensor out{shape, DType::Float32, std::vector<float>(size_t(shape.elements().value_or(0)))};
    const int64_t plane = layout->height * layout->width;
    for (int64_t y = 0; y < layout->height; ++y) {
        const uchar* upper = image->constScanLine(rows[size_t(y)].low);
        const uchar* lower = image->constScanLine(rows[size_t(y)].high);
        for (int64_t x = 0; x < layout->width; ++x) {
            const Source& column = columns[size_t(x)];
            for (int64_t c = 0; c < channels; ++c) {
                const int64_t from = swapsColours && c < 3 ? 2 - c : c;
                const auto at = [&](const uchar* line, int pixel) {
                    return float(line[pixel * channels + from]);
                };
                const float top = std::lerp(at(upper, column.low), at(upper, column.high), column.weight);
                const float bottom = std::lerp(at(lower, column.low), at(lower, column.high), column.weight);
                const float value = prepared(std::lerp(top, bottom, rows[size_t(y)].weight), c, mode);
                const int64_t pixel = y * layout->width + x;
                out.data[size_t(layout->channelsFirst ? c * plane + pixel : pixel * channels + c)] = value;
            }
        }
    }
    const size_t sample = size_t(plane * channels);
    for (int64_t n = 1; n < shape[0]; ++n)
        std::copy_n(out.data.begin(), sample, out.data.begin() + std::ptrdiff_t(size_t(n) * sample));
    return out;
}

} // namespace kerascope
