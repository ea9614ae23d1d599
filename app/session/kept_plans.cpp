// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/kept_plans.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kerascope {

std::shared_ptr<const Plan> KeptPlans::find(const PlanKey& key) const
{
    std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
    return found == entries_.end() ? nullptr : found->plan;
}

std::unique_ptr<Executable> KeptPlans::take(const std::shared_ptr<const Plan>& plan)
{
    std::lock_guard lock(mutex_);
    const auto found = std::find_if(entries_.begin(), entries_.end(),
        [&](const Entry& entry) { return entry.plan == plan && entry.executable; });
    if (found == entries_.end())
        return nullptr;
    std::unique_ptr<Executable> taken = std::move(found->executable);
    entries_.erase(found);
    return taken;
}

void KeptPlans::runs(PlanKey key, std::shared_ptr<const Plan> plan, std::unique_ptr<Executable> before)
{
    const PlanKey now = key;
    {
        std::lock_guard lock(mutex_);
        const auto ran = std::find_if(
            entries_.begin(), entries_.end(), [](const Entry& entry) { return !entry.executable; });
        if (ran != entries_.end() && before && ran->plan == before->plan() && ran->key.samePart(key))
            ran->executable = std::move(before);
        else if (ran != entries_.end())
            entries_.erase(ran);
        entries_.push_back({std::move(key), std::move(plan), nullptr});
    }
    before.reset();
    dropOthers(now);
    drop([&](const Entry& entry) { return entry.executable && entry.key == now; }); // compiled once more
    while (kept() > most)
        dropOldest();
}

/// Whatever `which` holds for is destroyed outside the lock: that may take its time.
template <class Which> void KeptPlans::drop(Which which)
{
    std::vector<Entry> dropped;
    std::lock_guard lock(mutex_);
    const auto rest = std::stable_partition(
        entries_.begin(), entries_.end(), [&](const Entry& entry) { return !which(entry); });
    dropped.assign(std::make_move_iterator(rest), std::make_move_iterator(entries_.end()));
    entries_.erase(rest, entries_.end());
}

void KeptPlans::dropOthers(const PlanKey& key)
{
    drop([&](const Entry& entry) { return entry.executable && !entry.key.samePart(key); });
}

bool KeptPlans::dropOldest()
{
    const size_t before = kept();
    bool first = true;
    drop([&](const Entry& entry) { return entry.executable && std::exchange(first, false); });
    return before > 0;
}

void KeptPlans::dropKept()
{
    drop([](const Entry& entry) { return entry.executable != nullptr; });
}

void KeptPlans::clear()
{
    drop([](const Entry&) { return true; });
}

size_t KeptPlans::kept() const
{
    std::lock_guard lock(mutex_);
    return size_t(std::count_if(
        entries_.begin(), entries_.end(), [](const Entry& entry) { return entry.executable != nullptr; }));
}

uint64_t KeptPlans::plannedBytes() const
{
    std::lock_guard lock(mutex_);
    uint64_t bytes = 0;
    for (const Entry& entry : entries_)
        if (entry.executable)
            bytes += entry.plan->memory().predictedPeakBytes - entry.plan->memory().constantBytes;
    return bytes;
}

} // namespace kerascope
