// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/file/byte_source.h"

namespace kerascope {

/// Where a tensor's bytes lie as they are, little-endian.
struct PlainPlace {
    SharedSource source;
    uint64_t offset = 0;
    uint64_t elementBytes = 4;
    uint64_t bytes = 0;
};

/// Reads tensors that lie plainly in byte sources; `places` goes by the indices of ModelFile::tensors. The
/// ranges were checked. `where` is the name that errors give.
std::shared_ptr<TensorSource> plainTensors(std::vector<PlainPlace> places, std::string where);

/// Several sources of tensors as one: tensor i is tensor `index` of `parts[part]`.
struct TensorPart {
    size_t part = 0;
    int index = 0;
};
std::shared_ptr<TensorSource> joinedTensors(
    std::vector<std::shared_ptr<TensorSource>> parts, std::vector<TensorPart> places);

} // namespace kerascope
