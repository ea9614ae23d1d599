// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/cpu/onednn_shapes.h"

#include "core/engine/strides.h"

namespace kerascope::onednn {
namespace {

const Shape& shapeOf(const Program& program, ValueId value) { return program.values[size_t(value)].shape; }

/// [N, spatial…, C] as N, C, spatial….
View channelsLast(const Shape& shape)
{
    const std::vector<int64_t> own = rowMajorStrides(shape);
    View view{{shape[0], shape[-1]}, {own.front(), own.back()}};
    for (int i = 1; i + 1 < shape.rank(); ++i) {
        view.dims.push_back(shape[i]);
        view.strides.push_back(own[size_t(i)]);
    }
    return view;
}

/// oneDNN works through the taps that fall beside the input, and takes memory for them: a dilation that a
/// file made up must not keep it busy.
constexpr int64_t longestReach = int64_t(1) << 15;

View biasView(const Operation& operation, int64_t channels)
{
    return operation.input(2) < 0 ? View{} : View{{channels}, {1}};
}

} // namespace

ProductViews convViews(const Program& program, const Operation& operation)
{
    const auto& a = operation.as<ConvAttributes>();
    const Shape &kernel = shapeOf(program, operation.inputs[1]), &y = shapeOf(program, operation.outputs[0]);
    ProductViews views;
    views.x = channelsLast(shapeOf(program, operation.inputs[0]));
    views.y = channelsLast(y);
    views.bias = biasView(operation, y[-1]);
    const std::vector<int64_t> own = rowMajorStrides(kernel);
    const int64_t perGroup = kernel[-1] / a.groups;
    if (a.groups > 1)
        views.kernel = {{a.groups, perGroup, kernel[-2]}, {perGroup, 1, own[own.size() - 2]}};
    else
        views.kernel = {{kernel[-1], kernel[-2]}, {1, own[own.size() - 2]}};
    for (size_t i = 0; i < size_t(a.spatialRank); ++i) {
        views.kernel.dims.push_back(kernel.dims[i]);
        views.kernel.strides.push_back(own[i]);
        views.stride.push_back(a.stride[i]);
        views.dilation.push_back(a.dilation[i] - 1);
        views.padBefore.push_back(a.padBefore[i]);
        views.padAfter.push_back(a.padAfter[i]);
        views.valid = views.valid && (kernel.dims[i] - 1) * (a.dilation[i] - 1) <= longestReach
            && a.stride[i] <= longestReach;
    }
    return views;
}

ProductViews convTransposeViews(const Program& program, const Operation& operation)
{
    const auto& a = operation.as<ConvTransposeAttributes>();
    const Shape &x = shapeOf(program, operation.inputs[0]), &kernel = shapeOf(program, operation.inputs[1]),
                &y = shapeOf(program, operation.outputs[0]);
    ProductViews views;
    views.x = channelsLast(x);
    views.y = channelsLast(y);
    views.bias = biasView(operation, y[-1]);
    const std::vector<int64_t> own = rowMajorStrides(kernel);
    views.kernel = {{kernel[-2], kernel[-1]}, {own[own.size() - 2], 1}};
    for (size_t i = 0; i < size_t(a.spatialRank); ++i) {
        views.kernel.dims.push_back(kernel.dims[i]);
        views.kernel.strides.push_back(own[i]);
        views.stride.push_back(a.stride[i]);
        views.dilation.push_back(a.dilation[i] - 1);
        views.padBefore.push_back(a.cropBefore[i]);
        const int64_t extent = (kernel.dims[i] - 1) * a.dilation[i] + 1;
        const int64_t full = (x.dims[i + 1] - 1) * a.stride[i] + extent;
        views.padAfter.push_back(full - a.cropBefore[i] - y.dims[i + 1]);
        views.valid = views.valid && views.padAfter.back() >= 0 && views.padAfter.back() < extent
            && a.cropBefore[i] < extent && extent - kernel.dims[i] <= longestReach
            && a.stride[i] <= longestReach;
    }
    return views;
}

ProductViews matMulViews(const Program& program, const Operation& operation)
{
    const auto& attributes = operation.as<MatMulAttributes>();
    const Shape &a = shapeOf(program, operation.inputs[0]), &b = shapeOf(program, operation.inputs[1]),
                &y = shapeOf(program, operation.outputs[0]);
    ProductViews views;
    const auto swapped = [](View view, bool transpose) {
        if (transpose) {
            std::swap(view.dims[view.dims.size() - 1], view.dims[view.dims.size() - 2]);
            std::swap(view.strides[view.strides.size() - 1], view.strides[view.strides.size() - 2]);
        }
        return view;
    };
    const auto bRank = size_t(b.rank());
    if (bRank == 2 && !attributes.transposeA) { // all rows at once
        const int64_t inner = a[-1], columns = y[-1];
        const int64_t rows = inner == 0 ? 0 : a.product(0, a.rank() - 1);
        views.x = {{rows, inner}, {inner, 1}};
        views.y = {{rows, columns}, {columns, 1}};
        views.kernel = swapped({b.dims, rowMajorStrides(b)}, attributes.transposeB);
    } else {
        views.x = swapped({a.dims, rowMajorStrides(a)}, attributes.transposeA);
        views.y = {y.dims, rowMajorStrides(y)};
        Shape wide = b;
        wide.dims.insert(wide.dims.begin(), size_t(y.rank()) - bRank, 1);
        views.kernel = swapped({wide.dims, rowMajorStrides(wide)}, attributes.transposeB);
    }
    if (operation.input(2) >= 0) {
        views.bias.dims.assign(views.y.dims.size(), 1);
        views.bias.dims.back() = y[-1];
        views.bias.strides.assign(views.y.dims.size(), y[-1]);
        views.bias.strides.back() = 1;
    }
    views.valid = y.rank() <= 6;
    return views;
}

} // namespace kerascope::onednn
