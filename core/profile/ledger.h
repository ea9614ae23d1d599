// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace kerascope {

enum class BufferKind { Weights, Activations, Workspace, State, Staging };
enum class BufferPlace { Host, Device };

/// One buffer that is alive.
struct LedgerRow {
    std::string owner; ///< layer call key, or "arena", "input", …
    int version = 0; ///< model version of the session
    BufferKind kind = BufferKind::Weights;
    BufferPlace place = BufferPlace::Host;
    uint64_t bytes = 0;
    std::chrono::steady_clock::time_point born;
};

/// Book of every buffer, with owner, size and age. Thread-safe.
class Ledger {
public:
    /// Takes a row out again when it goes.
    class Entry {
    public:
        Entry() = default;
        Entry(Ledger* ledger, uint64_t id);
        Entry(Entry&& other) noexcept;
        Entry& operator=(Entry&& other) noexcept;
        ~Entry();

    private:
        void close();
        Ledger* ledger_ = nullptr;
        uint64_t id_ = 0;
    };

    [[nodiscard]] Entry add(
        std::string owner, BufferKind kind, BufferPlace place, uint64_t bytes, int version = 0);
    std::vector<LedgerRow> rows() const;
    uint64_t total() const;
    uint64_t total(BufferKind kind, BufferPlace place) const;

private:
    void remove(uint64_t id);
    mutable std::mutex mutex_;
    std::map<uint64_t, LedgerRow> rows_;
    uint64_t next_ = 1;
    uint64_t total_ = 0;
};

} // namespace kerascope
