// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/tensor.h"
#include "core/plan/weight_store.h"
#include "gl/buffer.h"
#include "gl/kernel.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>

namespace kerascope {

/// A constant on the device, shared by the executables that use it.
using GlConstant = std::shared_ptr<GlBuffer>;

/// Floats [begin, begin + out.size()) of the packed form; what lies beyond the tensor is 0.
void packRange(const Tensor& tensor, Packing packing, uint64_t begin, std::span<float> out);

/// Finds constants that other executables hold already. Keeps only weak handles.
class ConstantCache {
public:
    GlConstant find(const std::shared_ptr<WeightStore>& store, const std::string& key, Packing packing);
    void remember(const std::shared_ptr<WeightStore>& store, const std::string& key, Packing packing,
        const GlConstant& constant);

private:
    struct Entry {
        std::weak_ptr<WeightStore> store; ///< the same address may be another store later
        std::weak_ptr<GlBuffer> constant;
    };
    std::map<std::tuple<const WeightStore*, std::string, Packing>, Entry> entries_;
};

} // namespace kerascope
