// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layout_cache.h"

#include "core/layout/level.h"

#include <bit>
#include <cstdint>

namespace kerascope {

struct LayoutCache::Entry {
    size_t hash = 0;
    size_t bytes = 0;
    std::vector<double> key;
    std::shared_ptr<const layout::LevelLayout> drawing;
};

namespace {

size_t hashOf(const std::vector<double>& key)
{
    uint64_t hash = 0x9e3779b97f4a7c15U;
    for (double value : key)
        hash = (std::rotl(hash, 23) ^ std::bit_cast<uint64_t>(value)) * 0xff51afd7ed558ccdU;
    return static_cast<size_t>(hash ^ (hash >> 32));
}

size_t bytesOf(const std::vector<double>& key, const layout::LevelLayout& drawing)
{
    size_t bytes = sizeof(layout::LevelLayout) + key.size() * sizeof(double)
        + drawing.items.size() * sizeof(LayoutRect) + drawing.reversed.size();
    for (const auto& route : drawing.routes)
        bytes += sizeof(std::vector<LayoutPoint>) + route.size() * sizeof(LayoutPoint);
    return bytes;
}

} // namespace

LayoutCache::LayoutCache(size_t maxBytes)
    : maxBytes_(maxBytes)
{
}

LayoutCache::~LayoutCache() = default;

std::shared_ptr<const layout::LevelLayout> LayoutCache::find(const std::vector<double>& key)
{
    const size_t hash = hashOf(key);
    const std::lock_guard lock(mutex_);
    const auto [first, last] = byHash_.equal_range(hash);
    for (auto it = first; it != last; ++it) {
        if (it->second->key != key)
            continue;
        entries_.splice(entries_.begin(), entries_, it->second);
        ++hits_;
        return it->second->drawing;
    }
    ++misses_;
    return nullptr;
}

void LayoutCache::insert(std::vector<double> key, std::shared_ptr<const layout::LevelLayout> drawing)
{
    const size_t hash = hashOf(key);
    const size_t size = bytesOf(key, *drawing);
    const std::lock_guard lock(mutex_);
    if (size > maxBytes_)
        return;
    const auto [first, last] = byHash_.equal_range(hash);
    for (auto it = first; it != last; ++it) {
        if (it->second->key == key)
            return;
    }
    entries_.push_front({hash, size, std::move(key), std::move(drawing)});
    byHash_.emplace(hash, entries_.begin());
    bytes_ += size;
    while (bytes_ > maxBytes_) {
        const auto oldest = std::prev(entries_.end());
        const auto [from, to] = byHash_.equal_range(oldest->hash);
        for (auto it = from; it != to; ++it) {
            if (it->second == oldest) {
                byHash_.erase(it);
                break;
            }
        }
        bytes_ -= oldest->bytes;
        entries_.erase(oldest);
    }
}

void LayoutCache::clear()
{
    const std::lock_guard lock(mutex_);
    byHash_.clear();
    entries_.clear();
    bytes_ = 0;
}

size_t LayoutCache::bytes() const
{
    const std::lock_guard lock(mutex_);
    return bytes_;
}

size_t LayoutCache::hits() const
{
    const std::lock_guard lock(mutex_);
    return hits_;
}

size_t LayoutCache::misses() const
{
    const std::lock_guard lock(mutex_);
    return misses_;
}

} // namespace kerascope
