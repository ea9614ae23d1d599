// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/layers/layer_context.h"

namespace kerascope {

/// Where the windows of a convolution or pooling lie on one axis.
struct WindowPlace {
    int64_t out = 1, before = 0, after = 0;
};
/// "valid", "same", "causal" as in TensorFlow, "full" as in Theano: same gives ⌈n/stride⌉ windows and splits
/// the padding with the larger half at the end; causal puts (kernel − 1)·dilation in front. Fails where no
/// window fits.
WindowPlace placeWindow(LayerContext& context, const std::string& padding, int64_t size, int64_t kernel,
    int64_t stride, int64_t dilation);

/// [k…, in, out] of a convolution's kernel.
Shape kernelShape(const Spatial& kernel, int rank, int64_t in, int64_t out);

/// One axis of a transposed convolution: output size and what is cut from the start of the full result.
struct TransposedPlace {
    int64_t out = 1, crop = 0;
};
/// Sizes of keras/src/backend/common/backend_utils.py; `extra` is output_padding, where given.
TransposedPlace placeTransposed(LayerContext& context, const std::string& padding, int64_t size,
    int64_t kernel, int64_t stride, int64_t dilation, std::optional<int64_t> extra);

/// The same where the output size is given: the convolution that it is the gradient of decides.
TransposedPlace placeTransposedInto(LayerContext& context, const std::string& padding, int64_t size,
    int64_t kernel, int64_t stride, int64_t dilation, int64_t out);

/// [N, C, spatial…] ↔ [N, spatial…, C]; nothing where `channelsFirst` is false.
ValueId toChannelsLast(ProgramBuilder& builder, ValueId x, bool channelsFirst);
ValueId toChannelsFirst(ProgramBuilder& builder, ValueId x, bool channelsFirst);

/// A picture [N, H, W, C] resized by the interpolation of that name, with half-pixel centres.
ValueId resizePicture(
    LayerContext& context, ValueId x, const std::string& how, int64_t height, int64_t width);

/// The same by a matrix product along each axis: antialiased, or with an interpolation of Keras 2 ("area",
/// "gaussian", "mitchellcubic").
ValueId resizeByMatrices(
    LayerContext& context, ValueId x, const std::string& how, bool antialias, int64_t height, int64_t width);

/// The weight of a sample at a distance ≥ 0 ("bilinear", "bicubic", "lanczos3", …); null for another name.
using ResampleKernel = double (*)(double distance);
ResampleKernel resampleKernel(const std::string& how);

} // namespace kerascope
