// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/kept_plans.h"
#include "core/base/mailbox.h"
#include "core/profile/runner.h"

#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace kerascope {

using EngineFactory = std::function<Result<std::unique_ptr<Engine>>(const std::string& id)>;

/// A planned model on its way into the engine.
struct Candidate {
    uint64_t ticket = 0; ///< names the request in the events; a newer one makes older ones void
    int version = 1;
    std::string engineId;
    Engine* engine = nullptr;
    std::shared_ptr<const Plan> plan; ///< a new one, or one that keptPlan() gave
    PlanKey key; ///< what it was made for; of no meaning with `capture`
    std::shared_ptr<WeightStore> weights;
    std::vector<Tensor> inputs;
    std::unique_ptr<Executable>
        executable; ///< already prepared by the loader (engines not bound to a thread)
    int warmups = 1;
    uint64_t memoryLimit = 0; ///< bytes for all that is loaded; 0 = as the machine allows
    bool compiled = true; ///< the engine thread's: whether the executable was made for this candidate
    bool capture = false; ///< run once, report the outputs, leave the running model alone
};

// Events, in the order in which they happened.
struct PrepareProgress {
    uint64_t ticket = 0;
    Progress progress;
};
struct PrepareFailed {
    uint64_t ticket = 0;
    Error error;
};
struct Switched {
    uint64_t ticket = 0;
    int version = 1;
    double timestampUs = 0;
    int64_t firstRun = 0; ///< number of the new model's first run
    MemoryUse memory;
    std::shared_ptr<const Plan> plan;
    bool compiled = true; ///< false: an earlier shape came back, or only the numbers of the inputs changed
    uint64_t keptBytes = 0; ///< planned for what is kept of earlier shapes, weights left out
};
struct Captured {
    uint64_t ticket = 0;
    std::vector<NamedTensor> outputs;
};
struct RunBatch {
    std::vector<RunRecord> records;
    std::vector<NamedTensor> outputs; ///< of the last one
};
struct RunsEnded {
    std::optional<Error> error; ///< nothing: all asked for were done, or stopped
};
using EngineEvent = std::variant<PrepareProgress, PrepareFailed, Switched, Captured, RunBatch, RunsEnded>;

/// Owns the engines and the running model; nobody else touches them. Between two runs it takes commands and
/// works on a preparation for a few milliseconds, so that a running model is hardly held up. Plain C++: the
/// window and the command line use it alike.
class EngineThread {
public:
    /// Called after every run on the engine thread, before the next one.
    using Observer = std::function<void(const RunResult&)>;

    EngineThread(EngineFactory factory, Ledger& ledger, std::function<void(EngineEvent)> report);
    ~EngineThread();

    /// Makes the engine on its thread if it is not there yet. Waits; call from the loader thread.
    Result<Engine*> engine(const std::string& id, const std::stop_token& stop);
    /// The plan for the key if what was compiled for it is still there: a candidate that brings it along
    /// needs no executable. Any thread.
    std::shared_ptr<const Plan> keptPlan(const PlanKey& key) const { return kept_.find(key); }
    /// Gives back what is kept of earlier shapes, where memory is short. Waits; call from the loader thread.
    void dropKept(const std::stop_token& stop);
    void prepare(Candidate candidate);
    /// Drops a candidate that is not yet switched to.
    void cancelPreparation();
    void unload();
    /// `runs` 0 = until stop().
    void run(int64_t runs);
    /// At once: also stops the run that goes on.
    void stop();
    /// Every how many runs one carries stamps; 0 = none, 1 = all. The first after a switch always does.
    void setStampEvery(int runs) { stampEvery_ = runs; }
    void setObserver(Observer observer);

private:
    struct EngineRequest {
        std::string id;
        std::promise<Result<Engine*>> answer;
    };
    struct RunRequest {
        int64_t runs = 0;
    };
    struct StopRequest { };
    struct UnloadRequest { };
    struct CancelRequest { };
    struct DropRequest {
        std::promise<void> done;
    };
    struct ObserverRequest {
        Observer observer;
    };
    using Command = std::variant<EngineRequest, Candidate, RunRequest, StopRequest, UnloadRequest,
        CancelRequest, DropRequest, ObserverRequest>;

    void loop(const std::stop_token& stop);
    void handle(Command command);
    void makeEngine(EngineRequest request);
    void begin(Candidate candidate);
    void advancePreparation(const std::stop_token& stop);
    void finishPreparation(const std::stop_token& stop);
    bool runsAlready(const Candidate& candidate) const;
    bool prepareAgain(const Error& error);
    Result<RunResult> runFirst(
        Candidate& candidate, std::unique_ptr<Runner>& made, const std::stop_token& stop);
    void switchTo(Candidate& candidate, std::unique_ptr<Runner> made);
    void runOnce(const std::stop_token& stop);
    void send(bool now);
    void endRuns(std::optional<Error> error);
    std::stop_token freshRunToken();

    EngineFactory factory_;
    Ledger& ledger_;
    std::function<void(EngineEvent)> report_;
    std::atomic<int> stampEvery_{8};
    std::mutex stopMutex_;
    std::stop_source runStop_;

    // engine thread only, in the order in which they must be destroyed
    std::map<std::string, std::unique_ptr<Engine>> engines_;
    KeptPlans kept_; ///< find() alone from other threads
    std::unique_ptr<Runner> runner_;
    std::optional<Candidate> candidate_;
    std::unique_ptr<Preparation> preparation_;
    Observer observer_;
    bool running_ = false;
    int64_t runsLeft_ = 0; ///< 0 with running_ = continuous
    int64_t nextRun_ = 0;
    int64_t sinceStamp_ = 0;
    std::vector<RunRecord> unsent_;
    std::vector<NamedTensor> lastOutputs_;
    double lastSentUs_ = 0;

    Mailbox<Command> commands_;
    std::jthread thread_;
};

} // namespace kerascope
