// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/host/aligned_buffer.h"
#include "core/engine/tensor.h"
#include "core/plan/weight_store.h"
#include "core/profile/ledger.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

namespace kerascope {

/// A constant as an engine on the host keeps it: the store's tensor, or an own copy in another layout. Shared
/// by all plans that use it; its bytes leave the ledger with the last of them.
struct HostConstant {
    TensorPtr plain;
    AlignedBuffer packed;
    Ledger::Entry entry;
    std::shared_ptr<WeightStore> store; ///< keeps the cache's key unique while this is alive

    const float* data() const { return plain ? plain->data.data() : packed.floats(); }
    uint64_t bytes() const { return plain ? plain->data.size() * sizeof(float) : packed.bytes(); }
};
using HostConstantPtr = std::shared_ptr<const HostConstant>;

/// Finds constants that are still alive, by file, key and layout. Thread-safe.
class HostConstantCache {
public:
    using Key = std::tuple<const WeightStore*, const Ledger*, std::string, std::string>;

    HostConstantPtr find(const Key& key) const
    {
        std::lock_guard lock(mutex_);
        const auto found = alive_.find(key);
        return found == alive_.end() ? nullptr : found->second.lock();
    }
    void keep(const Key& key, const HostConstantPtr& constant)
    {
        std::lock_guard lock(mutex_);
        std::erase_if(alive_, [](const auto& entry) { return entry.second.expired(); });
        alive_[key] = constant;
    }

private:
    mutable std::mutex mutex_;
    std::map<Key, std::weak_ptr<const HostConstant>> alive_;
};

} // namespace kerascope
