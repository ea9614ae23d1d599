// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/tensor.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kerascope {

/// NumPy array files (format versions 1 to 3, numpy.lib.format). Numbers of every width, either byte order, C
/// or Fortran order; objects (pickles) are refused. Numbers come as float32, dtype tells what they were.
Result<Tensor> parseNpy(std::span<const std::byte> bytes, const std::string& where);
Result<Tensor> readNpy(const std::filesystem::path& file);
/// One array of an .npz, or its only one where `key` is empty.
Result<Tensor> readNpz(const std::filesystem::path& file, const std::string& key);
Result<std::vector<std::pair<std::string, Tensor>>> readNpzAll(const std::filesystem::path& file);

/// The bytes of an .npy of the tensor's own dtype (half precision as float32), C order.
std::vector<std::byte> npyBytes(const Tensor& tensor);
Result<void> writeNpz(
    const std::filesystem::path& file, const std::vector<std::pair<std::string, const Tensor*>>& arrays);

} // namespace kerascope
