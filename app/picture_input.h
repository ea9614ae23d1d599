// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/tensor.h"

#include <filesystem>
#include <string>

namespace kerascope {

/// Decodes a PNG or JPEG, resizes it bilinearly (half-pixel centres, no antialiasing: as Keras's Resizing) to
/// `shape` [N, H, W, C] with C 1, 3 or 4 (or [N, C, H, W]) and repeats it N times. Modes as in
/// keras.applications.imagenet_utils.preprocess_input: none 0…255; unit 0…1; tf −1…1; torch 0…1 less the
/// ImageNet mean over its deviation; caffe BGR less the ImageNet mean.
Result<Tensor> pictureTensor(const std::filesystem::path& file, const std::string& mode, const Shape& shape);

} // namespace kerascope
