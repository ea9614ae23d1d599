// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/graph/selection.h"
#include "core/op/passes.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace kerascope {

/// What a plan was made for.
struct PlanKey {
    std::shared_ptr<WeightStore> weights; ///< each opened model has its own
    std::string engineId;
    LayerSelection ticked;
    PassOptions passes;
    int64_t batch = 1;
    std::map<std::string, Shape> shapes; ///< given or chosen, by input name

    bool operator==(const PlanKey&) const = default;
    /// Only the sizes may differ.
    bool samePart(const PlanKey& other) const
    {
        return weights == other.weights && engineId == other.engineId && ticked == other.ticked
            && passes == other.passes;
    }
};

/// The plan that runs and those of earlier shapes of the same part with what was compiled for them, least
/// recently used first. Plans are found from any thread; all else is the engine thread's.
class KeptPlans {
public:
    /// No more than these are kept besides the one that runs.
    static constexpr size_t most = 4;

    /// Null if there is none for the key.
    std::shared_ptr<const Plan> find(const PlanKey& key) const;

    /// What was compiled for a plan that does not run; null if it went in the meantime.
    std::unique_ptr<Executable> take(const std::shared_ptr<const Plan>& plan);
    /// From now on this plan runs. `before` is what ran until now (or null): kept if it is of the same part,
    /// else destroyed with all others.
    void runs(PlanKey key, std::shared_ptr<const Plan> plan, std::unique_ptr<Executable> before);
    /// Destroys the kept ones that are not of this part; the one that runs stays.
    void dropOthers(const PlanKey& key);
    /// Destroys the one that was used longest ago; false if none is kept.
    bool dropOldest();
    void dropKept();
    /// Forgets the one that runs as well.
    void clear();
    size_t kept() const;
    /// Bytes that the kept ones were planned to need besides weights, which plans share.
    uint64_t plannedBytes() const;

private:
    struct Entry {
        PlanKey key;
        std::shared_ptr<const Plan> plan;
        std::unique_ptr<Executable> executable; ///< null while it runs
    };
    template <class Which> void drop(Which which);

    mutable std::mutex mutex_;
    std::vector<Entry> entries_;
};

} // namespace kerascope
