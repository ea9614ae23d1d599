// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/run_record.h"

#include <deque>
#include <vector>

namespace kerascope {

/// The runs of the session, oldest first. Bounded: 200,000 totals, of which the newest 4,000 stamped ones
/// keep their layer times (a stamped run of a 300-layer net takes 15 kB).
class RunHistory {
public:
    static constexpr size_t maxRuns = 200'000;
    static constexpr size_t maxStamped = 4'000;

    void add(std::vector<RunRecord> records);
    void clear();
    const std::deque<RunRecord>& runs() const { return runs_; }

private:
    std::deque<RunRecord> runs_;
    std::deque<int64_t> stamped_; ///< run numbers with layer times, oldest first
};

} // namespace kerascope
