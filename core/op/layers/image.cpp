// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"
#include "core/op/layers/spatial.h"

#include <algorithm>

namespace kerascope {
namespace {

/// A picture [N, H, W, C] cut to height × width around its middle.
ValueId cutMiddle(ProgramBuilder& b, ValueId x, int64_t height, int64_t width)
{
    const Shape size = b.shape(x);
    x = b.sliceAxis(x, 1, (size[1] - height) / 2, height);
    return b.sliceAxis(x, 2, (size[2] - width) / 2, width);
}

/// Of a side, the largest part that has the other side's share of the target: Keras truncates.
int64_t sideFor(int64_t other, int64_t target, int64_t otherTarget)
{
    return int64_t(float(other * target) / float(otherTarget));
}

ValueId cutToAspect(ProgramBuilder& b, ValueId x, int64_t height, int64_t width)
{
    const Shape size = b.shape(x);
    return cutMiddle(b, x, std::clamp<int64_t>(sideFor(size[2], height, width), 1, size[1]),
        std::clamp<int64_t>(sideFor(size[1], width, height), 1, size[2]));
}

ValueId padToAspect(ProgramBuilder& b, ValueId x, int64_t height, int64_t width, float value)
{
    const Shape size = b.shape(x);
    const int64_t top = (std::max(size[1], sideFor(size[2], height, width)) - size[1]) / 2;
    const int64_t left = (std::max(size[2], sideFor(size[1], width, height)) - size[2]) / 2;
    return b.pad(x, {0, top, left, 0}, {0, top, left, 0}, value);
}

/// The target's height and width, and the picture with its channels last.
struct Picture {
    ValueId x = -1;
    int64_t height = 0, width = 0;
    bool channelsFirst = false;
};

std::optional<Picture> readPicture(LayerContext& c)
{
    Picture picture{c.input(4, 4), c.positive("height", 0), c.positive("width", 0), c.channelsFirst()};
    picture.x = toChannelsLast(c.build, picture.x, picture.channelsFirst);
    if (c.failed())
        return std::nullopt;
    return picture;
}

void setPicture(LayerContext& c, const Picture& picture, ValueId x)
{
    if (!c.failed())
        c.set(toChannelsFirst(c.build, x, picture.channelsFirst));
}

void resizing(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto picture = readPicture(c);
    const std::string how = c.text("interpolation", "bilinear");
    if (!picture)
        return;
    ValueId x = picture->x;
    if (c.flag("crop_to_aspect_ratio", false))
        x = cutToAspect(b, x, picture->height, picture->width);
    else if (c.flag("pad_to_aspect_ratio", false))
        x = padToAspect(b, x, picture->height, picture->width, float(c.number("fill_value", 0)));
    const bool antialias = c.flag("antialias", false) && how != "nearest";
    setPicture(c, *picture,
        antialias ? resizeByMatrices(c, x, how, true, picture->height, picture->width)
                  : resizePicture(c, x, how, picture->height, picture->width));
}

/// A part of the target's shape, resized, up to Keras 3.7; later versions give the picture as it is.
void randomCrop(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    if (!c.flag("resizes", false))
        return c.set(c.input());
    const auto picture = readPicture(c);
    if (!picture)
        return;
    const ValueId cut = cutToAspect(b, picture->x, picture->height, picture->width);
    setPicture(c, *picture, resizePicture(c, cut, "bilinear", picture->height, picture->width));
}

/// The middle; a picture that is too small is cut to the target's shape and resized.
void centerCrop(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const auto picture = readPicture(c);
    if (!picture)
        return;
    const Shape size = b.shape(picture->x);
    if (size[1] >= picture->height && size[2] >= picture->width) {
        setPicture(c, *picture, cutMiddle(b, picture->x, picture->height, picture->width));
        return;
    }
    const ValueId cut = cutToAspect(b, picture->x, picture->height, picture->width);
    setPicture(c, *picture, resizePicture(c, cut, "bilinear", picture->height, picture->width));
}

/// Each picture and channel stretched from its lowest … highest value to the whole range; one that is flat
/// stays.
void autoContrast(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId given = c.input(3, 4);
    const auto range = c.numbers("value_range");
    if (c.failed())
        return;
    if (range.size() != 2 || range[0] == range[1])
        return b.fail(Text(msg("core", "its option \"%1\" cannot be read"), "value_range"));
    const float low = std::min(range[0], range[1]), high = std::max(range[0], range[1]);
    const float scale = 255 / (high - low);
    const ValueId x = b.linear(b.cast(given, DType::Float32), scale, -low * scale);
    const std::vector<int> over = b.rank(x) == 4 ? std::vector<int>{1, 2} : std::vector<int>{0, 1};
    const ValueId least = b.reduce(ReduceKind::Minimum, x, over, true),
                  most = b.reduce(ReduceKind::Maximum, x, over, true);
    const ValueId width = b.binary(Binary::Subtract, most, least);
    const ValueId flat = b.binary(Binary::Equal, width, b.scalar(0, b.rank(x)));
    const ValueId divisor = b.select(flat, b.scalar(1, b.rank(x)), width);
    const ValueId stretched =
        b.unary(b.binary(Binary::Divide, b.linear(b.binary(Binary::Subtract, x, least), 255, 0), divisor),
            {Unary::Clip, 0, 255, 0});
    const ValueId back = b.linear(stretched, (high - low) / 255, low);
    if (!c.failed())
        c.set(b.select(flat, given, back));
}

/// Its layers in a row.
void pipeline(LayerContext& c)
{
    const nlohmann::json* layers = c.find("layers");
    ValueId x = c.input();
    if (!layers || !layers->is_array()) {
        c.build.fail(Text(msg("core", "the layer inside it cannot be read")));
        return;
    }
    for (size_t i = 0; i < layers->size() && !c.failed(); ++i) {
        const auto made = lowerInnerLayer(c, (*layers)[i], {{x, {}}}, "layers/" + std::to_string(i) + "/");
        x = made.empty() ? -1 : made[0];
    }
    c.set(x);
}

} // namespace

void addImageLayers(LayerTable& table)
{
    table.emplace("Resizing", resizing);
    table.emplace("CenterCrop", centerCrop);
    table.emplace("RandomCrop", randomCrop);
    table.emplace("Pipeline", pipeline);
    table.emplace("AutoContrast", autoContrast);
}

} // namespace kerascope
