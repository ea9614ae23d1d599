// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/layers/layer_table.h"

#include <algorithm>
#include <cmath>

namespace kerascope {
namespace {

/// Numbers of the config as a constant that fits the last axis of x.
ValueId lastAxisLiteral(LayerContext& c, ValueId x, std::vector<float> numbers)
{
    ProgramBuilder& b = c.build;
    const int64_t count = int64_t(numbers.size());
    if (count != 1 && count != b.shape(x)[-1]) {
        b.misfit(Text(msg("core", "%1 numbers do not fit an input of shape %2"), count, b.shape(x).text()));
        return -1;
    }
    Shape shape(std::vector<int64_t>(size_t(b.rank(x)), 1));
    shape[-1] = count;
    return b.literal(std::move(numbers), shape);
}

/// x·scale + offset; each may be a list along the last axis.
void rescaling(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    ValueId x = c.input();
    auto scale = c.numbers("scale"), offset = c.numbers("offset");
    if (scale.empty())
        scale.push_back(1);
    if (offset.empty())
        offset.push_back(0);
    if (c.failed())
        return;
    if (scale.size() == 1 && offset.size() == 1) {
        c.set(b.linear(x, scale[0], offset[0]));
        return;
    }
    x = b.binary(Binary::Multiply, x, lastAxisLiteral(c, x, std::move(scale)));
    if (!c.failed())
        c.set(b.binary(Binary::Add, x, lastAxisLiteral(c, x, std::move(offset))));
}

/// Mean and divisor max(√variance, 1e-7), spread over x.
struct Statistics {
    ValueId mean = -1, scale = -1;
};

Statistics writtenStatistics(LayerContext& c, const Shape& spread, bool invert)
{
    auto mean = c.numbers("mean"), variance = c.numbers("variance");
    const size_t count = size_t(spread.elements().value_or(0));
    for (std::vector<float>* list : {&mean, &variance}) {
        if (list->size() != 1 && list->size() != count)
            c.build.misfit(
                Text(msg("core", "%1 numbers do not fit an input of shape %2"), list->size(), spread.text()));
        else if (list->size() == 1)
            list->assign(count, list->front());
    }
    if (c.failed())
        return {};
    for (float& v : variance) {
        v = std::max(std::sqrt(v), 1e-7F);
        v = invert ? v : 1 / v;
    }
    return {c.build.literal(std::move(mean), spread), c.build.literal(std::move(variance), spread)};
}

Statistics storedStatistics(LayerContext& c, const Shape& size, const Shape& spread, bool invert)
{
    ProgramBuilder& b = c.build;
    // an axis of None is stored without any dimension
    const ValueId variance = c.weight("variance", size), mean = c.weight("mean", size);
    const ValueId scale = b.derived(DerivedKind::NormalizationScale, {variance}, size, invert ? 1.0F : 0.0F);
    return {b.reshape(mean, spread), b.reshape(scale, spread)};
}

/// (x − mean)/max(√variance, 1e-7) or its inverse. Subtracted before it is scaled: a constant feature has a
/// scale of 1e7.
void normalization(LayerContext& c)
{
    ProgramBuilder& b = c.build;
    const ValueId x = c.input();
    if (c.failed())
        return;
    // an axis of None is written as null or as an empty list
    const nlohmann::json* written = c.find("axis");
    const bool none = written ? written->is_array() && written->empty() : c.config.contains("axis");
    std::vector<int> axes;
    if (!none)
        axes = c.axes("axis", b.rank(x), {-1});
    std::sort(axes.begin(), axes.end());
    Shape spread(std::vector<int64_t>(size_t(b.rank(x)), 1)), size;
    for (const int axis : axes) {
        spread[axis] = b.shape(x)[axis];
        size.dims.push_back(spread[axis]);
    }
    const bool invert = c.flag("invert", false);
    const Statistics s =
        c.find("mean") ? writtenStatistics(c, spread, invert) : storedStatistics(c, size, spread, invert);
    if (c.failed())
        return;
    c.set(invert ? b.binary(Binary::Add, b.binary(Binary::Multiply, x, s.scale), s.mean)
                 : b.binary(Binary::Multiply, b.binary(Binary::Subtract, x, s.mean), s.scale));
}

} // namespace

void addPreprocessingLayers(LayerTable& table)
{
    table.emplace("Rescaling", rescaling);
    table.emplace("Normalization", normalization);
}

} // namespace kerascope
