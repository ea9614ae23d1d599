// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run_history.h"

#include <algorithm>

namespace kerascope {

void RunHistory::add(std::vector<RunRecord> records)
{
    for (RunRecord& record : records) {
        if (!record.steps.empty())
            stamped_.push_back(record.run);
        runs_.push_back(std::move(record));
    }
    while (runs_.size() > maxRuns)
        runs_.pop_front();
    while (stamped_.size() > maxStamped) {
        const auto place = std::lower_bound(runs_.begin(), runs_.end(), stamped_.front(),
            [](const RunRecord& record, int64_t run) { return record.run < run; });
        if (place != runs_.end() && place->run == stamped_.front())
            std::vector<StepTime>().swap(place->steps);
        stamped_.pop_front();
    }
}

void RunHistory::clear()
{
    runs_.clear();
    stamped_.clear();
}

} // namespace kerascope
