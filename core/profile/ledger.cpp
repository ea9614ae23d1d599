// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ledger.h"

#include <utility>

namespace kerascope {

Ledger::Entry::Entry(Ledger* ledger, uint64_t id)
    : ledger_(ledger)
    , id_(id)
{
}
Ledger::Entry::Entry(Entry&& other) noexcept
    : ledger_(std::exchange(other.ledger_, nullptr))
    , id_(other.id_)
{
}
Ledger::Entry& Ledger::Entry::operator=(Entry&& other) noexcept
{
    if (this != &other) {
        close();
        ledger_ = std::exchange(other.ledger_, nullptr);
        id_ = other.id_;
    }
    return *this;
}
Ledger::Entry::~Entry() { close(); }

void Ledger::Entry::close()
{
    if (ledger_)
        ledger_->remove(id_);
    ledger_ = nullptr;
}

Ledger::Entry Ledger::add(std::string owner, BufferKind kind, BufferPlace place, uint64_t bytes, int version)
{
    std::lock_guard lock(mutex_);
    const uint64_t id = next_++;
    rows_.emplace(
        id, LedgerRow{std::move(owner), version, kind, place, bytes, std::chrono::steady_clock::now()});
    total_ += bytes;
    return {this, id};
}

void Ledger::remove(uint64_t id)
{
    std::lock_guard lock(mutex_);
    const auto found = rows_.find(id);
    total_ -= found->second.bytes;
    rows_.erase(found);
}

std::vector<LedgerRow> Ledger::rows() const
{
    std::lock_guard lock(mutex_);
    std::vector<LedgerRow> all;
    all.reserve(rows_.size());
    for (const auto& [id, row] : rows_)
        all.push_back(row);
    return all;
}

uint64_t Ledger::total() const
{
    std::lock_guard lock(mutex_);
    return total_;
}

uint64_t Ledger::total(BufferKind kind, BufferPlace place) const
{
    std::lock_guard lock(mutex_);
    uint64_t sum = 0;
    for (const auto& [id, row] : rows_)
        if (row.kind == kind && row.place == place)
            sum += row.bytes;
    return sum;
}

} // namespace kerascope
