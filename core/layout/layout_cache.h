// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace kerascope {

namespace layout {
struct LevelInput;
struct LevelLayout;
} // namespace layout

/// Drawings of containers by their content; the least recently used go first. Thread-safe.
class LayoutCache {
public:
    /// `maxBytes` bounds keys and drawings together.
    explicit LayoutCache(size_t maxBytes = size_t{64} << 20);
    ~LayoutCache();
    LayoutCache(const LayoutCache&) = delete;
    LayoutCache& operator=(const LayoutCache&) = delete;

    std::shared_ptr<const layout::LevelLayout> find(const std::vector<double>& key);
    void insert(std::vector<double> key, std::shared_ptr<const layout::LevelLayout> drawing);
    void clear();

    size_t bytes() const;
    size_t hits() const; ///< successful look-ups since construction
    size_t misses() const;

private:
    struct Entry;
    using Entries = std::list<Entry>;

    mutable std::mutex mutex_;
    size_t maxBytes_;
    size_t bytes_ = 0;
    size_t hits_ = 0;
    size_t misses_ = 0;
    Entries entries_; ///< most recently used first
    std::unordered_multimap<size_t, Entries::iterator> byHash_;
};

} // namespace kerascope
