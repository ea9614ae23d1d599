// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/tensor.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kerascope {

/// What feeds an input, as on the command line: FILE.npy, FILE.npz:KEY, FILE.png[:MODE], random[:SEED],
/// zeros, ones, const:VALUE, text:WORDS, FILE.txt (a string a line).
struct InputSpec {
    enum class Kind { Random, Constant, Array, Picture, Text };
    Kind kind = Kind::Random;
    uint64_t seed = 0;
    float value = 0;
    std::filesystem::path file;
    std::string key; ///< of an .npz
    std::string text; ///< text:WORDS; else the lines of `file`
    std::string mode = "none"; ///< of a picture: none, unit, tf, torch, caffe
    /// Of the axes that the model leaves open, the batch left out, in order; empty: the program chooses. An
    /// array has sizes of its own.
    std::vector<int64_t> sizes;
    bool operator==(const InputSpec&) const = default;
};
Result<InputSpec> parseInputSpec(const std::string& text);
std::string inputSpecText(const InputSpec& spec);

/// Uniform in [0, 1) by a fixed generator; integer inputs get indices below `maxIndex` (rows of the embedding
/// that reads them; 2 if unknown).
Tensor randomTensor(const Shape& shape, DType dtype, uint64_t seed, int64_t maxIndex);
/// Texts of an input of that shape ([N] or [N, 1]): one of `text:`, else one a line of the file.
Result<Tensor> textTensor(const InputSpec& spec, const Shape& shape);
Tensor constantTensor(const Shape& shape, DType dtype, float value);

} // namespace kerascope
