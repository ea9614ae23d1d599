// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/spatial.h"

#include <algorithm>

namespace kerascope {

WindowPlace placeWindow(LayerContext& c, const std::string& padding, int64_t size, int64_t kernel,
    int64_t stride, int64_t dilation)
{
    WindowPlace place;
    const int64_t reach = c.build.times(kernel - 1, dilation) + 1;
    if (c.failed())
        return place;
    if (padding == "same") {
        place.out = (size + stride - 1) / stride;
        const int64_t total = std::max<int64_t>((place.out - 1) * stride + reach - size, 0);
        place.before = total / 2;
        place.after = total - place.before;
        return place;
    }
    if (padding == "causal")
        place.before = reach - 1;
    else if (padding == "full") // Keras 1 with Theano
        place.before = place.after = reach - 1;
    else if (padding != "valid")
        c.build.fail(Text(msg("core", "the padding \"%1\" is not known"), padding));
    const int64_t room = size + place.before + place.after - reach;
    if (room < 0)
        c.build.misfit(Text(msg("core", "a window of %1 does not fit into an axis of %2"), reach, size));
    else
        place.out = room / stride + 1;
    return place;
}

TransposedPlace placeTransposed(LayerContext& c, const std::string& padding, int64_t size, int64_t kernel,
    int64_t stride, int64_t dilation, std::optional<int64_t> extra)
{
    TransposedPlace place;
    const int64_t reach = c.build.times(kernel - 1, dilation) + 1;
    const int64_t spread = c.build.times(size - 1, stride);
    if (extra && (*extra < 0 || *extra >= stride))
        c.build.fail(
            Text(msg("core", "an output padding of %1 with a stride of %2 is not possible"), *extra, stride));
    if (padding != "valid" && padding != "same")
        c.build.fail(Text(msg("core", "the padding \"%1\" is not known"), padding));
    if (c.failed())
        return place;
    if (padding == "valid") {
        place.out = spread + reach + extra.value_or(std::max(reach, stride) - reach);
        return place;
    }
    int64_t total = stride + reach - 2;
    place.out = spread + stride;
    if (extra) {
        total = reach + reach % 2 - 2 + *extra;
        place.out = spread + reach % 2 + *extra;
    }
    const int64_t left = std::min(total / 2 + total % 2, reach - 1);
    place.crop = std::max<int64_t>((reach - 1) - left, 0);
    return place;
}

TransposedPlace placeTransposedInto(LayerContext& c, const std::string& padding, int64_t size, int64_t kernel,
    int64_t stride, int64_t dilation, int64_t out)
{
    const int64_t reach = c.build.times(kernel - 1, dilation) + 1;
    const int64_t full = c.build.times(size - 1, stride) + reach;
    const WindowPlace back = placeWindow(c, padding, out, kernel, stride, dilation);
    if (!c.failed() && back.out != size)
        c.build.misfit(Text(msg("core", "an output of %1 does not come from an axis of %2"), out, size));
    return {out, padding == "same" ? std::max<int64_t>(full - out, 0) / 2 : 0};
}

ValueId toChannelsLast(ProgramBuilder& builder, ValueId x, bool channelsFirst)
{
    return channelsFirst && x >= 0 ? builder.moveAxis(x, 1, builder.rank(x) - 1) : x;
}

ValueId toChannelsFirst(ProgramBuilder& builder, ValueId x, bool channelsFirst)
{
    return channelsFirst && x >= 0 ? builder.moveAxis(x, builder.rank(x) - 1, 1) : x;
}

Shape kernelShape(const Spatial& kernel, int rank, int64_t in, int64_t out)
{
    Shape shape(std::vector<int64_t>(kernel.begin(), kernel.begin() + rank));
    shape.dims.push_back(in);
    shape.dims.push_back(out);
    return shape;
}

ValueId resizePicture(LayerContext& context, ValueId x, const std::string& how, int64_t height, int64_t width)
{
    ProgramBuilder& b = context.build;
    const std::pair<const char*, ResizeKind> kinds[]{{"nearest", ResizeKind::Nearest},
        {"bilinear", ResizeKind::Bilinear}, {"bicubic", ResizeKind::Bicubic},
        {"lanczos3", ResizeKind::Lanczos3}, {"lanczos5", ResizeKind::Lanczos5}};
    const auto kind =
        std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& k) { return how == k.first; });
    if (kind == std::end(kinds))
        return resizeByMatrices(context, x, how, false, height, width);
    if (b.failed())
        return -1;
    Shape out = b.shape(x);
    out[1] = height;
    out[2] = width;
    return b.add(OpKind::Resize, {x}, std::move(out), ResizeAttributes{kind->second});
}

} // namespace kerascope
